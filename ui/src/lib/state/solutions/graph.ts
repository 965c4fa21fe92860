/** Solutions as graphs: which tools and resources a solution has, how they are joined, and what it shares with another.
 *  Knows nothing of where nodes stand and how they are drawn. */
import type { Action, InputValue, Plan, Subtask } from '$lib/backend';
import { actionsOf, inBoth, type Part, pointsOn, valuesOf } from './parts';

/** What a solution takes: an artifact, a literal text, or the result of another part. */
export interface ResourceNode {
  kind: 'resource';
  id: string;
  /** An artifact's name, or a literal text. */
  value: string;
  resourceType: string;
  /** Whether `value` is a literal and no name. */
  literal: boolean;
  /** The subtask whose result it is, where another part of the plan makes it. */
  fromSubtask: number | null;
}

/** One action of a solution. */
export interface ToolNode {
  kind: 'tool';
  id: string;
  tool: string;
  /** The action's place in the plan: the subtask's id, the solution, and the action in it. */
  subtask: number;
  solution: number;
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

/** Makes the parts of a plan one graph. `typeOf` tells the type of an artifact by its name, null where there is none of
 *  that name; `reference` is the solution that the quiet of what is shared goes by; values of parameters stand in their
 *  tool's node. */
export function solutionGraph(
  plan: Plan,
  parts: Part[],
  typeOf: (name: string) => string | null,
  reference: Part[] = [],
  isParameter: (tool: string, name: string) => boolean = () => false,
): SolutionGraph {
  const builder = new GraphBuilder(plan, typeOf, isParameter);
  for (const part of parts) builder.addPart(part);
  builder.dropTakenEnds();
  const nodes = [...builder.nodes.values()];
  const { cables } = builder;
  const isShared = inBoth(parts, reference);
  const tools = [...builder.actions].filter(([, action]) => isShared(action)).map(([id]) => id);
  return { nodes, cables, shared: sharedOf(nodes, cables, tools) };
}

/** Where a cable comes from: a node, and the type of what it hands on. */
interface Source {
  id: string;
  type: string;
}

/** A graph that grows part by part, in the order of the plan. */
class GraphBuilder {
  readonly nodes = new Map<string, SolutionNode>();
  readonly cables: Cable[] = [];
  /** The actions of tools, by their nodes. */
  readonly actions = new Map<string, Action>();
  /** What actions so far make, by the names of the values. */
  private readonly makers = new Map<string, Source>();

  constructor(
    private readonly plan: Plan,
    private readonly typeOf: (name: string) => string | null,
    private readonly isParameter: (tool: string, name: string) => boolean,
  ) {}

  addPart(part: Part): void {
    const { subtask } = part;
    actionsOf(part).forEach((action, place) => {
      this.addAction(part, action, place);
    });
    const last = this.makers.get(subtask.returns.value);
    if (!last) return;
    const id = `end:${subtask.id}`;
    this.nodes.set(id, { kind: 'end', id, subtask: subtask.id, resourceType: last.type });
    this.cables.push({ id: `${last.id}>${id}`, from: last.id, to: id, argument: '', resourceType: last.type });
  }

  private addAction({ subtask, solution }: Part, action: Action, place: number): void {
    const id = `tool:${subtask.id}:${place}`;
    const node: ToolNode = {
      kind: 'tool',
      id,
      tool: action.tool,
      subtask: subtask.id,
      solution,
      action: place,
      inputs: [],
      values: {},
      outputType: action.outputs[0]?.type ?? subtask.returns.type,
    };
    this.nodes.set(id, node);
    this.actions.set(id, action);
    for (const [argument, input] of Object.entries(action.inputs)) {
      if (this.isParameter(action.tool, argument)) node.values[argument] = valuesOf(input).join(', ');
      else this.join(subtask, node, argument, input);
    }
    for (const output of action.outputs) this.makers.set(output.value, { id, type: output.type });
  }

  /** Leads what an argument of a tool says into it: one cable for each value. */
  private join(subtask: Subtask, tool: ToolNode, argument: string, input: InputValue): void {
    for (const value of valuesOf(input)) {
      const { id, type } = this.makers.get(value) ?? this.resourceFor(value, subtask);
      this.cables.push({
        id: `${id}>${tool.id}:${argument}`,
        from: id,
        to: tool.id,
        argument,
        resourceType: type,
      });
      const source = this.nodes.get(id);
      if (source?.kind === 'resource' && source.literal) tool.inputs.push(value);
    }
  }

  private resourceFor(value: string, subtask: Subtask): Source {
    const id = `resource:${value}`;
    const present = this.nodes.get(id);
    if (present?.kind === 'resource') return { id, type: present.resourceType };
    const maker = this.plan.subtasks.find((one) => one.returns.value === value);
    const given = pointsOn(value) === null ? this.typeOf(value) : 'point';
    const said = subtask.args.findLast((argument) => valuesOf(argument.value).includes(value))?.type;
    const type = maker?.returns.type ?? given ?? said ?? 'text';
    const literal = !maker && given === null && type === 'text';
    this.nodes.set(id, { kind: 'resource', id, value, resourceType: type, literal, fromSubtask: maker?.id ?? null });
    return { id, type };
  }

  /** Takes away the ends of results that another part takes: they need no loose end. */
  dropTakenEnds(): void {
    for (const node of [...this.nodes.values()]) {
      if (node.kind !== 'end') continue;
      const end = this.cables.findIndex((cable) => cable.to === node.id);
      const maker = this.cables[end]?.from;
      const isTaken = this.cables.some((cable) => cable.from === maker && this.crossesParts(cable));
      if (!isTaken) continue;
      this.nodes.delete(node.id);
      this.cables.splice(end, 1);
    }
  }

  private crossesParts({ from, to }: Cable): boolean {
    const [a, b] = [this.nodes.get(from), this.nodes.get(to)];
    return a?.kind === 'tool' && b?.kind === 'tool' && a.subtask !== b.subtask;
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
