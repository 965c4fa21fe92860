/** What can be done about a run that did not do all that was asked for. */
import type { Run, Turn } from '$lib/backend';

/** Getting models, pointing at an artifact, running other solutions, or the same once more. */
export type Remedy =
  | { kind: 'get'; models: string[] }
  | { kind: 'point'; artifact: string }
  | { kind: 'next' | 'retry'; solutions: number[] };

/** More than two choices are no help. */
const MOST = 2;

/** The most promising remedies of the newest run of a turn, the best first; none of older runs, and of one that did all.
 *  `canPoint`: whether an artifact, by its id, is an image that can be pointed at. */
export function remediesOf(turn: Turn, run: Run, canPoint: (id: string) => boolean): Remedy[] {
  const reached = new Set(run.results.map(({ subtask }) => subtask));
  const failed = turn.plan.subtasks.filter(({ id }) => !reached.has(id));
  const hasFailed = run.missing.length > 0 || run.steps.some(({ status }) => status === 'failed');
  const isOpen = run.status === 'failed' || run.status === 'done';
  if (!isOpen || !hasFailed || failed.length === 0 || turn.runs.at(-1)?.id !== run.id) return [];

  const remedies: Remedy[] = [];
  const models = run.missing.map((one) => one.models);
  if (models.length > 0 && models.every((ids) => ids.length > 0)) {
    remedies.push({ kind: 'get', models: [...new Set(models.flat())] });
  }
  const offers = run.missing.filter(({ offer }) => offer === 'point');
  const images = offers.flatMap(({ artifact }) => (artifact === undefined ? turn.artifacts : [artifact]));
  const image = images.find(canPoint);
  if (image !== undefined) remedies.push({ kind: 'point', artifact: image });

  const ran = turn.plan.subtasks.map((_, place) => run.solutions[place] ?? 0);
  const next = turn.plan.subtasks.map(({ id, solutions }, place) => {
    const solution = ran[place] ?? 0;
    const isNext = !reached.has(id) && solution + 1 < solutions.length;
    return isNext ? nextSolution(turn, id, solution, solutions.length) : solution;
  });
  if (next.some((solution, place) => solution !== ran[place])) remedies.push({ kind: 'next', solutions: next });
  remedies.push({ kind: 'retry', solutions: ran });
  return remedies.slice(0, MOST);
}

/** The first solution after one that can run here; the one itself where there is none. */
function nextSolution(turn: Turn, subtask: number, solution: number, count: number): number {
  const lacks = (other: number) =>
    turn.missing_actions.some(({ action }) => action.subtask === subtask && action.solution === other);
  for (let other = solution + 1; other < count; other += 1) if (!lacks(other)) return other;
  return solution;
}
