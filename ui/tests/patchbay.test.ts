import { expect, test, vi } from 'vitest';
import type { Artifact, Desktop } from '../src/lib/backend';
import { Patchbay } from '../src/lib/state/patchbay.svelte';
import { artifactOf } from './fake/artifacts';
import { FakeBackend } from './fake/backend';
import { FakeWindow } from './fake/window';

class InAWindow extends FakeBackend {
  override readonly desktop: Desktop = new FakeWindow();
}

const made = { run: 'r-1', step: 0, tool: 'text_to_music', inputs: [] };
const artifact = (origin: Artifact['origin'], mime = 'audio/wav') => ({
  ...artifactOf('t-1', 'music.wav', 'audio', origin),
  mime,
});

test('what was made can be saved without its recipe', async () => {
  const backend = new InAWindow(0);
  const call = vi.spyOn(backend, 'call').mockResolvedValue({ path: '/saved/music.wav' } as never);
  const patchbay = new Patchbay(backend);
  await patchbay.saving.one(artifact(made), true);
  const saved = { artifact: 't-1', path: '/saved/music.wav' };
  expect(call).toHaveBeenLastCalledWith('save_artifact', { ...saved, recipe: false });
  await patchbay.saving.one(artifact(made));
  expect(call).toHaveBeenLastCalledWith('save_artifact', saved);
});

test('leaving the recipe out is offered only where one would be saved', () => {
  const patchbay = new Patchbay(new InAWindow(0));
  expect(patchbay.saving.keepsRecipe(artifact(made))).toBe(false);
  patchbay.settings.keep_recipes = true;
  expect(patchbay.saving.keepsRecipe(artifact(made))).toBe(true);
  expect(patchbay.saving.keepsRecipe(artifact({ given: true }))).toBe(false);
  expect(patchbay.saving.keepsRecipe(artifact({ ...made, run: null }))).toBe(false);
  expect(patchbay.saving.keepsRecipe(artifact(made, 'text/plain'))).toBe(false);
  expect(new Patchbay(new FakeBackend(0)).saving.keepsRecipe(artifact(made))).toBe(false);
});

test('several are saved into the folder that is chosen, and what failed is told', async () => {
  const backend = new InAWindow(0);
  const call = vi.spyOn(backend, 'call');
  call.mockResolvedValue({ paths: ['/from/a/stick/music.wav'], failed: ['b.wav: the disk is full'] } as never);
  const patchbay = new Patchbay(backend);
  await patchbay.saving.all([artifact(made), artifact(made)]);
  expect(call).toHaveBeenLastCalledWith('save_artifacts', { artifacts: ['t-1', 't-1'], folder: '/from/a/stick' });
  expect(patchbay.toasts.list.map(({ text }) => text)).toEqual([
    '1 files were saved in /from/a/stick.',
    'b.wav: the disk is full',
  ]);
});

test('a pattern of names is tried before a folder is asked for', async () => {
  const backend = new InAWindow(0);
  const call = vi.spyOn(backend, 'call');
  const pick = vi.spyOn(backend.desktop, 'pickFolder');
  const patchbay = new Patchbay(backend);
  call.mockRejectedValueOnce(new Error('“{what}” is nothing that a name can be made of.'));
  await expect(patchbay.saving.all([artifact(made)], '{what}')).rejects.toThrow('{what}');
  expect(pick).not.toHaveBeenCalled();
  call.mockResolvedValueOnce({ names: ['music-1.wav'] } as never);
  call.mockResolvedValueOnce({ paths: ['/from/a/stick/music-1.wav'], failed: [] } as never);
  await patchbay.saving.all([artifact(made)], '{name}-{number}');
  const saved = { artifacts: ['t-1'], folder: '/from/a/stick', pattern: '{name}-{number}' };
  expect(call).toHaveBeenLastCalledWith('save_artifacts', saved);
});

test('an edit is handed over in the form that the chosen name ends with', async () => {
  const backend = new InAWindow(0);
  const handed = { path: '/saved/music.otio', media: null, notes: ['Denoise: no timeline can say this.'] };
  const call = vi.spyOn(backend, 'call').mockResolvedValue(handed as never);
  const pick = vi.spyOn(backend.desktop, 'pickSavePath');
  const patchbay = new Patchbay(backend);
  await patchbay.saving.handOver(artifact(made));
  expect(pick.mock.calls[0]?.[0]).toBe('music.otio');
  expect(pick.mock.calls[0]?.[1]?.map((kind) => kind.ending)).toEqual(['otio', 'fcpxml', 'edl', 'sh']);
  expect(call).toHaveBeenLastCalledWith('hand_over', { artifact: 't-1', path: '/saved/music.otio' });
  expect(patchbay.toasts.list.at(-1)?.text).toContain('no timeline can say this');
  pick.mockResolvedValue(null);
  await patchbay.saving.handOver(artifact(made));
  expect(call).toHaveBeenCalledTimes(1);
});

test('only what was edited here can be handed over', () => {
  const patchbay = new Patchbay(new InAWindow(0));
  expect(patchbay.saving.handsOver(artifact(made))).toBe(true);
  expect(patchbay.saving.handsOver(artifact({ given: true }))).toBe(false);
  expect(patchbay.saving.handsOver({ ...artifact(made), type: 'image' })).toBe(false);
  expect(new Patchbay(new FakeBackend(0)).saving.handsOver(artifact(made))).toBe(false);
});

test('an attempt ends once it is done, and one that fails is told', async () => {
  const patchbay = new Patchbay(new FakeBackend(0));
  let isDone = false;
  await patchbay.attempt(async () => {
    await new Promise((resolve) => setTimeout(resolve));
    isDone = true;
    throw new Error('no answer');
  });
  expect(isDone).toBe(true);
  expect(patchbay.toasts.list).toHaveLength(1);
});
