import '@fontsource-variable/inter';
import './lib/design/tokens.css';
import './lib/design/base.css';
import { mount } from 'svelte';
import App from './App.svelte';
import type { Backend } from './lib/backend';
import { language } from './lib/messages/index.svelte';

/** Opens the window's page on a backend, in the language that was set last. */
export async function open(backend: Backend): Promise<void> {
  // Without its texts it begins in English, and says so once it has started.
  await language.begin().catch(() => null);
  const target = document.getElementById('app');
  if (target) mount(App, { target, props: { backend } });
}
