/** Servers whose tools are connected: how each is reached, what is allowed of it, how it stands. */
import type { AllowToolServer, Backend, SaveToolServer, ToolServer } from '$lib/backend';

export class ToolServers {
  list = $state<ToolServer[]>([]);
  private readonly backend: Backend;

  constructor(backend: Backend) {
    this.backend = backend;
  }

  async load(): Promise<void> {
    this.list = (await this.backend.call('tool_servers', {})).servers;
  }

  /** Keeps a server; its key, where one was typed, is kept: whether that lasts. */
  async save(server: SaveToolServer, key: string): Promise<boolean> {
    await this.backend.call('save_tool_server', server);
    const kept =
      key === '' ? { lasts: true } : await this.backend.call('set_tool_server_key', { name: server.name, key });
    await this.load();
    return kept.lasts;
  }

  async allow(allowed: AllowToolServer): Promise<void> {
    await this.backend.call('allow_tool_server', allowed);
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
