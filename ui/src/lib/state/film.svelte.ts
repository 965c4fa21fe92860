/** A film whose sound is played outside the page: the element shows its pictures, muted, and keeps step with the sound. */
import { ElementPlayback, type Playback, type Range } from './playback.svelte';
import type { DeckPlayback } from './sound.svelte';

/** Seconds that the pictures may be apart from the sound. */
const APART = 0.08;
/** The longest that pictures are set ahead of the sound, to make up for the time that setting them takes, in seconds. */
const LONGEST_LEAD = 0.5;

export class FilmPlayback implements Playback {
  private readonly pictures: ElementPlayback;
  private readonly sound: DeckPlayback;
  /** Whether there is no sound to keep step with: then the pictures are their own clock. */
  private alone = $state(false);
  private lead = 0;
  private sought = 0;

  private readonly clock = $derived.by<Playback>(() => (this.alone ? this.pictures : this.sound));
  readonly playing = $derived.by(() => this.clock.playing);
  readonly time = $derived.by(() => this.clock.time);
  readonly length = $derived.by(() => this.clock.length);
  readonly volume = $derived.by(() => this.clock.volume);
  readonly loop = $derived.by(() => this.clock.loop);
  /** A film without sound lacks nothing. */
  readonly problem = $derived.by(() => (this.sound.silent ? null : this.sound.problem));

  constructor(element: HTMLVideoElement, sound: DeckPlayback, seconds = 0) {
    this.pictures = new ElementPlayback(element, seconds);
    this.sound = sound;
    element.muted = true;
  }

  /** Listens to the element, and returns how to stop. */
  follow(): () => void {
    const { element } = this.pictures;
    const arrived = () => {
      if (this.sought > 0) this.lead = Math.min(LONGEST_LEAD, (performance.now() - this.sought) / 1000);
      this.sought = 0;
    };
    element.addEventListener('seeked', arrived);
    const stop = this.pictures.follow();
    return () => {
      stop();
      element.removeEventListener('seeked', arrived);
    };
  }

  /** Brings the pictures to where the sound is; to be called whenever that changes. */
  keepStep(): void {
    const { time, playing } = this.sound;
    const { element } = this.pictures;
    if (this.alone) return;
    if (playing && element.paused) void element.play().catch(() => undefined);
    if (!playing && !element.paused) element.pause();
    if (element.seeking || Math.abs(element.currentTime - time) <= APART) return;
    if (playing) this.sought = performance.now();
    element.currentTime = Math.min(this.length, time + (playing ? this.lead : 0));
  }

  async toggle(): Promise<void> {
    if (!this.alone) {
      const wasPlaying = this.sound.playing;
      await this.sound.toggle();
      if (wasPlaying || this.sound.playing) return;
      this.alone = true;
      this.pictures.element.muted = false;
    }
    await this.pictures.toggle();
    if (this.pictures.playing || this.sound.silent) return;
    // It stops here: a device may be there when it goes on.
    await this.sound.seek(this.pictures.element.currentTime);
    this.pictures.element.muted = true;
    this.alone = false;
  }

  async seek(to: number): Promise<void> {
    if (this.alone) await this.pictures.seek(to);
    await this.sound.seek(to);
  }

  setVolume(volume: number): Promise<void> {
    return this.sound.setVolume(volume);
  }

  async setLoop(range: Range | null): Promise<void> {
    await this.pictures.setLoop(range);
    await this.sound.setLoop(range);
  }

  leave(): void {
    this.sound.leave();
  }
}
