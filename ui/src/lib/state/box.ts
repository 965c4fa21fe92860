/** A box on an image or on a frame of a video: drawn, moved and changed in whole pixels, and never outside. */
import type { BoundingBox } from '$lib/backend';
import { type Extent, type Position, toStage, type View } from './view';

/** Where a box is held: its left side, its right one or neither (-1, 1, 0), and likewise its top and bottom. */
export interface Grip {
  x: -1 | 0 | 1;
  y: -1 | 0 | 1;
}

/** The grips at which a box is made larger or smaller. */
export const GRIPS: readonly Grip[] = ([-1, 0, 1] as const).flatMap((x) =>
  ([-1, 0, 1] as const).flatMap((y) => (x === 0 && y === 0 ? [] : [{ x, y }])),
);

/** The grip that is all of a box: it is moved by it. */
const WHOLE: Grip = { x: 0, y: 0 };

/** The keys that are held while a box is moved or changed. */
export interface HeldKeys {
  altKey: boolean;
  shiftKey: boolean;
}

/** A line across an image that a box is snapped to: upright at an `x`, level at a `y`. */
export type Guide = { x: number } | { y: number };

/** How a box is held and changed. */
export interface BoxRules {
  /** The sides and corners at which it is resized. */
  grips: readonly Grip[];
  /** Whether another one can be drawn beside it, and it can be taken away. */
  isDrawn: boolean;
  /** The box with what it is held at moved so many pixels right and down. `near`: so many pixels are near by. */
  dragged(before: BoundingBox, grip: Grip, by: Position, keys: HeldKeys, near: number): BoundingBox;
  /** The box after an arrow key that points right (1, 0), down (0, 1), left or up. */
  nudged(box: BoundingBox, arrow: Position, keys: HeldKeys): BoundingBox;
  /** The lines that it is snapped to. */
  guides(box: BoundingBox): Guide[];
}

/** How near to a grip it is taken, in pixels of the stage. */
export const REACH = 9;

/** The whole image as large as the stage allows, in its middle: as a video lies in its element. */
export function contained(image: Extent, stage: Extent): View {
  if (image.width <= 0 || image.height <= 0) return { x: 0, y: 0, scale: 1 };
  const scale = Math.min(stage.width / image.width, stage.height / image.height);
  return { x: (stage.width - image.width * scale) / 2, y: (stage.height - image.height * scale) / 2, scale };
}

function within(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value));
}

/** A span between two places of a side, in whole pixels of it: at least one, none outside. */
function span(one: number, other: number, side: number): [from: number, length: number] {
  const [a, b] = [one, other].map((at) => within(Math.round(at), 0, side)) as [number, number];
  const from = Math.min(a, b, side - 1);
  return [from, Math.max(1, Math.abs(b - a))];
}

/** The box between two opposite corners. */
export function boxBetween(one: Position, other: Position, image: Extent): BoundingBox {
  const [x, width] = span(one.x, other.x, image.width);
  const [y, height] = span(one.y, other.y, image.height);
  return { x, y, width, height };
}

/** The box so many pixels further right and down, as far as the image reaches. */
export function moved(box: BoundingBox, by: Position, image: Extent): BoundingBox {
  return {
    ...box,
    x: within(Math.round(box.x + by.x), 0, image.width - box.width),
    y: within(Math.round(box.y + by.y), 0, image.height - box.height),
  };
}

/** The box with what it is held at moved so many pixels right and down. */
export function resized(box: BoundingBox, grip: Grip, by: Position, image: Extent): BoundingBox {
  const [left, top] = [box.x + (grip.x < 0 ? by.x : 0), box.y + (grip.y < 0 ? by.y : 0)];
  const right = box.x + box.width + (grip.x > 0 ? by.x : 0);
  const bottom = box.y + box.height + (grip.y > 0 ? by.y : 0);
  return boxBetween({ x: left, y: top }, { x: right, y: bottom }, image);
}

/** A box in the middle, to begin with where none is drawn. */
export function middleBox(image: Extent): BoundingBox {
  const { width, height } = image;
  return boxBetween({ x: width * 0.375, y: height * 0.375 }, { x: width * 0.625, y: height * 0.625 }, image);
}

/** Where on the stage a box is held at a grip. */
export function gripPlace(box: BoundingBox, { x, y }: Grip, view: View): Position {
  return toStage(view, { x: box.x + (box.width * (x + 1)) / 2, y: box.y + (box.height * (y + 1)) / 2 });
}

/** Whether a side of a box is long enough on the stage for a grip in its middle. */
export function hasMiddle(length: number, view: View): boolean {
  return length * view.scale >= 4 * REACH;
}

/** What a box is held at by a place on the stage: one of the grips, or all of it; null beside it. */
export function gripAt(box: BoundingBox, view: View, at: Position, grips = GRIPS): Grip | null {
  const x = holds(box.x * view.scale + view.x, box.width * view.scale, at.x);
  const y = holds(box.y * view.scale + view.y, box.height * view.scale, at.y);
  if (x === null || y === null) return null;
  return grips.find((grip) => grip.x === x && grip.y === y) ?? WHOLE;
}

/** A box that can be anywhere in an image, of any size. Arrow keys move it by a sixtieth of the image, with Shift by a pixel, and
 *  with Alt they move its lower right corner. */
export function anywhere(image: Extent): BoxRules {
  const changed = (box: BoundingBox, grip: Grip, by: Position) =>
    grip.x === 0 && grip.y === 0 ? moved(box, by, image) : resized(box, grip, by, image);
  return {
    grips: GRIPS,
    isDrawn: true,
    dragged: changed,
    nudged(box, arrow, { altKey, shiftKey }) {
      const step = shiftKey ? 1 : Math.max(1, Math.round(Math.max(image.width, image.height) / 60));
      return changed(box, altKey ? { x: 1, y: 1 } : WHOLE, { x: arrow.x * step, y: arrow.y * step });
    },
    guides: () => [],
  };
}

/** Which end of a line a place holds, or its middle; null beside it. A short line leaves its middle to be held as well. */
function holds(from: number, length: number, at: number): -1 | 0 | 1 | null {
  const inside = Math.min(REACH, length / 3);
  const beside = at - from;
  if (beside < -REACH || beside > length + REACH) return null;
  if (beside < inside) return -1;
  return beside > length - inside ? 1 : 0;
}
