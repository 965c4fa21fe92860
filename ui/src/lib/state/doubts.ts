/** Whether a request can be meant otherwise than it was planned. */
import type { Backend, Readings, Turn } from '$lib/backend';

/** The ways in which a new turn's request can be meant; null where they cannot be told. */
export function readingsOf(backend: Backend, turn: Turn): Promise<Readings | null> {
  return backend.call('readings', { turn: turn.id }).catch(() => null);
}

/** Whether a person is asked which of these ways is meant, before anything runs. */
export function isInDoubt(found: Readings | null): boolean {
  return found !== null && (found.unsure || found.talk !== undefined);
}
