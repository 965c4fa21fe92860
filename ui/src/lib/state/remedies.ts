/** What can be done about a run that did not do all that was asked for. */
import type { Run, Turn } from '$lib/backend';

/** Getting models, pointing at an artifact, running other ways, or the same once more. */
export type Remedy =
  | { kind: 'get'; models: string[] }
  | { kind: 'point'; artifact: string }
  | { kind: 'next' | 'retry'; ways: number[] };

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

  const ways = turn.plan.subtasks.map((_, place) => run.ways[place] ?? 0);
  const next = turn.plan.subtasks.map(({ id, solutions }, place) => {
    const way = ways[place] ?? 0;
    const isNext = !reached.has(id) && way + 1 < solutions.length;
    return isNext ? nextWay(turn, id, way, solutions.length) : way;
  });
  if (next.some((way, place) => way !== ways[place])) remedies.push({ kind: 'next', ways: next });
  remedies.push({ kind: 'retry', ways });
  return remedies.slice(0, MOST);
}

/** The first way after one that can run here; the one itself where there is none. */
function nextWay(turn: Turn, subtask: number, way: number, count: number): number {
  const lacks = (other: number) =>
    turn.missing_actions.some(({ action }) => action.subtask === subtask && action.way === other);
  for (let other = way + 1; other < count; other += 1) if (!lacks(other)) return other;
  return way;
}
