import { expect, test, vi } from 'vitest';
import { Patchbay } from '../src/lib/state/patchbay.svelte';
import { commandLine, words } from '../src/lib/state/tool-servers.svelte';
import { FakeBackend } from './fake/backend';

// What a window has, and node has not.
vi.stubGlobal('navigator', { languages: ['en'] });
vi.stubGlobal('document', { documentElement: {} });

const described = {
  name: 'Weather',
  reach: { kind: 'mcp_program' as const, program: 'npx', arguments: ['-y', 'weather'], environment: [] },
  needs_key: false,
  document: null,
};

test('nothing is allowed of a new server, and it is allowed and taken out by name', async () => {
  const { toolServers } = new Patchbay(new FakeBackend(0));
  await toolServers.save(described, '');
  expect(toolServers.list).toMatchObject([{ name: 'Weather', allowed: false, files_allowed: false, tools: [] }]);
  await toolServers.allow({ name: 'Weather', allowed: true, files_allowed: false });
  expect(toolServers.list[0]?.tools).toHaveLength(1);
  await toolServers.remove('Weather');
  expect(toolServers.list).toEqual([]);
});

test('a command is taken apart as a shell does, and put together again', () => {
  expect(words(`npx -y "@example/my server" --root='C:\\My files' ''`)).toEqual([
    'npx',
    '-y',
    '@example/my server',
    '--root=C:\\My files',
    '',
  ]);
  for (const all of [['a'], ['a b', 'c'], ['say', 'it "so"'], ['x', '']]) {
    const [program = '', ...rest] = all;
    expect(words(commandLine(program, rest))).toEqual(all);
  }
});
