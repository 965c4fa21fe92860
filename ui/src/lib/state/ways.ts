/** Ways as graphs: which tools and resources a way has, how they are joined, and what it shares with another way.
 *  Knows nothing of drawing. */
import type { Action, ActionPlace, InputValue, MissingAction, Plan, Run, Step, Subtask, Turn } from '$lib/backend';

/** One subtask done in one of its ways. */
export interface Part {
  subtask: Subtask;
  solution: number;
}

export interface ResourceNode {
  kind: 'resource';
  id: string;
  /** A thing's name, or a literal text. */
  value: string;
  resourceType: string;
  /** Whether `value` is a literal and no name. */
  literal: boolean;
  /** The subtask whose result it is, where another part of the plan makes it. */
  fromSubtask: number | null;
}

export interface ToolNode {
  kind: 'tool';
  id: string;
  tool: string;
  /** The action's place in the plan: the subtask's id, the way, and the action in it. */
  subtask: number;
  way: number;
  action: number;
  /** Arguments in words that are no cables. */
  inputs: string[];
  /** The values that the plan gives its parameters. */
  values: Record<string, string>;
  outputType: string;
}

/** The jack in which a part's result ends. */
export interface EndNode {
  kind: 'end';
  id: string;
  subtask: number;
  resourceType: string;
}

export type WayNode = ResourceNode | ToolNode | EndNode;

export interface Cable {
  id: string;
  from: string;
  to: string;
  /** The argument that it feeds. */
  argument: string;
  resourceType: string;
}

export interface WayGraph {
  nodes: WayNode[];
  cables: Cable[];
  /** What is the same in another way: ids of nodes and cables. */
  shared: Set<string>;
}

/** The name of the resource whose clicked points a value stands for; null where it stands for none. */
export function pointsOn(value: string): string | null {
  return value.startsWith('points:') ? value.slice('points:'.length) : null;
}

export function valuesOf(value: InputValue): string[] {
  return Array.isArray(value) ? value : [value];
}

export function actionsOf({ subtask, solution }: Part): Action[] {
  return subtask.solutions[solution]?.actions ?? [];
}

/** Whether two places in a plan are one action. */
export function samePlace(one: ActionPlace, other: ActionPlace): boolean {
  return one.subtask === other.subtask && one.way === other.way && one.action === other.action;
}

/** The step of a run that does an action of the plan. A step that ways share stands for the action in each of them. */
export function stepOf(run: Run | null, place: ActionPlace): Step | null {
  return run?.steps.find((step) => step.actions.some((one) => samePlace(one, place))) ?? null;
}

/** The parts of a whole plan for a choice of solutions. */
export function partsOf(plan: Plan, choice: number[]): Part[] {
  return plan.subtasks
    .map((subtask, index) => ({ subtask, solution: choice[index] ?? 0 }))
    .filter(({ subtask }) => subtask.solutions.length > 0);
}

/** Says what each action does whatever its intermediate inputs are called and made by: equal keys are the same step in
 *  two ways. What is named or spelt out counts; what another action of the way makes is only a cable. */
