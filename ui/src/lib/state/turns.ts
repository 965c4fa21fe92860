/** Turns of a conversation: which are shown, which still move, and which is taken back next. */
import type { Run, Turn } from '$lib/backend';
import { hasResults } from './results';

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
