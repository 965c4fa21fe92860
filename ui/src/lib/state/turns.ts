/** Turns of a conversation: which are shown, which still move, which is taken back next, and what they are about. */
import type { Artifact, Readings, Run, Turn } from '$lib/backend';
import { hasResults, runsWithResults } from './results';

/** Whether a run still moves. */
export function isActive(run: Run): boolean {
  return run.status === 'queued' || run.status === 'running';
}

/** Whether there is a solution for anything that was asked for. */
export function canRun(turn: Turn): boolean {
  return turn.plan.subtasks.some((subtask) => subtask.solutions.length > 0);
}

/** Whether a value that a tool needs was not said: it is filled in before anything runs. */
export function lacksValue(turn: Turn): boolean {
  return turn.plan.uncovered?.some((one) => one.kind === 'unsaid') ?? false;
}

/** Whether a turn's plan runs without a person saying so. */
export function canBegin(turn: Turn): boolean {
  return canRun(turn) && !lacksValue(turn) && !turn.needs_consent;
}

/** Whether a turn does what a recipe says: its words ask for nothing. */
export function followsRecipe({ plan }: Turn): boolean {
  return plan.source === 'steps';
}

/** Whether a turn is to be seen: one that was taken back before anything ran is not. */
export function isShown(turn: Turn): boolean {
  return !turn.taken_back || turn.runs.length > 0;
}

/** Whether a turn can be taken back: something came of it that counts, and nothing of it runs. */
export function canTakeBack(turn: Turn): boolean {
  return !turn.taken_back && hasResults(turn) && !turn.runs.some(isActive);
}

/** When something was last done for a turn, in milliseconds since 1970. */
export function lastMoved({ created_at, runs }: Turn): number {
  return Math.max(created_at, ...runs.map(({ started_at }) => started_at));
}

/** What a request is about: what is attached to it, or else the newest results before it that count, or the newest files. */
export function aboutOf(turn: Turn, turns: readonly Turn[], artifacts: ReadonlyMap<string, Artifact>): Artifact[] {
  const earlier = turns.slice(0, turns.indexOf(turn)).reverse();
  const before = earlier.flatMap((one) => {
    const run = one.taken_back ? undefined : runsWithResults(one).at(-1);
    return [run?.results.map(({ artifact }) => artifact) ?? [], one.artifacts];
  });
  const known = [turn.artifacts, ...before].map((ids) => ids.flatMap((id) => artifacts.get(id) ?? []));
  return known.find((found) => found.length > 0) ?? [];
}

/** The turn whose solutions the bench shows: the one that was asked for, else the newest that has some and counts. */
export function turnOnBench(
  turns: readonly Turn[],
  shown: string | null,
  readings: Readonly<Record<string, Readings>>,
): Turn | null {
  const counts = (turn: Turn) =>
    !turn.taken_back && turn.plan.subtasks.length > 0 && readings[turn.id]?.talk === undefined;
  return turns.find(({ id }) => id === shown) ?? turns.findLast(counts) ?? turns.at(-1) ?? null;
}
