/** What comes faster than it can be seen, handed on once a frame. */

/** How long is waited where no frame is drawn, as in a window that is hidden, in milliseconds. */
const HIDDEN = 250;

export class Frames<Item> {
  private waiting: Item[] = [];
  private frame = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** `handle` is given what came since the last frame, in its order. */
  constructor(private readonly handle: (items: Item[]) => void) {}

  add(item: Item): void {
    this.waiting.push(item);
    if (this.waiting.length > 1) return;
    this.frame = requestAnimationFrame(() => this.flush());
    this.timer = setTimeout(() => this.flush(), HIDDEN);
  }

  /** Drops what was not handed on. */
  stop(): void {
    cancelAnimationFrame(this.frame);
    clearTimeout(this.timer);
    this.waiting = [];
  }

  private flush(): void {
    const items = this.waiting;
    this.stop();
    if (items.length > 0) this.handle(items);
  }
}
