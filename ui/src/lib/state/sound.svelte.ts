/** The window's one sound player outside the page, and what of it belongs to whom. */
import { SvelteMap } from 'svelte/reactivity';
import {
  type Backend,
  BackendError,
  type SoundControl,
  type SoundPort,
  type SoundState,
  type Thing,
} from '$lib/backend';
import type { Playback, Range } from './playback.svelte';

/** What the port told last, shared by everything that can be played in the window. */
export class SoundDeck {
  state = $state.raw<SoundState | null>(null);
  readonly port: SoundPort;
  /** The last place of every sound that had the deck, by its key. */
  readonly places = new SvelteMap<string, number>();
  private device: string | null = null;
  /** What is asked of the port goes there one after the other. */
  private asked: Promise<unknown> = Promise.resolve();

  constructor(port: SoundPort) {
    this.port = port;
    port.listen((state) => this.hear(state));
  }

  /** Loads things in place of what was there. */
  load(things: readonly Thing[], key: string, at: number): Promise<SoundState> {
    return this.ask(() => this.port.load(things, key, at));
  }

  control(control: SoundControl): Promise<SoundState> {
    return this.ask(() => this.port.control(control));
  }

  /** Plays on another device from now on. */
  async choose(id: string | null): Promise<void> {
    if (this.device === id) return;
    this.device = id;
    await this.control({ do: 'device', id });
  }

  private ask(what: () => Promise<SoundState>): Promise<SoundState> {
    const answer = this.asked.then(what, what).then((state) => {
      this.hear(state);
      return state;
    });
    this.asked = answer.catch(() => null);
    return answer;
  }

  private hear(state: SoundState): void {
    // A position that is no number would stop the page from drawing.
    if (!Number.isFinite(state.position) || !Number.isFinite(state.duration)) return;
    const before = this.state;
    if (before && before.key !== state.key) this.places.set(before.key, before.position);
    this.state = state;
  }
}

const decks = new WeakMap<SoundPort, SoundDeck>();

/** The deck of a backend; none where the page's own elements play. */
export function deckOf({ sound }: Backend): SoundDeck | null {
  if (sound === undefined) return null;
  const deck = decks.get(sound) ?? new SoundDeck(sound);
  decks.set(sound, deck);
  return deck;
}

let keys = 0;

/** A sound, or two to be compared, played by the deck. It keeps its place where another sound takes the deck. */
export class DeckPlayback implements Playback {
  readonly deck: SoundDeck;
  private readonly key = `sound-${++keys}`;
  private readonly things: readonly Thing[];
  private readonly device: () => string | null;
  private wantedLoop = $state<Range | null>(null);
  private wantedSide = $state(0);
  private failure = $state<string | null>(null);
  private pressed = Promise.resolve();
  private readonly own = $derived.by(() => (this.deck.state?.key === this.key ? this.deck.state : null));

  readonly playing = $derived.by(() => this.own?.playing ?? false);
  readonly time = $derived.by(() => this.own?.position ?? this.deck.places.get(this.key) ?? 0);
  readonly length = $derived.by(() => this.own?.duration || Math.max(0, ...this.things.map((one) => one.seconds ?? 0)));
  readonly volume = $derived.by(() => this.deck.state?.volume ?? 1);
  readonly loop = $derived.by(() => (this.own ? this.own.loop : this.wantedLoop));
  readonly side = $derived.by(() => this.own?.side ?? this.wantedSide);
  readonly problem = $derived.by(() => this.failure ?? this.own?.problem ?? null);

  constructor(deck: SoundDeck, things: readonly Thing[], device: () => string | null) {
    this.deck = deck;
    this.things = things;
    this.device = device;
  }

  /** Whether its file turned out to hold no sound that can be played. */
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
      const loaded = await this.deck.load(this.things, this.key, this.time);
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

  /** Lets the other of two sounds be heard, at the same place. */
  setSide(side: number): Promise<void> {
    this.wantedSide = side;
    return this.whenOwn({ do: 'side', side });
  }

  /** Stops where it plays: what shows it goes away. */
  leave(): void {
    if (this.playing) void this.attempt(() => this.deck.control({ do: 'pause' }));
  }

  private async whenOwn(control: SoundControl): Promise<void> {
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
