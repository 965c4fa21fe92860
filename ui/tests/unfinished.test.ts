import { expect, test } from 'vitest';
import type { Event, ModelInfo, Run, RunStatus, Step, StepStatus } from '../src/lib/backend';
import { afterEvents, afterOpening, type Going, unfinished } from '../src/lib/state/unfinished';
import { MODELS } from './fake/models';

const stepOf = (index: number, status: StepStatus) => ({ index, status }) as Step;
const runOf = (id: string, status: RunStatus, ...steps: StepStatus[]) =>
  ({ id, status, steps: steps.map((one, index) => stepOf(index, one)) }) as Run;
const run = (...args: Parameters<typeof runOf>): Event => ({ type: 'run', run: runOf(...args) });
const step = (run: string, index: number, status: StepStatus): Event => ({
  type: 'step',
  run,
  step: stepOf(index, status),
});

const NOTHING: Going = new Map();
const stepsAfter = (...events: Event[]) => unfinished(afterEvents(NOTHING, events), [])?.steps ?? 0;

test('nothing is asked while nothing goes on', () => {
  expect(unfinished(NOTHING, MODELS)).toBeNull();
  expect(unfinished(afterOpening(NOTHING, [runOf('r', 'done', 'done'), runOf('s', 'interrupted')]), [])).toBeNull();
});

test('the steps that run are counted, over all runs', () => {
  expect(stepsAfter(run('r', 'running', 'done', 'running', 'running'), run('s', 'running', 'running'))).toBe(3);
  expect(stepsAfter(run('r', 'queued'))).toBe(1);
});

test('a step that ends counts no more, and a run that ended counts for nothing', () => {
  const begun = [run('r', 'running'), step('r', 0, 'running'), step('r', 1, 'running')];
  expect(stepsAfter(...begun)).toBe(2);
  expect(stepsAfter(...begun, step('r', 1, 'done'))).toBe(1);
  expect(stepsAfter(...begun, step('r', 0, 'done'), step('r', 1, 'failed'))).toBe(1);
  expect(stepsAfter(...begun, run('r', 'cancelled', 'cancelled', 'cancelled'), step('r', 0, 'cancelled'))).toBe(0);
});

test('a run that began before the window is known by its steps, and by its conversation', () => {
  expect(stepsAfter(step('r', 3, 'running'))).toBe(1);
  expect(unfinished(afterOpening(NOTHING, [runOf('r', 'running', 'running', 'waiting')]), [])?.steps).toBe(1);
});

test('models that come are counted, not those that are looked through', () => {
  const work = (kind: 'get' | 'verify') => ({ kind, bytes: 1, total: 2, speed: 0, seconds_left: null });
  const at = (kind: 'get' | 'verify'): ModelInfo => ({ ...MODELS[0]!, work: work(kind) });
  expect(unfinished(NOTHING, [at('get'), at('verify')])).toEqual({ steps: 0, models: 1 });
  expect(unfinished(NOTHING, [at('verify')])).toBeNull();
});

test('what says nothing about runs changes nothing', () => {
  const going = afterEvents(NOTHING, [step('r', 0, 'running')]);
  expect(afterEvents(going, [{ type: 'tools', tools: [] }])).toBe(going);
});
