import { expect, test } from 'vitest';
import type { Missing, Run, Step, Turn } from '../src/lib/backend';
import { remediesOf } from '../src/lib/state/remedies';
import { artifactOf } from './fake/artifacts';
import { manyPlan } from './fake/many';
import { turnOf } from './fake/plans';

function failed(turn: Turn, missing: Partial<Missing>[]): Run {
  const run = { id: 'r', turn: turn.id, solutions: [0], status: 'failed', results: [], missing } as unknown as Run;
  run.steps = [{ index: 0, status: 'failed' } as Step];
  turn.runs.push(run);
  return run;
}
const kinds = (turn: Turn, run: Run) => remediesOf(turn, run, () => true).map(({ kind }) => kind);

test('of what can be done about a failure the two most promising are offered', () => {
  const turn = turnOf('remove the dog');
  const run = failed(turn, [{ subtask: 0, models: ['detr'], offer: 'point', artifact: 't-1' }]);
  expect(kinds(turn, run)).toEqual(['get', 'point']);
  expect(remediesOf(turn, run, () => false).map(({ kind }) => kind)).toEqual(['get']);
});

test('the same once more is offered only where it can come out otherwise', () => {
  const lacking = turnOf('remove the dog');
  expect(kinds(lacking, failed(lacking, [{ subtask: 0, models: [] }]))).toEqual([]);
  // What lacked has come meanwhile.
  const came = turnOf('remove the dog');
  came.missing_actions = [];
  expect(kinds(came, failed(came, [{ subtask: 0, models: ['detr'] }]))).toEqual(['get', 'retry']);
  // It was tried twice, and failed for the same reason.
  const turn = turnOf('make it black and white');
  const first = failed(turn, []);
  first.steps = [
    { index: 0, status: 'failed', settings: {}, error: { message: 'Nothing is there.', hint: '' } } as Step,
  ];
  expect(kinds(turn, first)).toEqual(['retry']);
  turn.runs.push({ ...first, id: 'r-2' });
  expect(kinds(turn, turn.runs[1]!)).toEqual([]);
  turn.runs[1]!.steps = [{ ...first.steps[0]!, error: { message: 'The disk is full.', hint: '' } }];
  expect(kinds(turn, turn.runs[1]!)).toEqual(['retry']);
});

test('a next way that the words hardly mean is not offered', () => {
  const turn = turnOf('go back to the original');
  const [subtask] = turn.plan.subtasks;
  subtask!.solutions.push({ ...subtask!.solutions[0]!, score: 3.4 });
  expect(kinds(turn, failed(turn, []))).toEqual(['retry']);
  subtask!.solutions.push({ ...subtask!.solutions[0]!, score: 4.6 });
  expect(remediesOf(turn, turn.runs[0]!, () => true)[0]).toEqual({ kind: 'next', solutions: [2] });
});

test('the next way is offered where it can run, and the same once more', () => {
  const turn = turnOf('make it black and white');
  const subtask = turn.plan.subtasks[0]!;
  subtask.solutions.push({ ...subtask.solutions[0]! }, { ...subtask.solutions[0]! });
  turn.missing_actions = [{ action: { subtask: 0, solution: 1, action: 0 }, needs: 'a model', bytes: 0, models: [] }];
  const run = failed(turn, []);
  expect(remediesOf(turn, run, () => true)).toEqual([
    { kind: 'next', solutions: [2] },
    { kind: 'retry', solutions: [0] },
  ]);
});

test('nothing is offered once it was done or another run came after it', () => {
  const turn = turnOf('make it black and white');
  const run = failed(turn, []);
  expect(kinds(turn, { ...run, results: [{ subtask: 0, artifact: 't-2' }] })).toEqual([]);
  turn.runs.push({ ...run, id: 'r-2' });
  expect(kinds(turn, run)).toEqual([]);
});

test('of several things only those that failed are done again', () => {
  const given = ['a', 'b', 'c'].map((name) => artifactOf(name, `${name}.png`, 'image', { given: true }));
  const turn = { ...turnOf('make it sepia'), plan: manyPlan('make it sepia', given), missing_actions: [] };
  for (const subtask of turn.plan.subtasks) subtask.solutions.length = 1;
  const run: Run = { ...failed(turn, []), status: 'partial', solutions: [0, 0, 0] };
  run.results = [{ subtask: 1, artifact: 'm-1' }];
  turn.runs = [run];
  expect(remediesOf(turn, run, () => true)).toEqual([{ kind: 'failed', solutions: [0, 0, 0], count: 2 }]);
  // Another way of those that failed is worth a try too, and what was made stays as it is.
  const [first] = turn.plan.subtasks;
  first!.solutions.push({ ...first!.solutions[0]! });
  expect(remediesOf(turn, run, () => true)[1]).toEqual({ kind: 'next', solutions: [1, 0, 0] });
});
