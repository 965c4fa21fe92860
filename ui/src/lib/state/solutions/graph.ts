/** Solutions as graphs: which tools and resources a solution has, how they are joined, and what it shares with another.
 *  Knows nothing of where nodes stand and how they are drawn. */
import type { Action, ActionPlace, Plan, Subtask } from '$lib/backend';
import { type Group, groupParts, type TypeOf } from './groups';
import { actionsOf, inBoth, type Part, pointsOn, valuesOf } from './parts';

/** What a solution takes: an artifact or several, a literal text, or the result of another part. */
export interface ResourceNode {
  kind: 'resource';
  id: string;
  /** An artifact's name, or a literal text; of several artifacts that of the first. */
  value: string;
  /** How many artifacts it stands for. */
  count: number;
  resourceType: string;
  /** Whether `value` is a literal and no name. */
  literal: boolean;
  /** The subtask whose result it is, where another part of the plan makes it. */
  fromSubtask: number | null;
}

/** One action of a solution, or the same one for several files. */
export interface ToolNode {
  kind: 'tool';
  id: string;
  tool: string;
  /** Where it stands in the plan, for each file. */
  places: Group<ActionPlace>;
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

export type SolutionNode = ResourceNode | ToolNode | EndNode;

/** What one node hands to another. */
export interface Cable {
  id: string;
  from: string;
  to: string;
  /** The argument that it feeds. */
  argument: string;
  resourceType: string;
}

/** Nodes in the order in which the plan names them, and the cables between them. */
export interface SolutionGraph {
  nodes: SolutionNode[];
  cables: Cable[];
  /** What is the same in another solution: ids of nodes and cables. */
  shared: Set<string>;
}

/** What an argument of a tool is: a value in its node, words that its values say where there are some, or what cables feed. */
export type ArgumentRole = 'parameter' | 'instruction' | 'input';

/** More files than these that go the same way are one node. */
const MOST_FILES = 3;

/** Makes the parts of a plan one graph, parts that do the same one part. `typeOf` tells the type of an artifact by its
 *  name; `reference` is the solution that the quiet of what is shared goes by. */
export function solutionGraph(
  plan: Plan,
  parts: Part[],
  typeOf: TypeOf,
  reference: Part[] = [],
  roleOf: (tool: string, name: string) => ArgumentRole = () => 'input',
): SolutionGraph {
  const builder = new GraphBuilder(plan, typeOf, roleOf);
  for (const group of groupParts(parts, typeOf)) builder.addGroup(group);
  builder.dropTakenEnds();
  const nodes = [...builder.nodes.values()];
  const cables = [...builder.cables.values()];
  const isShared = inBoth(parts, reference);
  const tools = [...builder.actions].filter(([, action]) => isShared(action)).map(([id]) => id);
  return { nodes, cables, shared: sharedOf(nodes, cables, tools) };
}

/** Where a cable comes from: a node, and the type of what it hands on. */
interface Source {
  id: string;
  type: string;
}

/** A graph that grows group by group, in the order of the plan. */
class GraphBuilder {
  readonly nodes = new Map<string, SolutionNode>();
  readonly cables = new Map<string, Cable>();
  /** The first action of tools, by their nodes. */
  readonly actions = new Map<string, Action>();
  /** What actions so far make, by the names of the values. */
  private readonly makers = new Map<string, Source>();
  /** The subtasks by the names of what they make. */
  private readonly subtasks: Map<string, Subtask>;

  constructor(
    plan: Plan,
    private readonly typeOf: TypeOf,
    private readonly roleOf: (tool: string, name: string) => ArgumentRole,
  ) {
    this.subtasks = new Map(plan.subtasks.map((subtask) => [subtask.returns.value, subtask]));
  }

  addGroup(group: Group<Part>): void {
    const { subtask } = group[0];
    for (const place of actionsOf(group[0]).keys()) this.addAction(group, place);
    const last = this.makers.get(subtask.returns.value);
    if (!last) return;
    const id = `end:${subtask.id}`;
    this.nodes.set(id, { kind: 'end', id, subtask: subtask.id, resourceType: last.type });
    this.addCable(last, id, '');
  }

