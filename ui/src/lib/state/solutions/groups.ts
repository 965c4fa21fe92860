/** Parts of a plan that are the same but for the files that they work on: one row, one node and one form for all. */
import type { Action, Subtask } from '$lib/backend';
import { actionsOf, type Part, pointsOn, valuesOf } from './parts';

/** The type of an artifact by its name; null where there is none of that name. */
export type TypeOf = (name: string) => string | null;

/** What is the same; the first stands for all. */
export type Group<Item> = [Item, ...Item[]];

/** Gathers parts that have the same tools, parameters and structure, in the order of the first of each group. */
export function groupParts(parts: readonly Part[], typeOf: TypeOf): Group<Part>[] {
  return gather(
    parts,
    (part, makers) => [part.solution, written(part, typeOf, makers)],
    ({ subtask }) => subtask.returns.value,
  );
}

/** Gathers the subtasks of a plan that can be done in the same ways. */
export function groupSubtasks(subtasks: readonly Subtask[], typeOf: TypeOf): Group<Subtask>[] {
  return gather(
    subtasks,
    (subtask, makers) => {
      const ways = subtask.solutions.map((_, solution) => written({ subtask, solution }, typeOf, makers));
      // What cannot be done is told apart by its words.
      return [ways, subtask.returns.type, ways.length > 0 ? '' : subtask.description];
    },
    ({ returns }) => returns.value,
  );
}

/** The numbers of groups by the names of what they make. */
type Makers = ReadonlyMap<string, number>;

function gather<Item>(
  items: readonly Item[],
  keyOf: (item: Item, makers: Makers) => unknown,
  makes: (item: Item) => string,
): Group<Item>[] {
  const groups = new Map<string, { number: number; items: Group<Item> }>();
  const makers = new Map<string, number>();
  for (const item of items) {
    const key = JSON.stringify(keyOf(item, makers));
    const group = groups.get(key);
    if (group) group.items.push(item);
    else groups.set(key, { number: groups.size, items: [item] });
    makers.set(makes(item), group?.number ?? groups.size - 1);
  }
  return [...groups.values()].map((group) => group.items);
}

/** What a part does, whichever files it does it with. */
function written(part: Part, typeOf: TypeOf, makers: Makers): unknown {
  const made = new Map<string, unknown>();
  /** A value as what another action made, the result of a group, a file of a type, or itself. */
  const stand = (value: string): unknown => {
    const maker = makers.get(value);
    const points = pointsOn(value);
    const type = typeOf(points ?? value);
    if (made.has(value)) return made.get(value);
    if (maker !== undefined) return { maker };
    return type === null ? value : { type, points: points !== null };
  };
  const action = ({ tool, inputs, outputs }: Action, place: number) => {
    const taken = Object.entries(inputs).map(([name, value]) => [name, valuesOf(value).map(stand)] as const);
    for (const [number, { value }] of outputs.entries()) made.set(value, { place, number });
    return [tool, taken.sort(([a], [b]) => (a < b ? -1 : 1)), outputs.map(({ type }) => type)];
  };
  return [actionsOf(part).map(action), part.subtask.returns.type];
}
