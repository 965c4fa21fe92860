/** How long each frame of a video is shown, told by the frames themselves as they come. */

/** Frames a second where nothing is known yet. */
const USUAL = 25;
const RATES = [
  5,
  8,
  10,
  12,
  12.5,
  15,
  20,
  24_000 / 1001,
  24,
  25,
  30_000 / 1001,
  30,
  48,
  50,
  60_000 / 1001,
  60,
  90,
  100,
  120,
];
/** Times in a file may be whole milliseconds. */
const ROUNDED = 0.0011;
/** Seconds into the frame that is sought, so that no rounding shows the one before it. */
const INSIDE = 0.001;

/** The usual frame rate that two frames so many seconds apart are of; where there is none, that distance's own. */
export function rateOf(apart: number): number {
  const exact = RATES.find((rate) => Math.abs(1 / rate - apart) < 0.000_015);
  return exact ?? RATES.find((rate) => Math.abs(1 / rate - apart) < Math.min(ROUNDED, apart / 30)) ?? 1 / apart;
}

/** The number of the frame that is shown at a time, from 0. */
export function frameAt(time: number, rate: number): number {
  return Math.floor(time * rate + 0.01);
}

/** A time at which the frame of that number is shown. */
export function timeOf(frame: number, rate: number): number {
  return frame <= 0 ? 0 : frame / rate + INSIDE;
}

export class FrameRate {
  rate = $state(USUAL);
  private nearest = Number.POSITIVE_INFINITY;
  private last: number | null = null;
  /** Whether a frame was shown for longer than one of the usual rate is. */
  private isSlower = false;

  /** Takes in that the frame of this time is shown, and up to which time it was sought where the video stands. */
  saw(time: number, sought = time): void {
    const apart = this.last === null ? 0 : Math.abs(time - this.last);
    this.last = time;
    if (sought - time > 1 / USUAL + ROUNDED / 2) this.isSlower = true;
    // Frames may be left out, and are never nearer to each other than they are.
    if (apart < 0.004 || apart > 0.25 || apart >= this.nearest) return;
    const usual = Math.round(apart * USUAL);
    if (usual > 1 && Math.abs(apart - usual / USUAL) < ROUNDED && !this.isSlower) return;
    this.nearest = apart;
    this.rate = rateOf(apart);
  }

  /** Watches an element's frames where the browser tells of them, and returns how to stop. */
  watch(element: HTMLVideoElement): () => void {
    if (!('requestVideoFrameCallback' in element)) return () => {};
    let next = 0;
    const ask = () => {
      next = element.requestVideoFrameCallback((_, { mediaTime }) => {
        this.saw(mediaTime, element.paused && !element.seeking ? element.currentTime : mediaTime);
        ask();
      });
    };
    ask();
    return () => element.cancelVideoFrameCallback(next);
  }
}
