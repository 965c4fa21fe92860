/** The window's one audio player outside the page, and what of it belongs to whom. */
import { SvelteMap } from 'svelte/reactivity';
import {
  type Artifact,
  type AudioControl,
  type AudioPort,
  type AudioState,
  type Backend,
  BackendError,
} from '$lib/backend';
import type { Playback, Range } from './playback.svelte';

/** What the port told last, shared by everything that can be played in the window. */
export class AudioDeck {
  state = $state.raw<AudioState | null>(null);
  readonly port: AudioPort;
  /** The last place of everything that had the deck, by its key. */
  readonly places = new SvelteMap<string, number>();
  private device: string | null = null;
  /** What is asked of the port goes there one after the other. */
  private asked: Promise<unknown> = Promise.resolve();

  constructor(port: AudioPort) {
    this.port = port;
    port.listen((state) => this.hear(state));
  }

  /** Loads artifacts in place of what was there. */
  load(artifacts: readonly Artifact[], key: string, at: number): Promise<AudioState> {
    return this.ask(() => this.port.load(artifacts, key, at));
  }

  control(control: AudioControl): Promise<AudioState> {
    return this.ask(() => this.port.control(control));
  }

  /** Plays on another device from now on. */
  async choose(id: string | null): Promise<void> {
    if (this.device === id) return;
    this.device = id;
    await this.control({ do: 'device', id });
  }

  private ask(what: () => Promise<AudioState>): Promise<AudioState> {
    const answer = this.asked.then(what, what).then((state) => {
      this.hear(state);
      return state;
    });
    this.asked = answer.catch(() => null);
    return answer;
  }

  private hear(state: AudioState): void {
    // A position that is no number would stop the page from drawing.
    if (!Number.isFinite(state.position) || !Number.isFinite(state.duration)) return;
    const before = this.state;
    if (before && before.key !== state.key) this.places.set(before.key, before.position);
    this.state = state;
  }
}

const decks = new WeakMap<AudioPort, AudioDeck>();

/** The deck of a backend; none where the page's own elements play. */
export function deckOf({ audio }: Backend): AudioDeck | null {
  if (audio === undefined) return null;
  const deck = decks.get(audio) ?? new AudioDeck(audio);
  decks.set(audio, deck);
  return deck;
}

let keys = 0;

/** Audio, or two to be compared, played by the deck. It keeps its place where another takes the deck. */
export class DeckPlayback implements Playback {
  readonly deck: AudioDeck;
  private readonly key = `sound-${++keys}`;
  private readonly artifacts: readonly Artifact[];
  private readonly device: () => string | null;
  private wantedLoop = $state<Range | null>(null);
  private wantedSide = $state(0);
  private failure = $state<string | null>(null);
  private pressed = Promise.resolve();
  private readonly own = $derived.by(() => (this.deck.state?.key === this.key ? this.deck.state : null));

  readonly playing = $derived.by(() => this.own?.playing ?? false);
  readonly time = $derived.by(() => this.own?.position ?? this.deck.places.get(this.key) ?? 0);
  readonly length = $derived.by(
    () => this.own?.duration || Math.max(0, ...this.artifacts.map((one) => one.seconds ?? 0)),
  );
  readonly volume = $derived.by(() => this.deck.state?.volume ?? 1);
  readonly loop = $derived.by(() => (this.own ? this.own.loop : this.wantedLoop));
  readonly side = $derived.by(() => this.own?.side ?? this.wantedSide);
  readonly problem = $derived.by(() => this.failure ?? this.own?.problem ?? null);

  constructor(deck: AudioDeck, artifacts: readonly Artifact[], device: () => string | null) {
    this.deck = deck;
    this.artifacts = artifacts;
    this.device = device;
  }

  /** Whether its file turned out to hold no audio that can be played. */
  get silent(): boolean {
    return this.own !== null && this.own.problem !== null && this.own.duration === 0;
  }

  toggle(): Promise<void> {
    // A second press waits for the first.
    this.pressed = this.pressed.then(() => this.attempt(() => this.turn()));
    return this.pressed;
  }

  private async turn(): Promise<void> {
    if (this.playing) {
      await this.deck.control({ do: 'pause' });
      return;
    }
    await this.deck.choose(this.device());
    if (this.own === null || this.silent) {
      const loaded = await this.deck.load(this.artifacts, this.key, this.time);
      if (loaded.problem !== null) return;
      if (this.wantedLoop) await this.deck.control({ do: 'loop', range: this.wantedLoop });
      if (this.wantedSide > 0) await this.deck.control({ do: 'side', side: this.wantedSide });
    }
    await this.deck.control({ do: 'play' });
  }

  async seek(to: number): Promise<void> {
    const seconds = Math.min(this.length, Math.max(0, to));
    if (this.own) await this.whenOwn({ do: 'seek', seconds });
    else this.deck.places.set(this.key, seconds);
  }

  setVolume(volume: number): Promise<void> {
    return this.attempt(() => this.deck.control({ do: 'volume', volume: Math.min(1, Math.max(0, volume)) }));
  }

  setLoop(range: Range | null): Promise<void> {
    this.wantedLoop = range;
    return this.whenOwn({ do: 'loop', range });
  }

  /** Lets the other of two be heard, at the same place. */
  setSide(side: number): Promise<void> {
    this.wantedSide = side;
    return this.whenOwn({ do: 'side', side });
  }

  /** Stops where it plays: what shows it goes away. */
  leave(): void {
    if (this.playing) void this.attempt(() => this.deck.control({ do: 'pause' }));
  }

  private async whenOwn(control: AudioControl): Promise<void> {
    if (this.own) await this.attempt(() => this.deck.control(control));
  }

  private async attempt(action: () => Promise<unknown>): Promise<void> {
    this.failure = null;
    try {
      await action();
    } catch (thrown) {
      this.failure = BackendError.from(thrown).message;
    }
  }
}
