/** What can be done from the command palette. */
import { m } from '$lib/messages/index.svelte';
import { imageToPointAt } from './image';
import type { Patchbay } from './patchbay.svelte';

export interface CommandEntry {
  key: string;
  label: string;
  /** The keys that do the same, as they are shown. */
  keys?: string;
  run: () => void;
}

/** Everything that can be done now, then every conversation that can be opened. */
export function commandsOf(patchbay: Patchbay): { actions: CommandEntry[]; conversations: CommandEntry[] } {
  const { layout, conversation } = patchbay;
  const image = imageToPointAt(conversation, null);
  const dark = document.documentElement.dataset.theme === 'dark';
  const actions: CommandEntry[] = [
    { key: 'new', label: m.newConversation, keys: 'Ctrl Alt N', run: () => patchbay.newConversation() },
    { key: 'files', label: m.addFiles, run: () => document.getElementById('add-files')?.click() },
    ...(image ? [{ key: 'point', label: m.pointOn(image.name), keys: 'P', run: () => patchbay.pointAt(image) }] : []),
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
  const conversations = patchbay.conversations
    .filter(({ id }) => id !== conversation.id)
    .map(({ id, title }) => ({
      key: id,
      label: title || m.untitled,
      run: () => patchbay.attempt(() => patchbay.open(id)),
    }));
  return { actions, conversations };
}
