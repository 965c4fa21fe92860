/** Servers whose tools are connected: how each is reached, what is allowed of it, how it stands. */
import type { AllowServerTool, AllowToolServer, Backend, SaveToolServer, ToolServer } from '$lib/backend';
import type { Variable } from './mcp-json';

export class ToolServers {
  list = $state<ToolServer[]>([]);
  private readonly backend: Backend;

  constructor(backend: Backend) {
    this.backend = backend;
  }

  async load(): Promise<void> {
    this.list = (await this.backend.call('tool_servers', {})).servers;
  }

  /** Keeps a server; its key and the values of variables, where some were typed, are kept: whether that lasts. */
  async save(server: SaveToolServer, key: string, variables: Variable[] = []): Promise<boolean> {
    await this.backend.call('save_tool_server', server);
    const secrets = variables.map(({ name, value }) => ({ variable: name as string | null, key: value }));
    if (key !== '') secrets.push({ variable: null, key });
    let lasts = true;
    for (const secret of secrets) {
      const kept = await this.backend.call('set_tool_server_key', { name: server.name, ...secret });
      lasts &&= kept.lasts;
    }
    await this.load();
    return lasts;
  }

  async allow(allowed: AllowToolServer): Promise<void> {
    await this.backend.call('allow_tool_server', allowed);
    await this.load();
  }

  async allowTool(allowed: AllowServerTool): Promise<void> {
    await this.backend.call('allow_server_tool', allowed);
    await this.load();
  }

  async reconnect(name: string): Promise<void> {
    await this.backend.call('reconnect_tool_server', { name });
    await this.load();
  }

  async remove(name: string): Promise<void> {
    await this.backend.call('remove_tool_server', { name });
    await this.load();
  }
}

/** What was typed about variables: `NAME` takes the environment's value, `NAME=value` keeps one. */
export function variablesOf(typed: string): { names: string[]; values: Variable[] } {
  const parts = words(typed).map((word) => /^([^=]+)(?:=(.*))?$/s.exec(word));
  const all = parts.flatMap((part) => (part ? [{ name: part[1] ?? '', value: part[2] }] : []));
  const values = all.flatMap(({ name, value }) => (value ? [{ name, value }] : []));
  return { names: all.map(({ name }) => name), values };
}

/** The words of a command, as a shell takes them apart: blanks part words, but not within quotation marks. */
export function words(command: string): string[] {
  const found = command.match(/(?:[^\s"']|"[^"]*"|'[^']*')+/g) ?? [];
  return found.map((word) => word.replace(/"([^"]*)"|'([^']*)'/g, (_, double, single) => double ?? single));
}

/** A program with its arguments as one line that `words` takes apart again. */
export function commandLine(program: string, args: string[]): string {
  const quoted = (word: string) =>
    /[\s"']/.test(word) || word === '' ? (word.includes('"') ? `'${word}'` : `"${word}"`) : word;
  return [program, ...args].map(quoted).join(' ');
}
