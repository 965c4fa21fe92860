/** How the steps of a run that do the same for several files stand together. */
import type { ActionPlace, Run, Step, StepStatus, Subtask } from '$lib/backend';
import type { Group } from './groups';
import { stepOf } from './parts';

export interface StepsTogether {
  status: StepStatus;
  /** From 0 to 1, over all of them. */
  progress: number;
  /** How many have ended well. */
  done: number;
}

/** What some of them are is what they are together: the first of these that there is. */
const ORDER: StepStatus[] = ['running', 'failed', 'waiting', 'cancelled', 'skipped', 'done'];

/** The steps of these actions together; null where the run has none of them. */
export function stepsTogether(run: Run | null, places: readonly ActionPlace[]): StepsTogether | null {
  const steps = places.flatMap((place) => stepOf(run, place) ?? []);
  return steps.length > 0 ? together(steps, places.length) : null;
}

/** Steps together; there are to be `count` of them. */
export function together(steps: readonly Step[], count = steps.length): StepsTogether {
  const found = new Set(steps.map(({ status }) => status));
  if (steps.length < count) found.add('waiting');
  const done = steps.filter(({ status }) => status === 'done').length;
  const isGoingOn = found.has('waiting') && done > 0;
  const status = isGoingOn ? 'running' : (ORDER.find((one) => found.has(one)) ?? 'waiting');
  const progress =
    steps.reduce((sum, step) => sum + (step.status === 'done' ? 1 : step.progress), 0) / Math.max(1, count);
  return { status, progress, done };
}

/** Gathers steps that do the same for subtasks of one group, in the order of the first of each. */
export function groupSteps(steps: readonly Step[], groups: readonly Group<Subtask>[]): Group<Step>[] {
  const number = new Map(groups.flatMap((group, place) => group.map(({ id }) => [id, place] as const)));
  const found = new Map<string, Group<Step>>();
  for (const step of steps) {
    const [place] = step.actions;
    const key = place
      ? [step.tool, number.get(place.subtask), place.solution, place.action].join(' ')
      : `step ${step.index}`;
    const group = found.get(key);
    if (group) group.push(step);
    else found.set(key, [step]);
  }
  return [...found.values()];
}
