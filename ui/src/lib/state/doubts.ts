/** Whether a request can be meant otherwise than it was planned. */
import type { Backend, Readings, Turn } from '$lib/backend';
import { runsHere } from './solutions/labels';
import { canRun, lacksValue } from './turns';

/** The ways in which a new turn's request can be meant; null where they cannot be told. */
export function readingsOf(backend: Backend, turn: Turn): Promise<Readings | null> {
  return backend.call('readings', { turn: turn.id }).catch(() => null);
}

/** The ways that are offered as buttons where a person is asked what a turn means, in their order: null is the turn's own plan. */
export function offered(turn: Turn, found: Readings | undefined): (number | null)[] {
  if (!found?.unsure || turn.runs.length > 0 || turn.taken_back) return [];
  const plan = canRun(turn) && runsHere(turn) && !lacksValue(turn) ? [null] : [];
  return [...plan, ...found.others.map(({ reading }) => reading)];
}

/** A way of a turn that words choose. */
export interface Chosen {
  turn: Turn;
  way: number | null;
}

/** The one at a place, from 1 or from -1 counted from the end; undefined where there is none. */
export function atPlace<T>(all: readonly T[], place: number): T | undefined {
  return all.at(place > 0 ? place - 1 : place);
}

/** Whether a person is asked which of these ways is meant, before anything runs. */
export function isInDoubt(found: Readings | null): boolean {
  return found !== null && (found.unsure || found.talk !== undefined);
}
