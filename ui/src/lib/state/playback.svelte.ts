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
  toggle(): Promise<void>;
  seek(to: number): Promise<void>;
  setVolume(volume: number): Promise<void>;
  setLoop(range: Range | null): Promise<void>;
}

const EVENTS = ['play', 'pause', 'ended', 'timeupdate', 'seeked', 'loadedmetadata', 'durationchange', 'volumechange'];

/** An element that plays by itself. */
export class ElementPlayback implements Playback {
  playing = $state(false);
  time = $state(0);
  length = $state(0);
  volume = $state(1);
  loop = $state<Range | null>(null);
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
      this.time = element.currentTime;
      if (Number.isFinite(element.duration)) this.length = element.duration;
    };
    // The browser tells of the time four times a second; a playing cursor moves with every frame.
    const draw = () => {
      this.time = element.currentTime;
      if (this.loop && this.time >= this.loop[1]) void this.seek(this.loop[0]);
      if (!element.paused) this.frame = requestAnimationFrame(draw);
    };
    for (const name of EVENTS) element.addEventListener(name, read);
    element.addEventListener('play', draw);
    read();
    return () => {
      cancelAnimationFrame(this.frame);
      for (const name of EVENTS) element.removeEventListener(name, read);
      element.removeEventListener('play', draw);
    };
  }

  async toggle(): Promise<void> {
    if (this.element.paused) await this.element.play().catch(() => undefined);
    else this.element.pause();
  }

  async seek(to: number): Promise<void> {
    this.element.currentTime = Math.min(this.length, Math.max(0, to));
    this.time = this.element.currentTime;
  }

  async setVolume(volume: number): Promise<void> {
    this.element.muted = volume <= 0;
    if (volume > 0) this.element.volume = Math.min(1, volume);
  }

  async setLoop(range: Range | null): Promise<void> {
    this.loop = range;
  }
}
