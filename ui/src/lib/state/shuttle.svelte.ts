/** Going through what plays by the keys J, K and L: back, stop and forward, and faster with every further press. */
import type { Playback } from './playback.svelte';

const FASTEST = 4;
const faster = (rate: number) => [1, 2, FASTEST].find((one) => one > rate) ?? FASTEST;

/** Resolves to the time of the next frame, in milliseconds. */
const nextFrame = () => new Promise<number>((come) => requestAnimationFrame(come));

export class Shuttle {
  /** How fast it goes back: 0 where it does not. */
  back = $state(0);
  /** Whether it was made faster here than it had been. */
  private quick = false;
  /** How often it began to go back: only the newest goes on. */
  private begun = 0;
  private readonly playback: Playback;
  private readonly next: () => Promise<number>;

  constructor(playback: Playback, next = nextFrame) {
    this.playback = playback;
    this.next = next;
  }

  /** L: plays, and faster where it plays already. */
  async forward(): Promise<void> {
    const { playback } = this;
    this.back = 0;
    this.quick = playback.playing;
    await playback.setRate?.(this.quick ? faster(playback.rate ?? 1) : 1);
    if (!playback.playing) await playback.toggle();
  }

  /** J: goes back, and faster where it goes back already. What plays cannot run backwards: it is sought frame by frame. */
  async backward(): Promise<void> {
    if (this.back > 0) {
      this.back = faster(this.back);
      return;
    }
    this.begun += 1;
    const { begun } = this;
    const isGoing = () => this.back > 0 && begun === this.begun;
    const stopped = this.stop();
    this.back = 1;
    await stopped;
    let last = await this.next();
    while (isGoing()) {
      const now = await this.next();
      if (!isGoing()) break;
      const to = Math.max(0, this.playback.time - (this.back * (now - last)) / 1000);
      last = now;
      await this.playback.seek(to);
      if (to === 0) this.back = 0;
    }
  }

  /** K: stops, and takes back what L made faster. */
  async stop(): Promise<void> {
    const { playback } = this;
    this.back = 0;
    if (playback.playing) await playback.toggle();
    if (this.quick) await playback.setRate?.(1);
    this.quick = false;
  }
}
