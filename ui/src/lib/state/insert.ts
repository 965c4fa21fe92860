/** Words put into a request that is being written. */
import type { BoundingBox } from '$lib/backend';
import { moment } from './format';
import type { Range } from './playback.svelte';

/** A range as requests name it. They are read in English, whatever the language of the window. */
function rangeWords(range: Range): string {
  const [from, to] = range.map((time) => moment(time).replace(/\.00$/, ''));
  return `${from} to ${to}`;
}

/** A part of a file as requests name it. */
export function partWords(name: string, range: Range): string {
  return `${rangeWords(range)} of ${name}`;
}

/** A box in pixels as requests and fields name it. */
export function boxWords({ x, y, width, height }: BoundingBox): string {
  return `${width}x${height} at ${x},${y}`;
}

/** A place in a video as requests name it, and the range that is meant, if any. */
export function placeWords(box: BoundingBox, range: Range | null): string {
  return range ? `${boxWords(box)} from ${rangeWords(range)}` : boxWords(box);
}

/** The text with words in place of what is selected, parted from their neighbours by spaces, and where the cursor is then. */
export function insertWords(text: string, words: string, start: number, end = start): { text: string; cursor: number } {
  const [before, after] = [text.slice(0, start), text.slice(end)];
  const head = before + (/\S$/.test(before) ? ' ' : '') + words;
  return { text: head + (/^[\p{L}\p{N}]/u.test(after) ? ' ' : '') + after, cursor: head.length };
}
