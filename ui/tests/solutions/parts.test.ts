import { describe, expect, test } from 'vitest';
import type { Run } from '../../src/lib/backend';
import { stepOf } from '../../src/lib/state/solutions/parts';

describe('the steps of a run', () => {
  const step = (index: number, ...actions: [number, number, number][]) => ({
    index,
    actions: actions.map(([subtask, solution, action]) => ({ subtask, solution, action })),
  });
  // The first solution failed at its second action, and the second, which shares the first action, was taken instead.
  const run = { steps: [step(0, [1, 0, 0], [1, 1, 0]), step(1, [1, 0, 1]), step(2, [1, 1, 1])] } as unknown as Run;

  test('stand at the actions that they do, whichever way was taken', () => {
    const index = (solution: number, action: number) => stepOf(run, { subtask: 1, solution, action })?.index;
    expect([index(0, 0), index(0, 1), index(1, 0), index(1, 1)]).toEqual([0, 1, 0, 2]);
    expect(stepOf(run, { subtask: 0, solution: 0, action: 0 })).toBeNull();
    expect(stepOf(null, { subtask: 1, solution: 0, action: 0 })).toBeNull();
  });
});
