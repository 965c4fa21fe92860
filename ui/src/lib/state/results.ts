/** Which results of a run answer the request, and which were only made on the way to them. */
import type { Run, RunResult, Turn } from '$lib/backend';

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
