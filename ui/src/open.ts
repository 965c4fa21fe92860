import '@fontsource-variable/inter';
import './lib/design/tokens.css';
import './lib/design/base.css';
import { mount } from 'svelte';
import App from './App.svelte';
import type { Backend } from './lib/backend';

/** Opens the window's page on a backend. */
export function open(backend: Backend): void {
  const target = document.getElementById('app');
  if (target) mount(App, { target, props: { backend } });
}
