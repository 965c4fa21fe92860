/** A part of what plays, marked by where it begins and where it ends. */
import type { Range } from './playback.svelte';

/** Seconds of the shortest range that can be gone round. */
const SHORTEST = 0.05;

/** The range between two moments in either order; none where they are too near to each other. */
export function rangeBetween(one: number, other: number): Range | null {
  const range: Range = one < other ? [one, other] : [other, one];
  return range[1] - range[0] >= SHORTEST ? range : null;
}

/** The range with its beginning at `time`: up to where it ended, or to the end of the whole. */
export function beginAt(range: Range | null, time: number, length: number): Range | null {
  const end = range && range[1] > time ? range[1] : length;
  return rangeBetween(time, end) ?? range;
}

/** The range with its end at `time`: from where it began, or from the start of the whole. */
export function endAt(range: Range | null, time: number): Range | null {
  const begin = range && range[0] < time ? range[0] : 0;
  return rangeBetween(begin, time) ?? range;
}
