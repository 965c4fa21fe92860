/** What a person sets of a turn's actions: values of their parameters and settings, to be used by the runs that follow. */
import type { Action, ActionPlace, Plan, SetAction, Step, StepSetting, Subtask, Turn } from '$lib/backend';
import { pointsOn, stepOf, valuesOf } from './solutions/parts';

type Values = Record<string, string>;

const key = (turn: Turn, { subtask, solution, action }: ActionPlace) => [turn.id, subtask, solution, action].join(' ');

export class StepSettings {
  private set = $state.raw<Record<string, Values>>({});

  /** What is set of an action: what was just set, else what the newest run of it went by, else what the plan says. */
  of(turn: Turn, place: ActionPlace): Values {
    return this.set[key(turn, place)] ?? ranWith(turn, place) ?? actionAt(turn, place)?.settings ?? {};
  }

  /** What one setting of an action is now. */
  value(turn: Turn, place: ActionPlace, setting: StepSetting): string {
    return this.of(turn, place)[setting.name] ?? usual(turn, place, setting);
  }

  /** What one setting of an action was when it ran last, or is to be by the plan. */
  before(turn: Turn, place: ActionPlace, setting: StepSetting): string {
    return ranWith(turn, place)?.[setting.name] ?? usual(turn, place, setting);
  }

  /** The names of the settings of which the places of an action have different values. */
  differing(turn: Turn, places: readonly ActionPlace[]): Set<string> {
    const [first, ...others] = places.map((place) => this.of(turn, place));
    const found = new Set<string>();
    for (const other of others) {
      for (const name of Object.keys({ ...first, ...other })) if (first?.[name] !== other[name]) found.add(name);
    }
    return found;
  }

  /** Sets one of the places of an action that several solutions share, or that is done with several files: the same of each, or
   *  of each its own. What is as usual counts as not set. Returns what it was at each place. */
  change(
    turn: Turn,
    places: readonly ActionPlace[],
    setting: StepSetting,
    value: string | readonly string[],
  ): readonly string[] {
    const set = { ...this.set };
    const before = places.map((place) => this.value(turn, place, setting));
    places.forEach((place, number) => {
      const { [setting.name]: _, ...others } = this.of(turn, place);
      const to = typeof value === 'string' ? value : (value[number] ?? '');
      const isUsual = to === usual(turn, place, setting);
      set[key(turn, place)] = isUsual ? others : { ...others, [setting.name]: to };
    });
    this.set = set;
    return before;
  }

  /** Whether something was set since the action ran last. */
  isChanged(turn: Turn, places: readonly ActionPlace[]): boolean {
    return places.some((place) => {
      const now = this.of(turn, place);
      const before = ranWith(turn, place) ?? {};
      const names = new Set([...Object.keys(now), ...Object.keys(before)]);
      return [...names].some((name) => {
        const planned = said(turn, place, name);
        return (now[name] ?? planned) !== (before[name] ?? planned);
      });
    });
  }

  /** What a run of a turn is told: only actions of which something is set, or was by the plan. */
  request(turn: Turn): SetAction[] {
    return turn.plan.subtasks.flatMap(({ id: subtask, solutions }) =>
      solutions.flatMap(({ actions }, solution) =>
        actions.flatMap((one, action) => {
          const place = { subtask, solution, action };
          const values = this.of(turn, place);
          return Object.keys(values).length > 0 || one.settings ? [{ action: place, values: { ...values } }] : [];
        }),
      ),
    );
  }
}

/** What a setting of an action is where nobody sets it: the value that the request's words say, else the usual one. */
export function usual(turn: Turn, place: ActionPlace, setting: StepSetting): string {
  return said(turn, place, setting.name) ?? setting.usual;
}

/** The value that the request's words give a parameter of an action. */
function said(turn: Turn, place: ActionPlace, name: string): string | undefined {
  const value = actionAt(turn, place)?.inputs[name];
  return typeof value === 'string' ? value : undefined;
}

/** The names of what an action works on, as far as its inputs are names: what its newest run took, then what the request gives it. */
export function takenBy(turn: Turn, place: ActionPlace): string[] {
  const took = Object.values(newestStep(turn, place)?.inputs ?? {});
  const given = Object.values(actionAt(turn, place)?.inputs ?? {}).flatMap(valuesOf);
  return [...took, ...given].map((value) => pointsOn(value) ?? value);
}

/** What an argument of an action is given, read in several ways, best first: the names or words that the request gives it, and what its
 *  newest run took. None where another step has yet to make it. */
export function givenTo(turn: Turn, place: ActionPlace, argument: string): string[][] {
  const given = valuesOf(actionAt(turn, place)?.inputs[argument] ?? []);
  const took = newestStep(turn, place)?.inputs[argument];
  const ways = [given, took === undefined ? [] : [took], took?.split(', ') ?? []];
  const isHere = (value: string) => !value.startsWith('<GEN>');
  return ways
    .filter((way) => way.length > 0 && way.every(isHere))
    .map((way) => way.map((value) => pointsOn(value) ?? value));
}

/** The name of the tool that does an action; none where the plan has no such action. */
export function toolOf(turn: Turn, place: ActionPlace): string | undefined {
  return actionAt(turn, place)?.tool;
}

/** What was set of an action in the newest run that did it. */
function ranWith(turn: Turn, place: ActionPlace): Values | undefined {
  return newestStep(turn, place)?.settings;
}

function newestStep(turn: Turn, place: ActionPlace): Step | undefined {
  for (const run of turn.runs.toReversed()) {
    const step = stepOf(run, place);
    if (step) return step;
  }
  return undefined;
}

/** The subtasks of plans by their ids. */
const byId = new WeakMap<Plan, Map<number, Subtask>>();

function actionAt({ plan }: Turn, { subtask, solution, action }: ActionPlace): Action | undefined {
  const subtasks = byId.get(plan) ?? new Map(plan.subtasks.map((one) => [one.id, one]));
  byId.set(plan, subtasks);
  return subtasks.get(subtask)?.solutions[solution]?.actions[action];
}
