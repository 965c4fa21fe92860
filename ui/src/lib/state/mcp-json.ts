/** Servers of tools as other programs keep them in `mcp.json`: `mcpServers` of Claude Desktop and Cursor, `servers` of VS Code. */
import type { SaveToolServer, ToolReach, ToolServer } from '$lib/backend';

/** The value of a variable that a program is given. */
export interface Variable {
  name: string;
  value: string;
}

/** A server that was read, with the secrets that stand beside it; they are empty where the file has only a place for them. */
export interface ReadServer {
  server: SaveToolServer;
  key: string;
  variables: Variable[];
}

/** Why a server of a file cannot be connected. */
export type LeftOut = 'sse' | 'headers' | 'unknown';

const LONGEST_NAME = 40;

/** The servers of a file, and those that cannot be connected; none where it is no such file. */
export function readMcpJson(text: string): { servers: ReadServer[]; leftOut: { name: string; why: LeftOut }[] } | null {
  let entries: [string, unknown][];
  try {
    const file = JSON.parse(text);
    entries = Object.entries(file.mcpServers ?? file.servers);
  } catch {
    return null;
  }
  const servers: ReadServer[] = [];
  const leftOut: { name: string; why: LeftOut }[] = [];
  for (const [name, entry] of entries) {
    const read = readServer(name.trim().slice(0, LONGEST_NAME), entry as Entry | null);
    if (typeof read === 'string') leftOut.push({ name, why: read });
    else servers.push(read);
  }
  return { servers, leftOut };
}

interface Entry {
  type?: unknown;
  command?: unknown;
  args?: unknown;
  env?: unknown;
  url?: unknown;
  headers?: unknown;
}

function readServer(name: string, entry: Entry | null): ReadServer | LeftOut {
  if (typeof entry?.command === 'string') {
    const environment = texts(entry.env);
    const reach: ToolReach = {
      kind: 'mcp_program',
      program: entry.command,
      arguments: Array.isArray(entry.args) ? entry.args.map(String) : [],
      environment: environment.map(([variable]) => variable),
    };
    const variables = environment.filter(([, value]) => !isPlace(value)).map(([name, value]) => ({ name, value }));
    return { server: { name, reach, needs_key: false, document: null }, key: '', variables };
  }
  if (typeof entry?.url !== 'string') return 'unknown';
  if (entry.type === 'sse') return 'sse';
  const headers = texts(entry.headers);
  const bearer = headers.map(
    ([header, value]) => /^authorization$/i.test(header) && /^bearer\s+(\S+)$/i.exec(value)?.[1],
  );
  if (headers.length > 1 || (headers.length === 1 && !bearer[0])) return 'headers';
  const key = bearer[0] || '';
  const reach: ToolReach = { kind: 'mcp_address', address: entry.url };
  const server = { name, reach, needs_key: headers.length === 1, document: null };
  return { server, key: isPlace(key) ? '' : key, variables: [] };
}

function texts(record: unknown): [string, string][] {
  return Object.entries(record ?? {}).map(([name, value]) => [name, String(value)]);
}

/** Whether a value only says where the value comes from: `${NAME}`, `${env:NAME}`, `${input:key}`. */
function isPlace(value: string): boolean {
  return value === '' || /^\$\{[^}]*\}$/.test(value);
}

/** MCP servers as other programs read them. Secrets stay where they are: in their place stands a name. */
export function writeMcpJson(servers: ToolServer[]): string {
  const written = servers.flatMap(({ name, reach, needs_key }): [string, object][] => {
    if (reach.kind === 'mcp_program') {
      const env = Object.fromEntries(reach.environment.map((variable) => [variable, `\${${variable}}`]));
      return [[name, { command: reach.program, args: reach.arguments, env }]];
    }
    if (reach.kind !== 'mcp_address') return [];
    const headers = needs_key ? { headers: { Authorization: `Bearer \${KEY}` } } : {};
    return [[name, { type: 'http', url: reach.address, ...headers }]];
  });
  return JSON.stringify({ mcpServers: Object.fromEntries(written) }, null, 2);
}
