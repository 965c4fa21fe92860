/** Sizes and distances of what is laid over something, as fields write them and the program reads them. */
import { hundredths } from './laid';

/** A share of a whole in percent, or pixels. */
export type Measure = { percent: number } | { pixels: number };

/** A width, a height, or the largest size within so many pixels. */
export type OverlaySize = { width: Measure } | { height: Measure } | { within: [wide: number, high: number] };

const MEASURE = /^(?:(\d{1,6}(?:[.,]\d{1,4})?)\s*(?:%|per ?cent)|(\d{1,5})\s*(?:px|pixels?)?)$/;
const WITHIN = /^(\d{1,5})\s*x\s*(\d{1,5})$/;

/** So many pixels, as part of a whole. */
export function pixelsOf(measure: Measure, whole: number): number {
  return 'percent' in measure ? (whole * measure.percent) / 100 : measure.pixels;
}

/** A distance such as `2%` or `20 px`; null for what is none. */
export function readMeasure(text: string): Measure | null {
  const [found, percent, pixels] = MEASURE.exec(text.trim().toLowerCase()) ?? [];
  if (found === undefined) return null;
  return percent === undefined ? { pixels: Number(pixels) } : { percent: Number(percent.replace(',', '.')) };
}

/** A size such as `25%`, `300 wide`, `10% high` or `320x180`; null for what is none. */
export function readSize(text: string): OverlaySize | null {
  const size = text.trim().toLowerCase().replace('×', 'x');
  const [, wide, high] = WITHIN.exec(size) ?? [];
  if (wide && high) return { within: [Number(wide), Number(high)] };
  const isHigh = size.endsWith(' high');
  const length = size.replace(/ (?:high|wide)$/, '');
  // A bare number says neither.
  const measure = length === size && /^\d+$/.test(length) ? null : readMeasure(length);
  if (!measure || !isPossible(measure)) return null;
  return isHigh ? { height: measure } : { width: measure };
}

function isPossible(measure: Measure): boolean {
  return 'percent' in measure ? measure.percent >= 0.1 && measure.percent <= 100 : measure.pixels > 0;
}

/** A width in percent as fields write it. */
export function percentText(percent: number): string {
  return `${hundredths(percent)}%`;
}
