/** What a call of a reading is given, in words. */
import type { ReadCall, ReadValue } from '$lib/backend';
import { m } from '$lib/messages/index.svelte';

function shown({ label, value, unit }: ReadValue): string {
  const amount = unit === '' ? value : `${value} ${unit}`;
  return `${label}: ${value === '' ? m.noValue : amount}`;
}

/** Files, words and values of a call, separated by dots; empty where it has none. */
export function detailsOf({ files, words, values }: ReadCall): string {
  return [...files, ...(words ? [m.quoted(words)] : []), ...values.map(shown)].join(' · ');
}
