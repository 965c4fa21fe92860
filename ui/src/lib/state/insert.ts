/** Words put into a request that is being written. */
import { moment } from './format';
import type { Range } from './playback.svelte';

/** A part of a file as requests name it. They are read in English, whatever the language of the window. */
export function partWords(name: string, range: Range): string {
  const [from, to] = range.map((time) => moment(time).replace(/\.00$/, ''));
  return `${from} to ${to} of ${name}`;
}

/** The text with words in place of what is selected, parted from their neighbours by spaces, and where the cursor is then. */
export function insertWords(text: string, words: string, start: number, end = start): { text: string; cursor: number } {
  const [before, after] = [text.slice(0, start), text.slice(end)];
  const head = before + (/\S$/.test(before) ? ' ' : '') + words;
  return { text: head + (/^[\p{L}\p{N}]/u.test(after) ? ' ' : '') + after, cursor: head.length };
}
