/** Something that is laid over a picture or a film: how large it can be there, and at which places. */
import type { BoundingBox } from '$lib/backend';
import type { Extent } from '../view';

/** The box that something laid takes. */
export interface Placed extends BoundingBox {
  /** How large it is, in percent. */
  percent: number;
  /** The name of the place that it is at; null beside all of them. */
  place: string | null;
}

/** Lengths are in pixels of what it lies on. */
export interface Laid {
  /** What it lies on. */
  readonly ground: Extent;
  /** The names of the places that it can have. */
  readonly places: readonly string[];
  /** Whether it can lie beside these places too. */
  readonly isFree: boolean;
  /** Width to height where it lies beside them. */
  readonly ratio: number;
  /** The box that it takes at a place, so many percent large. */
  at(place: string, percent: number): Placed;
  /** How many percent large it is where it is so wide: what its size can be that is nearest. */
  percentOf(width: number): number;
}

/** Sizes are written with two digits behind the point: in these, every width in pixels can be told from the next. */
export function hundredths(percent: number): number {
  return Math.round(percent * 100) / 100;
}

/** What a stage knows as a box, as something laid. */
export function placed(laid: Laid, box: BoundingBox): Placed {
  return 'percent' in box ? (box as Placed) : { ...box, percent: laid.percentOf(box.width), place: null };
}

/** Whether two lengths are the same, but for parts of pixels. */
export function isNear(one: number, other: number): boolean {
  return Math.abs(one - other) < 0.75;
}

/** Whether two boxes are the same, but for parts of pixels. */
export function isSame(one: BoundingBox, other: BoundingBox): boolean {
  return (
    isNear(one.x, other.x) &&
    isNear(one.y, other.y) &&
    isNear(one.x + one.width, other.x + other.width) &&
    isNear(one.y + one.height, other.y + other.height)
  );
}

/** Where names of people stand in films, above the bottom. */
export const LOWER_THIRD = 'lower third';

/** The shares of the way from the left and from the top at which a place lies, 0 to 1, by the words of its name. */
export function sharesOf(place: string): [across: number, down: number] {
  if (place === LOWER_THIRD) return [0, 1];
  const share = (first: string, last: string) => {
    if (place.includes(first)) return 0;
    return place.includes(last) ? 1 : 0.5;
  };
  return [share('left', 'right'), share('top', 'bottom')];
}
