/** Servers with language models: which are connected, and what they are chosen for. */
import type { Backend, SaveServer, Server } from '$lib/backend';

export class Servers {
  list = $state<Server[]>([]);
  /** Whether the list is shown. */
  open = $state(false);
  private readonly backend: Backend;

  constructor(backend: Backend) {
    this.backend = backend;
  }

  async load(): Promise<void> {
    this.list = (await this.backend.call('servers', {})).servers;
  }

  find(id: string | undefined): Server | null {
    return this.list.find((server) => server.id === id) ?? null;
  }

  /** Connects a server or changes one; its key, where one was typed, is kept: whether that lasts. */
  async save(server: SaveServer, key: string): Promise<boolean> {
    const saved = await this.backend.call('save_server', server);
    await this.load();
    if (key === '') return true;
    return (await this.backend.call('set_server_key', { server: saved.id, key })).lasts;
  }

  async remove(id: string): Promise<void> {
    await this.backend.call('remove_server', { server: id });
    await this.load();
  }

  /** The models that a server has. */
  async check(id: string): Promise<string[]> {
    return (await this.backend.call('check_server', { server: id })).models;
  }
}
