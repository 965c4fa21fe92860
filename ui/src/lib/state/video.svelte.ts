/** A video whose audio is played outside the page: the element shows its frames, muted, and keeps step with the audio. */

import type { DeckPlayback } from './audio.svelte';
import { ElementPlayback, type Playback, type Range } from './playback.svelte';

/** Seconds that the frames may be apart from the audio. */
const APART = 0.08;
/** The longest that frames are set ahead of the audio, to make up for the time that setting them takes, in seconds. */
const LONGEST_LEAD = 0.5;

export class VideoPlayback implements Playback {
  private readonly frames: ElementPlayback;
  private readonly audio: DeckPlayback;
  /** Whether there is no audio to keep step with: then the frames are their own clock. */
  private alone = $state(false);
  private lead = 0;
  private sought = 0;

  private readonly clock = $derived.by<Playback>(() => (this.alone ? this.frames : this.audio));
  readonly playing = $derived.by(() => this.clock.playing);
  readonly time = $derived.by(() => this.clock.time);
  readonly length = $derived.by(() => this.clock.length);
  readonly volume = $derived.by(() => this.clock.volume);
  readonly loop = $derived.by(() => this.clock.loop);
  /** A video without audio lacks nothing. */
  readonly problem = $derived.by(() => (this.audio.silent ? null : this.audio.problem));

  constructor(element: HTMLVideoElement, audio: DeckPlayback, seconds = 0) {
    this.frames = new ElementPlayback(element, seconds);
    this.audio = audio;
    element.muted = true;
  }

  /** Listens to the element, and returns how to stop. */
  follow(): () => void {
    const { element } = this.frames;
    const arrived = () => {
      if (this.sought > 0) this.lead = Math.min(LONGEST_LEAD, (performance.now() - this.sought) / 1000);
      this.sought = 0;
    };
    element.addEventListener('seeked', arrived);
    const stop = this.frames.follow();
    return () => {
      stop();
      element.removeEventListener('seeked', arrived);
    };
  }

  /** Brings the frames to where the audio is; to be called whenever that changes. */
  keepStep(): void {
    const { time, playing } = this.audio;
    const { element } = this.frames;
    if (this.alone) return;
    if (playing && element.paused) void element.play().catch(() => undefined);
    if (!playing && !element.paused) element.pause();
    if (element.seeking || Math.abs(element.currentTime - time) <= APART) return;
    if (playing) this.sought = performance.now();
    element.currentTime = Math.min(this.length, time + (playing ? this.lead : 0));
  }

  async toggle(): Promise<void> {
    if (!this.alone) {
      const wasPlaying = this.audio.playing;
      await this.audio.toggle();
      if (wasPlaying || this.audio.playing) return;
      this.alone = true;
      this.frames.element.muted = false;
    }
    await this.frames.toggle();
    if (this.frames.playing || this.audio.silent) return;
    // It stops here: a device may be there when it goes on.
    await this.audio.seek(this.frames.element.currentTime);
    this.frames.element.muted = true;
    this.alone = false;
  }

  async seek(to: number): Promise<void> {
    if (this.alone) await this.frames.seek(to);
    await this.audio.seek(to);
  }

  setVolume(volume: number): Promise<void> {
    return this.audio.setVolume(volume);
  }

  async setLoop(range: Range | null): Promise<void> {
    await this.frames.setLoop(range);
    await this.audio.setLoop(range);
  }

  leave(): void {
    this.audio.leave();
  }
}
