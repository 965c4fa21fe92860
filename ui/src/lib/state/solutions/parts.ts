/** What solutions do: the subtasks that they are for, their actions in order, and which of these are one and the
 *  same. */
import type { Action, ActionPlace, InputValue, Plan, Run, Step, Subtask } from '$lib/backend';

/** One subtask done in one of its solutions. */
export interface Part {
  subtask: Subtask;
  /** The solution's place among the subtask's. */
  solution: number;
}

/** The name of the resource whose clicked points a value stands for; null where it stands for none. */
export function pointsOn(value: string): string | null {
  return value.startsWith('points:') ? value.slice('points:'.length) : null;
}

/** The values of an input: one, or the many of a list. */
export function valuesOf(value: InputValue): string[] {
  return Array.isArray(value) ? value : [value];
}

/** The actions of a part, in the order in which they are done. */
export function actionsOf({ subtask, solution }: Part): Action[] {
  return subtask.solutions[solution]?.actions ?? [];
}

/** Whether two places in a plan are one action. */
export function samePlace(one: ActionPlace, other: ActionPlace): boolean {
  return one.subtask === other.subtask && one.solution === other.solution && one.action === other.action;
}

const keyOf = ({ subtask, solution, action }: ActionPlace) => `${subtask} ${solution} ${action}`;

/** The steps of runs by the actions that they do. Steps are replaced as a list when one moves on. */
const byPlace = new WeakMap<readonly Step[], Map<string, Step>>();

/** The step of a run that does an action of the plan. A step that solutions share stands for the action in each of
 *  them. */
export function stepOf(run: Run | null, place: ActionPlace): Step | null {
  if (!run) return null;
  let steps = byPlace.get(run.steps);
  if (!steps) {
    // The first of several wins.
    steps = new Map(run.steps.toReversed().flatMap((step) => step.actions.map((one) => [keyOf(one), step] as const)));
    byPlace.set(run.steps, steps);
  }
  return steps.get(keyOf(place)) ?? null;
}

/** The parts of a whole plan for a choice of solutions. */
export function partsOf(plan: Plan, choice: number[]): Part[] {
  return plan.subtasks
    .map((subtask, index) => ({ subtask, solution: choice[index] ?? 0 }))
    .filter(({ subtask }) => subtask.solutions.length > 0);
}

/** Says of an action of `parts` whether `reference` has the same step. */
export function inBoth(parts: Part[], reference: Part[]): (action: Action) => boolean {
  const keys = actionKeys(parts);
  const known = new Set(actionKeys(reference).values());
  return (action) => known.has(keys.get(action) ?? '');
}

/** Says what each action does whatever its intermediate inputs are called and made by: equal keys are the same step in
 *  two solutions. What is named or spelt out counts; what another action of the solution makes is only a cable. */
function actionKeys(parts: Part[]): Map<Action, string> {
  const made = new Set(parts.flatMap(actionsOf).flatMap((action) => action.outputs.map((output) => output.value)));
  return new Map(
    parts.flatMap(actionsOf).map((action) => {
      const inputs = Object.entries(action.inputs)
        .map(([name, value]) => `${name}=${valuesOf(value).map((one) => (made.has(one) ? '*' : JSON.stringify(one)))}`)
        .sort();
      return [action, `${action.tool}(${inputs.join(';')})`];
    }),
  );
}
