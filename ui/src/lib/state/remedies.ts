/** What can be done about a run that did not do all that was asked for. */
import type { Plan, Run, Subtask, Turn } from '$lib/backend';
import { LIKELY } from './solutions/labels';

/** Getting models, pointing at an artifact, running other solutions, or the same once more; `failed`: of how many things it is
 *  only these that are done again. */
export type Remedy =
  | { kind: 'get'; models: string[] }
  | { kind: 'point'; artifact: string }
  | { kind: 'next' | 'retry'; solutions: number[] }
  | { kind: 'failed'; solutions: number[]; count: number };

/** More than two choices are no help. */
const MOST = 2;

/** The most promising remedies of the newest run of a turn, the best first; none of older runs, and of one that did all.
 *  `canPoint`: whether an artifact, by its id, is an image that can be pointed at. */
export function remediesOf(turn: Turn, run: Run, canPoint: (id: string) => boolean): Remedy[] {
  const reached = new Set(run.results.map(({ subtask }) => subtask));
  const failed = turn.plan.subtasks.filter(({ id }) => !reached.has(id));
  const hasFailed = run.missing.length > 0 || run.steps.some(({ status }) => status === 'failed');
  const isOpen = ['failed', 'partial', 'done'].includes(run.status);
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
  const same = canChange(turn, run, failed);
  if (same && reached.size > 0) remedies.push({ kind: 'failed', solutions: ran, count: endsOf(turn.plan, failed) });
  const next = turn.plan.subtasks.map((subtask, place) => {
    const solution = ran[place] ?? 0;
    return reached.has(subtask.id) ? solution : nextSolution(turn, subtask, solution);
  });
  if (next.some((solution, place) => solution !== ran[place])) remedies.push({ kind: 'next', solutions: next });
  if (same && reached.size === 0) remedies.push({ kind: 'retry', solutions: ran });
  return remedies.slice(0, MOST);
}

/** How many of these subtasks no other goes on with: so many results are lacking. */
function endsOf({ subtasks }: Plan, some: readonly Subtask[]): number {
  const goneOnWith = new Set(subtasks.flatMap(({ depends_on }) => depends_on));
  return some.filter(({ id }) => !goneOnWith.has(id)).length || some.length;
}

/** Whether the same once more can come out otherwise: not where something is lacking still, and not where the same was tried
 *  before and failed for the same reasons. */
function canChange(turn: Turn, run: Run, failed: readonly Subtask[]): boolean {
  const isLacking = (subtask: Subtask) =>
    lacks(turn, subtask.id, run.solutions[turn.plan.subtasks.indexOf(subtask)] ?? 0) ||
    run.missing.some((one) => one.subtask === subtask.id && one.models.length === 0);
  const tried = turn.runs.some((other) => other.id !== run.id && attempt(other) === attempt(run));
  return !tried && !failed.every(isLacking);
}

/** What a run tried, and why it failed: equal for runs of which the second told nothing new. */
function attempt({ solutions, steps }: Run): string {
  return JSON.stringify([solutions, steps.map(({ settings, error }) => [settings, error?.message])]);
}

/** The first solution after one that can run here and is likely meant; the one itself where there is none. */
function nextSolution(turn: Turn, { id, solutions }: Subtask, solution: number): number {
  for (let other = solution + 1; other < solutions.length; other += 1) {
    if ((solutions[other]?.score ?? 0) >= LIKELY && !lacks(turn, id, other)) return other;
  }
  return solution;
}

/** Whether a solution lacks something on this computer now. */
function lacks(turn: Turn, subtask: number, solution: number): boolean {
  return turn.missing_actions.some(({ action }) => action.subtask === subtask && action.solution === solution);
}
