import type { Uncovered } from '$lib/backend';

/** A piece of a request, and whether nothing of the plan takes it up. */
export interface Piece {
  text: string;
  leftOver: boolean;
}

/** A request cut where words are left over. Their places are bytes of UTF-8. */
export function pieces(instruction: string, uncovered: readonly Uncovered[]): Piece[] {
  const bytes = new TextEncoder().encode(instruction);
  const text = (start: number, end: number) => new TextDecoder().decode(bytes.slice(start, end));
  const found: Piece[] = [];
  let position = 0;
  for (const { words, start } of uncovered) {
    const end = start + new TextEncoder().encode(words).length;
    if (start < position || end > bytes.length) continue;
    if (start > position) found.push({ text: text(position, start), leftOver: false });
    found.push({ text: text(start, end), leftOver: true });
    position = end;
  }
  if (position < bytes.length) found.push({ text: text(position, bytes.length), leftOver: false });
  return found;
}
