import { expect, test } from 'vitest';
import type { ModelInfo } from '../src/lib/backend';
import { Models } from '../src/lib/state/models.svelte';
import { FakeBackend } from './fake/backend';
import { MODELS } from './fake/models';
import { FakeWindow } from './fake/window';

async function begun(backend = new FakeBackend(0)) {
  const models = new Models(backend);
  const stop = backend.subscribe((event) => {
    if (event.type === 'model') models.apply(event.model);
  });
  await models.load();
  return { models, stop };
}

test('models that something lacks are got, once each, and waited for', async () => {
  const { models, stop } = await begun();
  const states: string[] = [];
  const all = models.obtain(['mobile-sam', 'detr']);
  const again = models.obtain(['detr']).then((there) => {
    states.push(models.find('detr')?.disk.state ?? '');
    return there;
  });
  expect(await all).toBe(true);
  expect(await again).toBe(true);
  expect(states).toEqual(['installed']);
  expect(models.find('mobile-sam')?.disk.state).toBe('installed');
  expect(models.working).toEqual([]);
  expect(await models.obtain(['mobile-sam'])).toBe(true);
  stop();
});

test('nothing goes on where a download is paused', async () => {
  const { models, stop } = await begun(new FakeBackend(0.05));
  const obtained = models.obtain(['mobile-sam']);
  await expect.poll(() => models.working.map(({ id }) => id)).toEqual(['mobile-sam']);
  await models.stop('mobile-sam');
  expect(await obtained).toBe(false);
  expect(models.find('mobile-sam')?.disk.state).toBe('partial');
  stop();
});

test('nothing goes on where a model cannot be got, and the reason is there', async () => {
  class Refusing extends FakeBackend {
    protected override op_get_model({ model: id }: { model: string }): ModelInfo {
      const model = this.models.get(id) as ModelInfo;
      model.note = { type: 'failed', reason: 'The hub answered 404.' };
      for (const listener of this.heard) listener({ type: 'model', model: structuredClone(model) });
      return model;
    }
    private readonly heard: Parameters<FakeBackend['subscribe']>[0][] = [];
    override subscribe(listener: Parameters<FakeBackend['subscribe']>[0]) {
      this.heard.push(listener);
      return super.subscribe(listener);
    }
  }
  const { models, stop } = await begun(new Refusing(0));
  expect(await models.obtain(['detr'])).toBe(false);
  expect(models.find('detr')?.note).toEqual({ type: 'failed', reason: 'The hub answered 404.' });
  stop();
});

test('language models in chosen files are listed, and are gone when they are left out', async () => {
  class OwnFiles extends FakeBackend {
    override readonly desktop = { ...new FakeWindow(), pickKind: async () => ['/mine/helper.gguf'] };
    protected op_add_model({ file }: { file: string }): ModelInfo {
      const id = file.split('/').at(-1) ?? '';
      const model = { ...structuredClone(MODELS[0] as ModelInfo), id, is_added: true, own_folder: true };
      this.models.set(id, model);
      return model;
    }
    protected override op_remove_model({ model: id }: { model: string }): ModelInfo {
      const model = this.models.get(id) as ModelInfo;
      this.models.delete(id);
      return model;
    }
  }
  const { models, stop } = await begun(new OwnFiles(0));
  await models.add('Language models');
  expect(models.find('helper.gguf')?.is_added).toBe(true);
  await models.remove('helper.gguf');
  expect(models.find('helper.gguf')).toBe(null);
  stop();
});
