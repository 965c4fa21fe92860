/** Requests of before in the composer, as a shell has them: ↑ goes back, ↓ comes forward again to an empty line. */

/** The request that an arrow key brings into the composer; null where the key moves the cursor as usual. `earlier`: oldest first. */
export function recall(earlier: readonly string[], text: string, key: string): string | null {
  if (key !== 'ArrowUp' && key !== 'ArrowDown') return null;
  const distinct = [...new Set(earlier.toReversed())];
  const place = text === '' ? -1 : distinct.indexOf(text);
  // What was typed is not overwritten.
  if (text !== '' && place < 0) return null;
  if (key === 'ArrowUp') return distinct[place + 1] ?? null;
  if (place < 0) return null;
  return place === 0 ? '' : (distinct[place - 1] ?? null);
}
