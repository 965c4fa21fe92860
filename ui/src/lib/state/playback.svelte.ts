/** What can be played in the window, whoever plays it: an element of the page, or a player outside it. */

export type Range = [from: number, to: number];

/** Something that plays. Times are seconds, the volume is 0 to 1. */
export interface Playback {
  readonly playing: boolean;
  readonly time: number;
  readonly length: number;
  readonly volume: number;
  /** The marked range that it goes round. */
  readonly loop: Range | null;
  /** Why it cannot be heard, as a sentence. */
  readonly problem: string | null;
  /** How fast it plays, 1 as recorded; none where that cannot be changed. */
  readonly rate?: number;
  toggle(): Promise<void>;
  /** Resolves where it has arrived. */
  seek(to: number): Promise<void>;
  setVolume(volume: number): Promise<void>;
  setLoop(range: Range | null): Promise<void>;
  setRate?(rate: number): Promise<void>;
}

const EVENTS = [
  'play',
  'pause',
  'ended',
  'timeupdate',
  'seeked',
  'loadedmetadata',
  'durationchange',
  'volumechange',
  'ratechange',
];

/** An element that plays by itself. */
export class ElementPlayback implements Playback {
  playing = $state(false);
  time = $state(0);
  length = $state(0);
  volume = $state(1);
  loop = $state<Range | null>(null);
  rate = $state(1);
  readonly problem = null;
  readonly element: HTMLMediaElement;
  private frame = 0;

  /** `seconds` is its length where the element does not know it yet. */
  constructor(element: HTMLMediaElement, seconds = 0) {
    this.element = element;
    this.length = seconds;
  }

  /** Listens to the element, and returns how to stop. */
  follow(): () => void {
    const { element } = this;
    const read = () => {
      this.playing = !element.paused;
      this.volume = element.muted ? 0 : element.volume;
      this.rate = element.playbackRate;
      this.time = element.currentTime;
      if (Number.isFinite(element.duration)) this.length = element.duration;
    };
    // The browser tells of the time four times a second; a playing cursor moves with every frame.
    const draw = () => {
      this.time = element.currentTime;
      if (this.loop && this.time >= this.loop[1]) void this.seek(this.loop[0]);
      if (!element.paused) this.frame = requestAnimationFrame(draw);
    };
    // A range may reach to the end, where the element stops by itself.
    const goRound = () => {
      if (this.loop) void this.seek(this.loop[0]).then(() => element.play().catch(() => undefined));
    };
    for (const name of EVENTS) element.addEventListener(name, read);
    element.addEventListener('play', draw);
    element.addEventListener('ended', goRound);
    read();
    return () => {
      cancelAnimationFrame(this.frame);
      for (const name of EVENTS) element.removeEventListener(name, read);
      element.removeEventListener('play', draw);
      element.removeEventListener('ended', goRound);
    };
  }

  async toggle(): Promise<void> {
    if (this.element.paused) await this.element.play().catch(() => undefined);
    else this.element.pause();
  }

  async seek(to: number): Promise<void> {
    const { element } = this;
    element.currentTime = Math.min(this.length, Math.max(0, to));
    this.time = element.currentTime;
    if (!element.seeking) return;
    await new Promise((arrived) => element.addEventListener('seeked', arrived, { once: true }));
  }

  async setVolume(volume: number): Promise<void> {
    this.element.muted = volume <= 0;
    if (volume > 0) this.element.volume = Math.min(1, volume);
  }

  async setLoop(range: Range | null): Promise<void> {
    this.loop = range;
  }

  async setRate(rate: number): Promise<void> {
    this.element.playbackRate = rate;
    this.rate = rate;
  }
}
