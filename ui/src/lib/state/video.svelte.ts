/** A video whose frames keep step with something else that plays: with audio outside the page, or with another video. */

import type { DeckPlayback } from './audio.svelte';
import { ElementPlayback, type Playback, type Range } from './playback.svelte';

/** Seconds that the frames may be apart from what they follow while it plays, and while it stands. */
const APART = { playing: 0.08, standing: 0.001 };
/** The longest that frames are set ahead of what they follow, to make up for the time that setting them takes, in seconds. */
const LONGEST_LEAD = 0.5;

/** Brings the frames of an element to where a playback is. */
export class FrameFollower {
  private readonly element: HTMLVideoElement;
  private readonly clock: Playback;
  private readonly isFollowing: () => boolean;
  private lead = 0;
  private sought = 0;
  /** Where it was sought last: some browsers say that they are a little beside it. */
  private asked: number | null = null;

  constructor(element: HTMLVideoElement, clock: Playback, isFollowing = () => true) {
    this.element = element;
    this.clock = clock;
    this.isFollowing = isFollowing;
  }

  /** Listens to the element, and returns how to stop. */
  follow(): () => void {
    const { element } = this;
    const arrived = () => {
      if (this.sought > 0) this.lead = Math.min(LONGEST_LEAD, (performance.now() - this.sought) / 1000);
      this.sought = 0;
      this.keepStep();
    };
    element.addEventListener('seeked', arrived);
    return () => element.removeEventListener('seeked', arrived);
  }

  /** Brings the frames to where they belong; to be called whenever that changes. */
  keepStep(): void {
    const { element } = this;
    if (!this.isFollowing()) return;
    const end = Number.isFinite(element.duration) ? element.duration : Number.POSITIVE_INFINITY;
    const { rate = 1, time } = this.clock;
    const playing = this.clock.playing && time < end;
    if (element.playbackRate !== rate) element.playbackRate = rate;
    if (playing && element.paused) void element.play().catch(() => undefined);
    if (!playing && !element.paused) element.pause();
    const to = Math.min(end, time + (playing ? this.lead : 0));
    const apart = Math.abs(element.currentTime - Math.min(end, time));
    if (element.seeking || apart <= (playing ? APART.playing : APART.standing)) return;
    if (!playing && to === this.asked) return;
    if (playing) this.sought = performance.now();
    this.asked = to;
    element.currentTime = to;
  }
}

export class VideoPlayback implements Playback {
  private readonly frames: ElementPlayback;
  private readonly follower: FrameFollower;
  private readonly audio: DeckPlayback;
  /** Whether there is no audio to keep step with, or none as fast: then the frames are their own clock. */
  private alone = $state(false);

  private readonly clock = $derived.by<Playback>(() => (this.alone ? this.frames : this.audio));
  readonly playing = $derived.by(() => this.clock.playing);
  readonly time = $derived.by(() => this.clock.time);
  readonly length = $derived.by(() => this.clock.length);
  readonly volume = $derived.by(() => this.clock.volume);
  readonly loop = $derived.by(() => this.clock.loop);
  readonly rate = $derived.by(() => this.frames.rate);
  /** A video without audio lacks nothing. */
  readonly problem = $derived.by(() => (this.audio.silent ? null : this.audio.problem));

  constructor(element: HTMLVideoElement, audio: DeckPlayback, seconds = 0) {
    this.frames = new ElementPlayback(element, seconds);
    this.follower = new FrameFollower(element, audio, () => !this.alone);
    this.audio = audio;
    element.muted = true;
  }

  /** Listens to the element, and returns how to stop. */
  follow(): () => void {
    const stops = [this.follower.follow(), this.frames.follow()];
    return () => {
      for (const stop of stops) stop();
    };
  }

  /** Brings the frames to where the audio is; to be called whenever that changes. */
  keepStep(): void {
    this.follower.keepStep();
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
    if (this.frames.playing || this.audio.silent || this.rate !== 1) return;
    // It stops here: a device may be there when it goes on.
    await this.goTogether();
  }

  /** Audio outside the page has one speed: at any other the element plays its own. */
  async setRate(rate: number): Promise<void> {
    const { playing } = this;
    if (!this.alone && rate !== 1) {
      const { time, volume } = this.audio;
      if (playing) await this.audio.toggle();
      await this.frames.seek(time);
      await this.frames.setVolume(volume);
      this.alone = true;
      await this.frames.setRate(rate);
      if (playing) await this.frames.toggle();
      return;
    }
    await this.frames.setRate(rate);
    if (!this.alone || rate !== 1 || this.audio.silent) return;
    if (this.frames.playing) await this.frames.toggle();
    await this.goTogether();
    if (playing) await this.toggle();
  }

  /** Goes on with the audio as the clock, from where the frames are. */
  private async goTogether(): Promise<void> {
    await this.audio.seek(this.frames.element.currentTime);
    this.frames.element.muted = true;
    this.alone = false;
  }

  async seek(to: number): Promise<void> {
    if (this.alone) await this.frames.seek(to);
    await this.audio.seek(to);
  }

  async setVolume(volume: number): Promise<void> {
    if (this.alone) await this.frames.setVolume(volume);
    await this.audio.setVolume(volume);
  }

  async setLoop(range: Range | null): Promise<void> {
    await this.frames.setLoop(range);
    await this.audio.setLoop(range);
  }

  leave(): void {
    this.audio.leave();
  }
}
