/** What stands on the nodes of a solution's graph, and how much room that takes. */
import type { Artifact } from '$lib/backend';
import { kindName, m } from '$lib/messages/index.svelte';
import { clock } from '$lib/state/format';
import type { SolutionNode, ToolNode } from '$lib/state/solutions/graph';
import type { Size } from '$lib/state/solutions/layout';
import { pointsOn } from '$lib/state/solutions/parts';
import type { StepsTogether } from '$lib/state/solutions/steps';

export interface NodeWords {
  title: string;
  facts: string;
  artifact: Artifact | null;
}

export interface NodeData {
  node: SolutionNode;
  words: NodeWords;
  jacks: { id: string; share: number; type: string }[];
  quiet: boolean;
  steps: StepsTogether | null;
  thumbnail: string | null;
}

interface Lookup {
  toolLabel(tool: string): string;
  artifact(name: string): Artifact | null;
  /** The values that a step's parameters have now, with their units. */
  values(node: ToolNode): string[];
  /** What a subtask does, in words. */
  subtask(id: number): string;
}

const LONGEST = 22;
const LETTER = { title: 6.9, facts: 5.7 };
const HEIGHT = { resource: 40, tool: 44, end: 14 };
const PADDING = 24;
const THUMBNAIL = 38;
/** Room for the sign that says how a step stands. */
const SIGN = 20;

function shortened(text: string): string {
  return text.length <= LONGEST ? text : `${text.slice(0, LONGEST - 1)}…`;
}

/** Characters as wide as two letters (Chinese) count twice. */
function columns(text: string): number {
  return [...text].reduce((sum, letter) => sum + ((letter.codePointAt(0) ?? 0) >= 0x1100 ? 1.8 : 1), 0);
}

export function nodeWords(node: SolutionNode, lookup: Lookup): NodeWords {
  if (node.kind === 'end') return { title: '', facts: '', artifact: null };
  if (node.kind === 'tool') {
    const values = lookup.values(node);
    const facts = shortened((values.length > 0 ? values : node.inputs).join(', ') || kindName(node.outputType));
    const label = shortened(lookup.toolLabel(node.tool));
    const { length } = node.places;
    return { title: length > 1 ? m.times(length, label) : label, facts, artifact: null };
  }
  if (node.fromSubtask !== null)
    return { title: shortened(lookup.subtask(node.fromSubtask)), facts: kindName(node.resourceType), artifact: null };
  const name = pointsOn(node.value) ?? node.value;
  const artifact = node.literal ? null : lookup.artifact(name);
  if (node.count > 1) return { title: m.manyFiles(node.count), facts: kindName(node.resourceType), artifact };
  const length = artifact?.seconds === undefined ? '' : `, ${clock(artifact.seconds)}`;
  return {
    title: node.literal ? m.quoted(shortened(node.value)) : shortened(name),
    facts: kindName(node.resourceType) + length,
    artifact,
  };
}

export function sizeOf(node: SolutionNode, words: NodeWords): Size {
  if (node.kind === 'end') return { width: 14, height: HEIGHT.end };
  const text = Math.max(columns(words.title) * LETTER.title, columns(words.facts) * LETTER.facts);
  const extra = node.kind === 'tool' ? SIGN : words.artifact?.thumbnail ? THUMBNAIL : 0;
  return { width: Math.round(Math.max(64, text + PADDING + extra)), height: HEIGHT[node.kind] };
}
