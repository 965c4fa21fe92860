import { expect, test, vi } from 'vitest';
import { Patchbay } from '../src/lib/state/patchbay.svelte';
import { FakeBackend } from './fake/backend';

// What a window has, and node has not.
vi.stubGlobal('navigator', { languages: ['en'] });
vi.stubGlobal('document', { documentElement: {} });

const described = {
  server: null,
  name: 'Home',
  address: 'http://192.168.0.7:8080/v1',
  model: 'qwen3-8b',
  needs_key: true,
};

test('a server is kept with its key and found by its id', async () => {
  const patchbay = new Patchbay(new FakeBackend(0));
  expect(await patchbay.servers.save(described, 'sk-1')).toBe(true);
  const [server] = patchbay.servers.list;
  expect(patchbay.servers.find(server?.id)?.host).toBe('192.168.0.7:8080');
  expect(patchbay.servers.find(undefined)).toBeNull();
  expect(JSON.stringify(patchbay.servers.list)).not.toContain('sk-1');
});

test('a server that is removed is chosen for nothing any more', async () => {
  const patchbay = new Patchbay(new FakeBackend(0));
  await patchbay.servers.save(described, '');
  const id = patchbay.servers.list[0]?.id ?? '';
  await patchbay.setSettings({ texts_by: id, read_again_by: 'here', answers_by: id });
  await patchbay.removeServer(id);
  expect(patchbay.servers.list).toEqual([]);
  const { texts_by, read_again_by, answers_by } = patchbay.settings;
  expect([texts_by, read_again_by, answers_by]).toEqual([undefined, 'here', undefined]);
});
