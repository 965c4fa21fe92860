import { expect, test } from 'vitest';
import type { Turn } from '../src/lib/backend';
import { standing } from '../src/lib/state/standing';

/** A turn of one subtask whose run made a result, or nothing. */
function turn(id: string, result: string | null, taken_back = false): Turn {
  const results = result === null ? [] : [{ subtask: 0, artifact: result }];
  return {
    id,
    taken_back,
    artifacts: ['given'],
    plan: { subtasks: [{ id: 0, depends_on: [] }] },
    runs: [{ results }],
  } as unknown as Turn;
}

test('after a turn is taken back the newest result that counts stands, else what was given', () => {
  const back = turn('b', 'second', true);
  expect(standing([turn('a', 'first'), back, turn('c', null)], [back])).toEqual(['first']);
  const first = turn('a', 'first', true);
  expect(standing([first, back, turn('c', null)], [first, back])).toEqual(['given']);
  expect(standing([], [])).toEqual([]);
});
