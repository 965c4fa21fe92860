/** What the runs of a request made: which of them made something, and which of that answers the request. */
import type { Artifact, Run, RunResult, Turn } from '$lib/backend';

/** Whether a step of a run made an artifact: a person gave all others, or pointed at them. */
export function wasMade({ origin }: Artifact): boolean {
  return 'run' in origin && origin.run !== null;
}

/** The runs that made something, oldest first: two of them can be compared. */
export function runsWithResults(turn: Turn): Run[] {
  return turn.runs.filter((run) => run.results.length > 0);
}

/** Whether anything came of a turn. */
export function hasResults(turn: Turn): boolean {
  return runsWithResults(turn).length > 0;
}

/** The results of a run that answer the request, and those that were only made on the way to them. */
export function splitResults(turn: Turn, run: Run): { final: RunResult[]; onTheWay: RunResult[] } {
  const made = new Set(run.results.map(({ subtask }) => subtask));
  // Only where the subtask that goes on with it made something too: else it is all that there is to show.
  const goneOnWith = new Set(
    turn.plan.subtasks.filter(({ id }) => made.has(id)).flatMap(({ depends_on }) => depends_on),
  );
  return {
    final: run.results.filter(({ subtask }) => !goneOnWith.has(subtask)),
    onTheWay: run.results.filter(({ subtask }) => goneOnWith.has(subtask)),
  };
}
