/** Finding conversations by what was said and made in them, which the application knows. */
import type { Backend } from '$lib/backend';

/** How long after the last key it is asked, in milliseconds. */
const PAUSE = 150;

/** What was said in conversations with the words that are looked for, by their ids. */
export type Said = ReadonlyMap<string, string>;

/** Looks for words once no more are typed, and tells what was found. Returns how to leave it: nothing is told after that. */
export function searchSaid(backend: Backend, words: string, tell: (said: Said) => void): () => void {
  let isLeft = false;
  async function ask() {
    const found = await backend.call('search_conversations', { words }).catch(() => []);
    if (!isLeft) tell(new Map(found.map(({ summary, said }) => [summary.id, said])));
  }
  const timer = setTimeout(() => void ask(), PAUSE);
  return () => {
    isLeft = true;
    clearTimeout(timer);
  };
}
