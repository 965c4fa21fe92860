/** Boxes as fields and requests write them, read as the planner reads them. */
import type { BoundingBox } from '$lib/backend';
import type { Extent } from './view';

const PIXELS = [
  /^(?<width>\d{1,5})\s?[x×]\s?(?<height>\d{1,5})\s(?:at|from)\s(?<left>\d{1,5})\s?,\s?(?<top>\d{1,5})$/,
  /^(?:x=)?(?<left>\d{1,5})[\s,]\s?(?:y=)?(?<top>\d{1,5})[\s,]\s?(?:w=)?(?<width>\d{1,5})[\s,]\s?(?:h=)?(?<height>\d{1,5})$/,
];
const WRITTEN = /\b(\d{1,5})\s?[x×]\s?(\d{1,5})\s(?:at|from)\s(\d{1,5})\s?,\s?(\d{1,5})(?![\d%.])/gi;

const SHARE = String.raw`(\d{1,3}(?:[.,]\d{1,2})?)\s?%`;
const EDGE = '(top|upper|bottom|lower|left|right)';
const named = (way: string) => new RegExp(`^(?:the )?${way}$`);
const SHARES = named(String.raw`${SHARE}\s?[x×]\s?${SHARE} at ${SHARE},\s?${SHARE}`);
const STRIP = named(`${EDGE} ${SHARE}`);
const DEEP = named(String.raw`(all but (?:the )?)?${EDGE} (\d{1,5})\s?px`);
const CORNER = named('(top|upper|bottom|lower)[ -](left|right) (quarter|third|corner)');
const PART = named(`${EDGE} (half|two thirds|three quarters|third|quarter|fifth|tenth)`);
const MIDDLE = named(`(?:middle|cent(?:er|re)) ${SHARE}`);

const PARTS: Record<string, number> = {
  half: 50,
  'two thirds': 200 / 3,
  'three quarters': 75,
  third: 100 / 3,
  quarter: 25,
  fifth: 20,
  tenth: 10,
};
/** How much of both sides a corner is, in percent. */
const CORNERS: Record<string, number> = { quarter: 50, third: 100 / 3, corner: 25 };

/** The box that a field's value means on an image: in pixels, in percent, or a named place. Null for anything else, and for
 *  what lies outside. */
export function readBox(value: string, image: Extent): BoundingBox | null {
  const text = value.trim().toLowerCase();
  const [left, top, right, bottom] = inPixels(text) ?? inDepth(text, image) ?? inShares(text, image) ?? [0, 0, 0, 0];
  const box = {
    x: left,
    y: top,
    width: Math.min(right, image.width) - left,
    height: Math.min(bottom, image.height) - top,
  };
  return box.width > 0 && box.height > 0 ? box : null;
}

/** The boxes in pixels that a request's words name. */
export function boxesIn(text: string): BoundingBox[] {
  return [...text.matchAll(WRITTEN)].map(([, width, height, x, y]) => ({
    x: Number(x),
    y: Number(y),
    width: Number(width),
    height: Number(height),
  }));
}

type Edges = [left: number, top: number, right: number, bottom: number];

function inPixels(text: string): Edges | null {
  for (const way of PIXELS) {
    const found = way.exec(text)?.groups;
    if (!found) continue;
    const [left, top] = [Number(found.left), Number(found.top)];
    return [left, top, left + Number(found.width), top + Number(found.height)];
  }
  return null;
}

/** A strip along an edge so many pixels deep, or all but that. */
function inDepth(text: string, { width, height }: Extent): Edges | null {
  const [, rest, edge = '', pixels] = DEEP.exec(text) ?? [];
  if (edge === '') return null;
  const depth = Number(pixels);
  const isFar = ['bottom', 'lower', 'right'].includes(edge);
  // Either the strip before the line, or what lies behind it.
  const isBehind = isFar !== (rest !== undefined);
  const isAcross = edge === 'left' || edge === 'right';
  const side = isAcross ? width : height;
  const line = isFar ? Math.max(0, side - depth) : depth;
  if (isBehind) return isAcross ? [line, 0, width, height] : [0, line, width, height];
  return isAcross ? [0, 0, line, height] : [0, 0, width, line];
}

/** A box in percent of the sides. */
function inShares(text: string, { width, height }: Extent): Edges | null {
  const shares = sharesOf(text);
  if (!shares) return null;
  const [left, top, wide, high] = shares;
  const fits = (from: number, length: number) => length > 0 && from + length <= 100.01;
  if (!fits(left, wide) || !fits(top, high)) return null;
  const at = (percent: number, side: number) => Math.round((percent / 100) * side);
  const [x, y] = [at(left, width), at(top, height)];
  return [x, y, Math.max(x + 1, at(left + wide, width)), Math.max(y + 1, at(top + high, height))];
}

/** Left, top, width and height in percent. */
function sharesOf(text: string): Edges | null {
  const number = (share = '') => Number(share.replace(',', '.'));
  const box = SHARES.exec(text);
  if (box) return [number(box[3]), number(box[4]), number(box[1]), number(box[2])];
  const strip = STRIP.exec(text);
  if (strip) return stripOf(strip[1], number(strip[2]));
  const part = PART.exec(text);
  if (part) return stripOf(part[1], PARTS[part[2] ?? ''] ?? 0);
  const corner = CORNER.exec(text);
  if (corner) {
    const size = CORNERS[corner[3] ?? ''] ?? 0;
    const isLow = corner[1] === 'bottom' || corner[1] === 'lower';
    return [corner[2] === 'right' ? 100 - size : 0, isLow ? 100 - size : 0, size, size];
  }
  const middle = MIDDLE.exec(text);
  const size = number(middle?.[1]);
  return middle && [(100 - size) / 2, (100 - size) / 2, size, size];
}

/** A strip along an edge, so many percent deep. */
function stripOf(edge: string | undefined, share: number): Edges {
  if (edge === 'left') return [0, 0, share, 100];
  if (edge === 'right') return [100 - share, 0, share, 100];
  return edge === 'bottom' || edge === 'lower' ? [0, 100 - share, 100, share] : [0, 0, 100, share];
}
