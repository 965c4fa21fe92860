/** How an image lies on a stage: the whole of it until it is zoomed or moved. */
import { type Extent, fitted, type Position, pan, type View, zoomAt } from './view';

/** Pixels around an image that is seen whole. */
const MARGIN = 24;
const STEP = 1.25;
const ARROWS: Record<string, Position> = {
  ArrowLeft: { x: 60, y: 0 },
  ArrowRight: { x: -60, y: 0 },
  ArrowUp: { x: 0, y: 60 },
  ArrowDown: { x: 0, y: -60 },
};

export class Zoom {
  image = $state.raw<Extent>({ width: 0, height: 0 });
  width = $state(0);
  height = $state(0);
  private moved = $state.raw<View | null>(null);
  readonly view = $derived.by(
    () => this.moved ?? fitted(this.image, { width: this.width, height: this.height }, MARGIN),
  );

  fit(): void {
    this.moved = null;
  }
  in(): void {
    this.by(STEP);
  }
  out(): void {
    this.by(1 / STEP);
  }
  /** Zooms so that what lies under `at` stays there; without it, what is in the middle. */
  by(factor: number, at: Position = { x: this.width / 2, y: this.height / 2 }): void {
    this.moved = zoomAt(this.view, at, factor);
  }
  pan(x: number, y: number): void {
    this.moved = pan(this.view, x, y);
  }
  /** Does what a key is for, and tells whether it is for anything. */
  key(key: string): boolean {
    const arrow = ARROWS[key];
    if (arrow) this.pan(arrow.x, arrow.y);
    else if (key === '+' || key === '=') this.in();
    else if (key === '-') this.out();
    else if (key === '0') this.fit();
    else return false;
    return true;
  }
}
