/** Local models: which there are, how they stand, and getting them. */
import type { Backend, ModelInfo } from '$lib/backend';

/** Whether a model can be used. */
export function isInstalled(model: ModelInfo): boolean {
  return model.disk.state === 'installed';
}

/** How far work on a model is, from 0 to 1. */
export function share(model: ModelInfo): number {
  return model.work && model.work.total > 0 ? Math.min(1, model.work.bytes / model.work.total) : 0;
}

export class Models {
  list = $state<ModelInfo[]>([]);
  folder = $state('');
  /** What models run on and why. */
  device = $state('');
  problems = $state<string[]>([]);
  /** Whether the list is shown. */
  open = $state(false);
  readonly working = $derived(this.list.filter((model) => model.work !== null));
  private readonly backend: Backend;
  /** Those who wait for work on a model to end. */
  private readonly waiting = new Map<string, ((model: ModelInfo) => void)[]>();

  constructor(backend: Backend) {
    this.backend = backend;
  }

  async load(): Promise<void> {
    const { models, folder, device, problems } = await this.backend.call('models', {});
    this.list = models;
    this.folder = folder;
    this.device = device;
    this.problems = problems;
    for (const model of models) this.tell(model);
  }

  find(id: string): ModelInfo | null {
    return this.list.find((model) => model.id === id) ?? null;
  }

  apply(model: ModelInfo): void {
    const place = this.list.findIndex((one) => one.id === model.id);
    if (place >= 0) this.list[place] = model;
    this.tell(model);
  }

  private tell(model: ModelInfo): void {
    if (model.work !== null) return;
    for (const resolve of this.waiting.get(model.id) ?? []) resolve(model);
    this.waiting.delete(model.id);
  }

  async get(id: string): Promise<void> {
    await this.backend.call('get_model', { model: id });
  }

  async stop(id: string): Promise<void> {
    await this.backend.call('stop_model', { model: id });
  }

  async verify(id: string): Promise<void> {
    await this.backend.call('verify_model', { model: id });
  }

  async remove(id: string): Promise<void> {
    const removed = await this.backend.call('remove_model', { model: id });
    if (removed.is_added) await this.load();
    else this.apply(removed);
  }

  /** Adds language models in files that a person chooses, in the desktop window. */
  async add(kind: string): Promise<void> {
    const files = (await this.backend.desktop?.pickKind({ name: kind, ending: 'gguf' })) ?? [];
    try {
      for (const file of files) await this.backend.call('add_model', { file });
    } finally {
      // What was added before a file that is refused is there.
      if (files.length > 0) await this.load();
    }
  }

  /** Takes a model in from a folder that a person chooses, in the desktop window. */
  async importFrom(id: string): Promise<void> {
    const folder = await this.backend.desktop?.pickFolder();
    if (folder) await this.backend.call('import_model', { model: id, folder });
  }

  /** Gets models and waits until work on them has ended: whether all of them are here then. */
  async obtain(ids: string[]): Promise<boolean> {
    const lacking = ids.filter((id) => !this.list.some((model) => model.id === id && isInstalled(model)));
    const there = await Promise.all(lacking.map((id) => this.obtainOne(id)));
    return there.every((one) => one);
  }

  private async obtainOne(id: string): Promise<boolean> {
    // Listening begins first: the end may be told before the call is answered.
    const ended = new Promise<ModelInfo>((resolve) => {
      this.waiting.set(id, [...(this.waiting.get(id) ?? []), resolve]);
    });
    await this.get(id);
    return isInstalled(await ended);
  }
}
