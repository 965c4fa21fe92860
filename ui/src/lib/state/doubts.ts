/** Whether a request can be meant otherwise than it was planned. */
import type { Backend, Readings, Turn } from '$lib/backend';
import { hasResults } from './results';
import { runsHere } from './solutions/labels';

/** The ways in which a new turn's request can be meant; null where they need not be looked for: nothing ran before that it
 *  could be about, and it can be done here as it was planned. */
export async function readingsInDoubt(backend: Backend, turn: Turn, turns: readonly Turn[]): Promise<Readings | null> {
  const follows = turns.some((one) => one.id !== turn.id && !one.taken_back && hasResults(one));
  if (!follows && runsHere(turn)) return null;
  return backend.call('readings', { turn: turn.id }).catch(() => null);
}

/** Whether a person is asked which of these ways is meant. */
export function isInDoubt(found: Readings | null): boolean {
  return found !== null && (found.changes || found.talk !== undefined);
}

/** The way to take without asking; null: none. What takes the newest turn back is done at once, as it runs nothing, and one
 *  click brings the turn back. */
export function readingToTake(found: Readings | null): number | null {
  if (!found?.undoes || !isInDoubt(found)) return null;
  return found.others.find(({ reading }) => reading === 0)?.reading ?? null;
}
