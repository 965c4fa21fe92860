import { beforeEach, expect, test, vi } from 'vitest';
import type { Artifact, Recipe } from '../src/lib/backend';
import { BackendError } from '../src/lib/backend/backend';
import { commandsOf } from '../src/lib/state/commands';
import { Patchbay } from '../src/lib/state/patchbay.svelte';
import { followsRecipe } from '../src/lib/state/turns';
import { FakeBackend } from './fake/backend';

let backend: FakeBackend;
let patchbay: Patchbay;

beforeEach(async () => {
  vi.stubGlobal('document', { documentElement: { dataset: {} } });
  vi.stubGlobal('navigator', { languages: ['en'] });
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => {}, removeItem: () => {} });
  backend = new FakeBackend(0);
  patchbay = new Patchbay(backend);
  await patchbay.begin();
  backend.subscribe((event) => patchbay.conversation.apply(event));
});

const file = (name: string, type = 'image/jpeg') => ({ file: new File(['…'], name, { type }) });
const names = () => patchbay.recipes.list.map(({ name }) => name);

async function keep(name: string): Promise<Recipe> {
  await patchbay.recipes.keep({ id: 'a' } as Artifact, name);
  return patchbay.recipes.list.find((one) => one.name === name)!;
}

async function attached(...sources: { file: File }[]) {
  const { composer } = patchbay.conversation;
  composer.add(sources);
  await composer.settled();
}

test('a recipe that was kept is said, and shown from there', async () => {
  const recipe = await keep('For the shop');
  const toast = patchbay.toasts.list.at(-1);
  expect(toast?.text).toBe('Kept as “For the shop”.');
  toast?.action?.run();
  expect([patchbay.recipes.open, patchbay.recipes.shown]).toEqual([true, recipe.id]);
});

test('a new name and a deletion are taken back and done again', async () => {
  const { recipes, undo, conversation } = patchbay;
  await recipes.rename(await keep('a'), 'b');
  await recipes.remove(recipes.list[0]!);
  expect(names()).toEqual([]);
  await undo.last(conversation);
  expect(names()).toEqual(['b']);
  await undo.last(conversation);
  expect(names()).toEqual(['a']);
  await undo.redo(conversation);
  await undo.redo(conversation);
  expect(names()).toEqual([]);
});

test('following takes all that is attached, leaves the words, and runs at once', async () => {
  const recipe = await keep('For the shop');
  const { conversation } = patchbay;
  await attached(file('a.jpg'), file('b.jpg'));
  conversation.composer.text = 'words of mine';
  patchbay.follow(recipe);
  expect(conversation.composer.attachments).toEqual([]);
  expect(conversation.requests.list.map(({ text }) => text)).toEqual(['For the shop']);
  await vi.waitFor(() => expect(conversation.turns.at(-1)?.runs).toHaveLength(1));
  const turn = conversation.turns.at(-1)!;
  expect([turn.instruction, turn.artifacts.length, followsRecipe(turn)]).toEqual(['For the shop', 2, true]);
  expect(conversation.composer.text).toBe('words of mine');
});

test('files that are still being read are waited for', async () => {
  const recipe = await keep('For the shop');
  const { conversation } = patchbay;
  conversation.composer.add([file('a.jpg'), file('b.jpg')]);
  patchbay.follow(recipe);
  await vi.waitFor(() => expect(conversation.turns.at(-1)?.artifacts).toHaveLength(2));
});

test('with Ask me first it waits to be run', async () => {
  const recipe = await keep('For the shop');
  await patchbay.setSettings({ ask_first: true });
  await attached(file('a.jpg'));
  patchbay.follow(recipe);
  await vi.waitFor(() => expect(patchbay.conversation.turns).toHaveLength(1));
  expect(patchbay.conversation.turns[0]?.runs).toEqual([]);
});

test('what does not fit is not followed: the list says why', async () => {
  const recipe = await keep('For the shop');
  await attached(file('song.wav', 'audio/wav'));
  commandsOf(patchbay)
    .find(({ label }) => label === 'Run recipe: For the shop')
    ?.run('');
  expect([patchbay.recipes.open, patchbay.recipes.shown]).toEqual([true, recipe.id]);
  expect(patchbay.conversation.composer.attachments).toHaveLength(1);
  expect(patchbay.conversation.requests.list).toEqual([]);
});

test('a recipe that could not be followed gives the files back, and its name is no request', async () => {
  const recipe = await keep('For the shop');
  const { conversation } = patchbay;
  await attached(file('a.jpg'));
  const failing = vi.spyOn(backend, 'call').mockRejectedValue(new BackendError({ code: 'no', message: 'No.' }));
  await conversation.follow(recipe, false);
  failing.mockRestore();
  const [pending] = conversation.requests.list;
  expect(pending?.error?.message).toBe('No.');
  conversation.takeBack(pending!);
  expect([conversation.composer.text, conversation.composer.artifactIds.length]).toEqual(['', 1]);
});
