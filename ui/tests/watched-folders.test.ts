import { beforeEach, expect, test, vi } from 'vitest';
import type { Artifact, Desktop, Recipe } from '../src/lib/backend';
import { Patchbay } from '../src/lib/state/patchbay.svelte';
import { folderName } from '../src/lib/state/watched-folders.svelte';
import { FakeBackend } from './fake/backend';
import { FakeWindow } from './fake/window';

class DesktopBackend extends FakeBackend {
  override readonly desktop: Desktop = new FakeWindow();
}

let backend: DesktopBackend;
let patchbay: Patchbay;
let recipe: Recipe;
let stop: () => void;

beforeEach(async () => {
  vi.stubGlobal('document', { documentElement: { dataset: {} } });
  vi.stubGlobal('navigator', { languages: ['en'] });
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => {}, removeItem: () => {} });
  vi.stubGlobal('requestAnimationFrame', (run: () => void) => setTimeout(run));
  vi.stubGlobal('cancelAnimationFrame', clearTimeout);
  backend = new DesktopBackend(0);
  patchbay = new Patchbay(backend);
  stop = patchbay.start();
  await vi.waitFor(() => expect(patchbay.phase).toBe('ready'));
  await patchbay.recipes.keep({ id: 'a' } as Artifact, 'For the shop');
  recipe = patchbay.recipes.list[0]!;
  return () => stop();
});

const folders = () => patchbay.recipes.watched.list.map(({ folder }) => folder);

test('what comes into a watched folder is counted, and seen in its conversation', async () => {
  const { watched } = patchbay.recipes;
  await watched.begin(recipe, '/home/me/shots', '/home/me/web');
  expect(patchbay.toasts.list.at(-1)?.text).toBe('shots is watched.');
  const { conversation } = watched.list[0]!;
  await vi.waitFor(() => expect(patchbay.conversations.map(({ title }) => title)).toContain('Watched: shots'));
  await patchbay.open(conversation);
  await backend.takeFile('a.jpg');
  await vi.waitFor(() => expect(patchbay.conversation.turns.at(-1)?.runs).toHaveLength(1));
  expect(patchbay.conversation.turns.map(({ instruction }) => instruction)).toEqual(['For the shop']);
  await backend.takeFile('b.jpg', 'b.jpg: “b.jpg” is damaged.');
  await vi.waitFor(() => expect(watched.list[0]?.failed).toBe(1));
  expect([watched.list[0]?.done, watched.list[0]?.trouble]).toEqual([1, 'b.jpg: “b.jpg” is damaged.']);
});

test('turns of watched folders do not show in other conversations', async () => {
  await patchbay.recipes.watched.begin(recipe, '/shots', '/web');
  await backend.takeFile('a.jpg');
  await vi.waitFor(() => expect(patchbay.recipes.watched.list[0]?.done).toBe(1));
  expect(patchbay.conversation.turns).toEqual([]);
});

test('watching is paused, ended, and brought back by undo', async () => {
  const { recipes, undo, conversation } = patchbay;
  const { watched } = recipes;
  await watched.begin(recipe, '/shots', '/web');
  await watched.setPaused(watched.list[0]!, true);
  expect(watched.list[0]?.paused).toBe(true);
  await watched.setPaused(watched.list[0]!, false);
  expect(watched.list[0]?.paused).toBe(false);
  await watched.end(watched.list[0]!);
  expect(folders()).toEqual([]);
  await undo.last(conversation);
  expect(folders()).toEqual(['/shots']);
  expect(patchbay.toasts.list.at(-1)?.text).toBe('Undone: ending the watch on shots');
  await undo.redo(conversation);
  expect(folders()).toEqual([]);
});

test('what is told of a folder that is not watched any more brings it not back', async () => {
  const { watched } = patchbay.recipes;
  await watched.begin(recipe, '/shots', '/web');
  const [one] = watched.list;
  await watched.end(one!);
  watched.apply(one!);
  expect(folders()).toEqual([]);
});

test('only a recipe of one file watches, and only where folders can be chosen', () => {
  const { watched } = patchbay.recipes;
  expect(watched.canWatch(recipe)).toBe(true);
  expect(watched.canWatch({ ...recipe, takes: ['image', 'image'] })).toBe(false);
  expect(watched.canWatch({ ...recipe, takes: [] })).toBe(false);
  expect(new Patchbay(new FakeBackend(0)).recipes.watched.canWatch(recipe)).toBe(false);
});

test('a folder is called by the last part of its path', () => {
  expect(['/home/me/shots', '/shots/', 'C:\\Users\\me\\shots', '/'].map(folderName)).toEqual([
    ...['shots', 'shots', 'shots', '/'],
  ]);
});
