import { expect, test } from 'vitest';
import type { Event, Run, RunStatus, Step, Turn } from '../src/lib/backend';
import { afterEvents, findRun, withMissing, withRun, withTakenBack, withTurn } from '../src/lib/state/turn-changes';

const stepOf = (index: number, progress: number) => ({ index, progress }) as Step;
const runOf = (id: string, turn: string, status: RunStatus = 'running', ...steps: Step[]) =>
  ({ id, turn, status, steps }) as Run;
const turnOf = (id: string, ...runs: Run[]) => ({ id, runs, taken_back: false }) as unknown as Turn;
const step = (run: string, index: number, progress: number): Event => ({
  type: 'step',
  run,
  step: stepOf(index, progress),
});

const turns: readonly Turn[] = [turnOf('a', runOf('r', 'a')), turnOf('b')];

test('a turn takes the place of the one that it was, or comes last', () => {
  const again = { ...turnOf('a'), instruction: 'again' };
  expect(withTurn(turns, again)).toEqual([again, turns[1]]);
  expect(withTurn(turns, turnOf('c')).map(({ id }) => id)).toEqual(['a', 'b', 'c']);
});

test('a run changes its own turn alone', () => {
  const after = withRun(turns, runOf('s', 'a'));
  expect(after[0]?.runs.map(({ id }) => id)).toEqual(['r', 's']);
  expect(after[1]).toBe(turns[1]);
  expect(findRun(after, 's')).toBe(after[0]?.runs[1]);
  expect(withRun(turns, runOf('s', 'of another conversation'))).toBe(turns);
});

test('steps come into their places, and none after a run that tells them', () => {
  const moved = afterEvents(turns, [step('r', 2, 0.1), step('r', 0, 0.2), step('r', 2, 0.4)]);
  expect(findRun(moved, 'r')?.steps).toEqual([stepOf(0, 0.2), stepOf(2, 0.4)]);
  const ended = runOf('r', 'a', 'done', stepOf(0, 1));
  const after = afterEvents(turns, [step('r', 0, 0.9), { type: 'run', run: ended }]);
  expect(findRun(after, 'r')).toBe(ended);
});

test('what tells nothing of its turns leaves them as they are', () => {
  expect(afterEvents(turns, [{ type: 'tools', tools: [] }, step('elsewhere', 0, 1)])).toBe(turns);
});

test('turns are taken back, and lack what is told anew', () => {
  expect(withTakenBack(turns, ['b']).map(({ taken_back }) => taken_back)).toEqual([false, true]);
  const losses = [{ subtask: 't', solution: 0, losses: ['the sound'] }] as never;
  const after = withMissing(turns, [{ ...turnOf('b'), missing_actions: [], losses }]);
  expect(after.map((turn) => turn.losses)).toEqual([undefined, losses]);
  expect(after[0]?.runs).toBe(turns[0]?.runs);
});
