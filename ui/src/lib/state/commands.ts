/** What can be done from the command palette, and how it is found there. */
import type { ToolInfo } from '$lib/backend';
import { m } from '$lib/messages/index.svelte';
import { toolDescription, toolLabel } from '$lib/messages/toolbox';
import { imageToPointAt } from './image';
import type { Patchbay } from './patchbay.svelte';
import { textOf } from './recipe-steps';
import { type Fields, search } from './search';
import { toolFields } from './tools/catalogue';
import { examplesFor } from './tools/examples';
import { isActive } from './turns';

type CommandKind = 'actions' | 'recipes' | 'tools' | 'conversations';

export interface CommandEntry {
  key: string;
  kind: CommandKind;
  label: string;
  /** More about it, in a sentence. */
  about?: string;
  /** What it is found by; none: its label. */
  fields?: Fields;
  /** The keys that do the same, as they are shown. */
  keys?: string;
  /** `query`: by what it was found. */
  run: (query: string) => void;
}

/** More of one kind are not shown. */
const MOST = 30;

/** Everything that can be done now, every recipe, every tool, and every conversation that can be opened. */
export function commandsOf(patchbay: Patchbay): CommandEntry[] {
  const conversations = patchbay.conversations.filter(({ id }) => id !== patchbay.conversation.id);
  return [
    ...actionsOf(patchbay).map((action) => ({ ...action, kind: 'actions' as const })),
    ...patchbay.recipes.list.map((recipe) => ({
      key: `recipe ${recipe.id}`,
      kind: 'recipes' as const,
      label: m.runRecipe(recipe.name),
      about: textOf(recipe, (name) => patchbay.tool(name)),
      run: () => patchbay.follow(recipe),
    })),
    ...patchbay.allTools.map((tool) => toolEntry(patchbay, tool)),
    ...conversations.map(
      (summary): CommandEntry => ({
        key: summary.id,
        kind: 'conversations',
        label: patchbay.titleOf(summary),
        fields: [patchbay.titleOf(summary), [], patchbay.remembered.askedIn(summary.id)],
        run: () => patchbay.attempt(() => patchbay.open(summary.id)),
      }),
    ),
  ];
}

/** The entries that have every word of a query, by kind, the best and its kind first; tools only where something is looked for. */
export function foundCommands(all: readonly CommandEntry[], query: string): Map<CommandKind, CommandEntry[]> {
  const offered = query.trim() === '' ? all.filter(({ kind }) => kind !== 'tools') : all;
  const groups = new Map<CommandKind, CommandEntry[]>();
  for (const entry of search(query, offered, fieldsOf)) {
    const group = groups.get(entry.kind) ?? [];
    groups.set(entry.kind, group);
    if (group.length < MOST) group.push(entry);
  }
  return groups;
}

function fieldsOf({ label, fields = [label, [], []] }: CommandEntry): Fields {
  return fields;
}

function toolEntry(patchbay: Patchbay, tool: ToolInfo): CommandEntry {
  return {
    key: `tool ${tool.name}`,
    kind: 'tools',
    label: toolLabel(tool),
    about: toolDescription(tool),
    fields: toolFields(tool),
    run: (query) => patchbay.write(examplesFor(tool, query)[0] ?? tool.label),
  };
}

function actionsOf(patchbay: Patchbay): Omit<CommandEntry, 'kind'>[] {
  const { layout, conversation } = patchbay;
  const image = imageToPointAt(conversation, null);
  const active = conversation.turns.flatMap(({ runs }) => runs.filter(isActive));
  const dark = document.documentElement.dataset.theme === 'dark';
  return [
    { key: 'new', label: m.newConversation, keys: 'Ctrl Alt N', run: () => patchbay.newConversation() },
    { key: 'files', label: m.addFiles, run: () => document.getElementById('add-files')?.click() },
    ...(image ? [{ key: 'point', label: m.pointOn(image.name), keys: 'P', run: () => patchbay.pointAt(image) }] : []),
    ...active.map((run) => ({
      key: `pause ${run.id}`,
      label: run.paused ? m.continueNow : m.pauseNow,
      run: () => patchbay.attempt(() => conversation.runs.pauseOrGoOn(run)),
    })),
    { key: 'solutions', label: m.solutions, run: () => layout.showBench('solutions') },
    { key: 'artifacts', label: m.artifacts, run: () => layout.showBench('artifacts') },
    { key: 'list', label: m.listWhy, run: () => layout.setList(!layout.asList) },
    {
      key: 'bench',
      label: layout.benchOpen ? m.hideBench : m.showBench,
      keys: 'Ctrl B',
      run: () => layout.setBench(!layout.benchOpen),
    },
    {
      key: 'navigation',
      label: layout.navigationOpen ? m.hideConversations : m.showConversations,
      keys: 'Ctrl Shift B',
      run: () => layout.setNavigation(!layout.navigationOpen),
    },
    { key: 'recipes', label: m.recipes, keys: 'Ctrl Alt R', run: () => patchbay.recipes.show() },
    { key: 'catalogue', label: m.catalogue, keys: 'F1', run: () => (patchbay.catalogueOpen = true) },
    { key: 'models', label: m.modelsMore, run: () => (patchbay.models.open = true) },
    { key: 'servers', label: m.serversMore, run: () => (patchbay.servers.open = true) },
    {
      key: 'theme',
      label: `${m.theme}: ${dark ? m.themeLight : m.themeDark}`,
      run: () => patchbay.attempt(() => patchbay.setSettings({ theme: dark ? 'light' : 'dark' })),
    },
    {
      key: 'ask',
      label: m.askFirst,
      run: () => patchbay.attempt(() => patchbay.setSettings({ ask_first: !patchbay.settings.ask_first })),
    },
  ];
}
