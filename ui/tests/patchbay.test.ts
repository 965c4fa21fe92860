import { expect, test, vi } from 'vitest';
import type { Desktop, Thing } from '../src/lib/backend';
import { Patchbay } from '../src/lib/state/patchbay.svelte';
import { FakeBackend } from './fake/backend';
import { thingOf } from './fake/things';

class InAWindow extends FakeBackend {
  override readonly desktop: Desktop = {
    pickFiles: async () => [],
    pickSavePath: async (name) => `/saved/${name}`,
    pickFolder: async () => '/from/a/stick',
    onDrop: () => () => {},
  };
}

const made = { run: 'r-1', step: 0, tool: 'text_to_music', inputs: [] };
const thing = (origin: Thing['origin'], mime = 'audio/wav') => ({
  ...thingOf('t-1', 'music.wav', 'audio', origin),
  mime,
});

test('what was made can be saved without its recipe', async () => {
  const backend = new InAWindow(0);
  const call = vi.spyOn(backend, 'call').mockResolvedValue({ path: '/saved/music.wav' } as never);
  const patchbay = new Patchbay(backend);
  await patchbay.save(thing(made), true);
  const saved = { thing: 't-1', path: '/saved/music.wav' };
  expect(call).toHaveBeenLastCalledWith('save_thing', { ...saved, omit_recipe: true });
  await patchbay.save(thing(made));
  expect(call).toHaveBeenLastCalledWith('save_thing', { ...saved, omit_recipe: false });
});

test('leaving the recipe out is offered only where one would be saved', () => {
  const patchbay = new Patchbay(new InAWindow(0));
  expect(patchbay.savesRecipe(thing(made))).toBe(true);
  expect(patchbay.savesRecipe(thing({ given: true }))).toBe(false);
  expect(patchbay.savesRecipe(thing({ ...made, run: null }))).toBe(false);
  expect(patchbay.savesRecipe(thing(made, 'text/plain'))).toBe(false);
  patchbay.settings.omit_recipes = true;
  expect(patchbay.savesRecipe(thing(made))).toBe(false);
  expect(new Patchbay(new FakeBackend(0)).savesRecipe(thing(made))).toBe(false);
});
