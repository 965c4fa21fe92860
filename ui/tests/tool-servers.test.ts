import { expect, test, vi } from 'vitest';
import { readMcpJson, writeMcpJson } from '../src/lib/state/mcp-json';
import { Patchbay } from '../src/lib/state/patchbay.svelte';
import { commandLine, variablesOf, words } from '../src/lib/state/tool-servers.svelte';
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

test('an mcp.json is read with its secrets apart, and what cannot be connected is told', async () => {
  const file = {
    mcpServers: {
      github: { command: 'npx', args: ['-y', 'gh'], env: { GITHUB_TOKEN: 'a b', HOME_DIR: `\${HOME}` } },
      remote: { type: 'http', url: 'https://example.org/mcp', headers: { Authorization: 'Bearer secret' } },
      asks: { url: 'https://example.org/other', headers: { Authorization: `Bearer \${input:key}` } },
      old: { type: 'sse', url: 'https://example.org/sse' },
      odd: { url: 'https://example.org/mcp', headers: { 'X-Key': '1' } },
      empty: {},
    },
  };
  const read = readMcpJson(JSON.stringify(file));
  expect(read?.servers).toEqual([
    {
      server: {
        name: 'github',
        reach: {
          kind: 'mcp_program',
          program: 'npx',
          arguments: ['-y', 'gh'],
          environment: ['GITHUB_TOKEN', 'HOME_DIR'],
        },
        needs_key: false,
        document: null,
      },
      key: '',
      variables: [{ name: 'GITHUB_TOKEN', value: 'a b' }],
    },
    {
      server: {
        name: 'remote',
        reach: { kind: 'mcp_address', address: 'https://example.org/mcp' },
        needs_key: true,
        document: null,
      },
      key: 'secret',
      variables: [],
    },
    {
      server: {
        name: 'asks',
        reach: { kind: 'mcp_address', address: 'https://example.org/other' },
        needs_key: true,
        document: null,
      },
      key: '',
      variables: [],
    },
  ]);
  expect(read?.leftOut).toEqual([
    { name: 'old', why: 'sse' },
    { name: 'odd', why: 'headers' },
    { name: 'empty', why: 'unknown' },
  ]);
  for (const text of ['', '[]', '{}', '{"servers": null}']) expect(readMcpJson(text)).toBeNull();

  const { toolServers } = new Patchbay(new FakeBackend(0));
  for (const { server, key, variables } of read?.servers ?? []) await toolServers.save(server, key, variables);
  expect(toolServers.list[0]?.variables).toEqual(['GITHUB_TOKEN']);
  const written = writeMcpJson(toolServers.list);
  expect(written).not.toMatch(/a b|secret/);
  expect(readMcpJson(written)?.servers.map(({ server }) => server)).toEqual(read?.servers.map(({ server }) => server));
});

test('variables are names, or names with values that are kept', () => {
  expect(variablesOf(`PATH_TO TOKEN=x=1 "NAME=two words" EMPTY=`)).toEqual({
    names: ['PATH_TO', 'TOKEN', 'NAME', 'EMPTY'],
    values: [
      { name: 'TOKEN', value: 'x=1' },
      { name: 'NAME', value: 'two words' },
    ],
  });
});

test('a single tool is forbidden and allowed again', async () => {
  const { toolServers } = new Patchbay(new FakeBackend(0));
  await toolServers.save(described, '');
  await toolServers.allow({ name: 'Weather', allowed: true, files_allowed: false });
  await toolServers.allowTool({ server: 'Weather', tool: 'getForecast', allowed: false });
  expect(toolServers.list[0]?.tools[0]).toMatchObject({ allowed: false, effect: 'reads' });
});