  private addAction(group: Group<Part>, place: number): void {
    const [{ subtask, solution }] = group;
    const done = group.flatMap((part) => actionsOf(part)[place] ?? []);
    const [action] = done;
    if (!action) return;
    const id = `tool:${subtask.id}:${place}`;
    const at = (part: Part): ActionPlace => ({ subtask: part.subtask.id, solution, action: place });
    const node: ToolNode = {
      kind: 'tool',
      id,
      tool: action.tool,
      places: [at(group[0]), ...group.slice(1).map(at)],
      inputs: [],
      values: {},
      outputType: action.outputs[0]?.type ?? subtask.returns.type,
    };
    this.nodes.set(id, node);
    this.actions.set(id, action);
    const isOf = (role: ArgumentRole, argument: string) => this.roleOf(action.tool, argument) === role;
    for (const [argument, input] of Object.entries(action.inputs))
      if (isOf('parameter', argument)) node.values[argument] = valuesOf(input).join(', ');
    const isSaid = Object.keys(node.values).length > 0;
    for (const argument of Object.keys(action.inputs)) {
      if (isOf('parameter', argument) || (isSaid && isOf('instruction', argument))) continue;
      const values = new Set(done.flatMap(({ inputs }) => valuesOf(inputs[argument] ?? [])));
      this.join(subtask, node, argument, [...values]);
    }
    for (const { outputs } of done)
      for (const output of outputs) this.makers.set(output.value, { id, type: output.type });
  }

  /** Leads what an argument of a tool says into it: one cable for each value, or for all files of a type where they are
   *  many. */
  private join(subtask: Subtask, tool: ToolNode, argument: string, values: string[]): void {
    const files = new Map<string, string[]>();
    for (const value of values) {
      const type = (this.makers.has(value) ? null : this.typeOf(value)) ?? '';
      files.set(type, [...(files.get(type) ?? []), value]);
    }
    for (const [type, some] of files) {
      if (type && some.length > MOST_FILES) this.addCable(this.manyFiles(some, type), tool.id, argument);
      else for (const value of some) this.joinOne(subtask, tool, argument, value);
    }
  }

  private joinOne(subtask: Subtask, tool: ToolNode, argument: string, value: string): void {
    const source = this.makers.get(value) ?? this.resourceFor(value, subtask);
    this.addCable(source, tool.id, argument);
    const node = this.nodes.get(source.id);
    if (node?.kind === 'resource' && node.literal) tool.inputs.push(value);
  }

  private addCable({ id: from, type }: Source, to: string, argument: string): void {
    const id = argument ? `${from}>${to}:${argument}` : `${from}>${to}`;
    this.cables.set(id, { id, from, to, argument, resourceType: type });
  }

  private manyFiles(names: string[], type: string): Source {
    const id = `files:${JSON.stringify(names)}`;
    const [value = ''] = names;
    const node = { value, count: names.length, resourceType: type, literal: false, fromSubtask: null };
    this.nodes.set(id, { kind: 'resource', id, ...node });
    return { id, type };
  }

  private resourceFor(value: string, subtask: Subtask): Source {
    const id = `resource:${value}`;
    const present = this.nodes.get(id);
    if (present?.kind === 'resource') return { id, type: present.resourceType };
    const maker = this.subtasks.get(value);
    const given = pointsOn(value) === null ? this.typeOf(value) : 'point';
    const said = subtask.args.findLast((argument) => valuesOf(argument.value).includes(value))?.type;
    const type = maker?.returns.type ?? given ?? said ?? 'text';
    const literal = !maker && given === null && type === 'text';
    const from = { count: 1, literal, fromSubtask: maker?.id ?? null };
    this.nodes.set(id, { kind: 'resource', id, value, resourceType: type, ...from });
    return { id, type };
  }

  /** Takes away the ends of results that another part takes: they need no loose end. */
  dropTakenEnds(): void {
    const taken = new Set(
      [...this.cables.values()].filter((cable) => this.crossesParts(cable)).map(({ from }) => from),
    );
    for (const cable of [...this.cables.values()]) {
      if (this.nodes.get(cable.to)?.kind !== 'end' || !taken.has(cable.from)) continue;
      this.nodes.delete(cable.to);
      this.cables.delete(cable.id);
    }
  }

  private crossesParts({ from, to }: Cable): boolean {
    const [a, b] = [this.nodes.get(from), this.nodes.get(to)];
    return a?.kind === 'tool' && b?.kind === 'tool' && a.places[0].subtask !== b.places[0].subtask;
  }
}

/** What is shared where these tools are: also resources that feed only them, ends of theirs, and cables between. */
function sharedOf(nodes: SolutionNode[], cables: Cable[], tools: string[]): Set<string> {
  const shared = new Set(tools);
  for (const node of nodes) {
    if (node.kind === 'tool') continue;
    const touching = cables.filter((cable) => cable.from === node.id || cable.to === node.id);
    if (touching.every((cable) => shared.has(node.kind === 'end' ? cable.from : cable.to))) shared.add(node.id);
  }
  for (const cable of cables) if (shared.has(cable.from) && shared.has(cable.to)) shared.add(cable.id);
  return shared;
}
