/** The tools of the toolbox as people look through them: by what they take, by words, and by what is attached. */
import type { ToolInfo } from '$lib/backend';
import { isImage } from '$lib/design/kinds';
import { language } from '$lib/messages/index.svelte';
import { toolDescription, toolLabel } from '$lib/messages/toolbox';
import { type Fields, search } from '$lib/state/search';
import { examplesOf } from './examples';

/** What tools take: one kind of file, several, words alone, or what other tools make. */
const GROUPS = ['image', 'video', 'audio', 'several', 'text', 'other'] as const;

export type ToolGroup = (typeof GROUPS)[number];

const FILES: readonly string[] = ['image', 'video', 'audio'];
const WORDS: readonly string[] = ['text', 'title', 'tags'];

export function groupOf({ takes = [] }: ToolInfo): ToolGroup {
  const files = GROUPS.filter((type) => FILES.includes(type) && takes.includes(type));
  if (files.length > 1) return 'several';
  return files[0] ?? (takes.every((type) => WORDS.includes(type)) ? 'text' : 'other');
}

/** Whether a tool takes something of these types. */
export function fits({ takes = [] }: ToolInfo, types: readonly string[]): boolean {
  return types.some((type) => takes.includes(type) || (isImage(type) && type !== 'mask' && takes.includes('image')));
}

/** What a tool is found by: its label in the language that is set, its names, and all that is said of it, in English too. */
export function toolFields(tool: ToolInfo): Fields {
  const texts = [tool.description, ...examplesOf(tool)];
  const [label, description] = [toolLabel(tool), toolDescription(tool)];
  if (label === tool.label) return [label, [tool.name], texts];
  return [label, [tool.name, tool.label], [description, ...texts]];
}

/** The tools that have every word of a query and fit what is attached, where that is asked for: in groups, by their labels;
 *  where something is looked for, the best first. */
export function catalogue(
  tools: readonly ToolInfo[],
  query: string,
  attached: readonly string[] | null,
): [ToolGroup, ToolInfo[]][] {
  const fitting = attached === null ? tools : tools.filter((tool) => fits(tool, attached));
  const sorted = fitting.toSorted((a, b) => toolLabel(a).localeCompare(toolLabel(b), language.locale));
  const found = search(query, sorted, toolFields);
  const first = query.trim() === '' ? GROUPS : new Set(found.map(groupOf));
  return [...first]
    .map((group): [ToolGroup, ToolInfo[]] => [group, found.filter((tool) => groupOf(tool) === group)])
    .filter(([, members]) => members.length > 0);
}