export function actionKeys(parts: Part[]): Map<Action, string> {
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

/** Draws the parts as one graph. `typeOf` tells the type of a thing by its name, null where there is none of that name;
 *  `reference` is the way that the quiet of what is shared goes by; values of parameters stand in their tool's node. */
export function wayGraph(
  plan: Plan,
  parts: Part[],
  typeOf: (name: string) => string | null,
  reference: Part[] = [],
  isParameter: (tool: string, name: string) => boolean = () => false,
): WayGraph {
  const nodes = new Map<string, WayNode>();
  const cables: Cable[] = [];
  const makers = new Map<string, { id: string; type: string }>();
  const keys = actionKeys(parts);
  const known = new Set(actionKeys(reference).values());
  const shared = new Set<string>();

  for (const { subtask, solution } of parts) {
    const argumentTypes = new Map(
      subtask.args.flatMap((argument) => valuesOf(argument.value).map((value) => [value, argument.type] as const)),
    );
    const actions = actionsOf({ subtask, solution });
    actions.forEach((action, place) => {
      const id = `tool:${subtask.id}:${place}`;
      const node: ToolNode = {
        kind: 'tool',
        id,
        tool: action.tool,
        subtask: subtask.id,
        way: solution,
        action: place,
        inputs: [],
        values: {},
        outputType: action.outputs[0]?.type ?? subtask.returns.type,
      };
      nodes.set(id, node);
      if (known.has(keys.get(action) ?? '')) shared.add(id);
      for (const [argument, input] of Object.entries(action.inputs)) {
        if (isParameter(action.tool, argument)) {
          node.values[argument] = valuesOf(input).join(', ');
          continue;
        }
        for (const value of valuesOf(input)) {
          const source = makers.get(value) ?? resourceFor(value);
          cables.push({
            id: `${source.id}>${id}:${argument}`,
            from: source.id,
            to: id,
            argument,
            resourceType: source.type,
          });
          const resource = nodes.get(source.id);
          if (resource?.kind === 'resource' && resource.literal) node.inputs.push(value);
        }
      }
      for (const output of action.outputs) makers.set(output.value, { id, type: output.type });
    });
    const last = makers.get(subtask.returns.value);
    if (last) {
      const id = `end:${subtask.id}`;
      nodes.set(id, { kind: 'end', id, subtask: subtask.id, resourceType: last.type });
      cables.push({ id: `${last.id}>${id}`, from: last.id, to: id, argument: '', resourceType: last.type });
    }

    function resourceFor(value: string): { id: string; type: string } {
      const id = `resource:${value}`;
      const present = nodes.get(id);
      if (present?.kind === 'resource') return { id, type: present.resourceType };
      const maker = plan.subtasks.find((one) => one.returns.value === value);
      const given = pointsOn(value) === null ? typeOf(value) : 'point';
      const type = maker?.returns.type ?? given ?? argumentTypes.get(value) ?? 'text';
      const literal = !maker && given === null && type === 'text';
      nodes.set(id, { kind: 'resource', id, value, resourceType: type, literal, fromSubtask: maker?.id ?? null });
      return { id, type };
    }
  }

  // A result that another part takes needs no loose end.
  for (const node of [...nodes.values()]) {
    if (node.kind !== 'end') continue;
    const maker = cables.find((cable) => cable.to === node.id)?.from;
    if (!cables.some((cable) => cable.from === maker && cable.to !== node.id && crossesParts(cable))) continue;
    nodes.delete(node.id);
    cables.splice(
      cables.findIndex((cable) => cable.to === node.id),
      1,
    );
  }
  markShared([...nodes.values()], cables, shared);
  return { nodes: [...nodes.values()], cables, shared };

  function crossesParts({ from, to }: Cable): boolean {
    const [a, b] = [nodes.get(from), nodes.get(to)];
    return a?.kind === 'tool' && b?.kind === 'tool' && a.subtask !== b.subtask;
  }
}

/** Resources that feed only what is shared, ends of what is shared, and cables between, are shared too. */
function markShared(nodes: WayNode[], cables: Cable[], shared: Set<string>): void {
  for (const node of nodes) {
    if (node.kind === 'tool') continue;
    const touching = cables.filter((cable) => cable.from === node.id || cable.to === node.id);
    if (touching.every((cable) => shared.has(node.kind === 'end' ? cable.from : cable.to))) shared.add(node.id);
  }
  for (const cable of cables) if (shared.has(cable.from) && shared.has(cable.to)) shared.add(cable.id);
}

/** What the actions of parts lack on this computer. */
export function lackingOf(turn: Turn, parts: Part[]): MissingAction[] {
  return turn.missing_actions.filter(({ action }) => isOf(parts, action));
}

/** What the actions of parts would lose of the files that they take, in sentences, as far as that is known before. */
export function lossesOf(turn: Turn, parts: Part[]): string[] {
  return [...new Set(turn.losses.filter(({ action }) => isOf(parts, action)).flatMap(({ losses }) => losses))];
}

/** Whether an action is one of parts. */
function isOf(parts: Part[], action: ActionPlace): boolean {
  return parts.some(({ subtask, solution }) => action.subtask === subtask.id && action.way === solution);
}

/** Whether anything that a plan is for can be done on this computer: whether some subtask has a way that lacks nothing. */
export function runsHere(turn: Turn): boolean {
  return turn.plan.subtasks.some((subtask) =>
    subtask.solutions.some((_, solution) => lackingOf(turn, [{ subtask, solution }]).length === 0),
  );
}

/** A name for a way: the tools in which it differs from the first one, all of them for the first. */
export function wayTitle(parts: Part[], reference: Part[], label: (tool: string) => string, then: string): string {
  const keys = actionKeys(parts);
  const known = new Set(actionKeys(reference).values());
  const all = parts.flatMap(actionsOf);
  const own = all.filter((action) => !known.has(keys.get(action) ?? ''));
  const tools = [...new Set((own.length > 0 ? own : all).map((action) => label(action.tool)))];
  const words = tools.map((tool, place) => (place === 0 ? tool : tool.charAt(0).toLowerCase() + tool.slice(1)));
  if (words.length < 2) return words.join('');
  if (words.length > 4) words.splice(2, words.length - 3, '…');
  return `${words.slice(0, -1).join(', ')}, ${then} ${words.at(-1)}`;
}

/** What a choice of ways costs. */
export function wayCost(parts: Part[]): { score: number; seconds: number; bytes: number } {
  const solutions = parts.flatMap(({ subtask, solution }) => subtask.solutions[solution] ?? []);
  const sum = (of: (one: (typeof solutions)[number]) => number) => solutions.reduce((total, one) => total + of(one), 0);
  return {
    score: solutions.length ? sum((one) => one.score) / solutions.length : 0,
    seconds: sum((one) => one.seconds),
    bytes: sum((one) => one.download_bytes),
  };
}
