/** Folders that are watched: each new file in one is taken through a recipe, and the results go into another folder. */
import type { Backend, Recipe, WatchedFolder } from '$lib/backend';
import { m } from '$lib/messages/index.svelte';
import type { Toasts } from './toasts.svelte';
import type { Undo } from './undo';

export class WatchedFolders {
  /** The oldest first. */
  list = $state.raw<readonly WatchedFolder[]>([]);
  private readonly backend: Backend;
  private readonly toasts: Toasts;
  private readonly undo: Undo;

  constructor(backend: Backend, toasts: Toasts, undo: Undo) {
    this.backend = backend;
    this.toasts = toasts;
    this.undo = undo;
  }

  async load(): Promise<void> {
    this.list = (await this.backend.call('watched_folders', {})).folders;
  }

  /** Takes over how a folder stands now; one that is not in the list is not watched any more. */
  apply(watched: WatchedFolder): void {
    this.list = this.list.map((one) => (one.id === watched.id ? watched : one));
  }

  /** Whether a recipe can watch a folder from here: it takes one file, and folders can be chosen. */
  canWatch({ takes }: Recipe): boolean {
    return takes.length === 1 && this.backend.desktop !== null;
  }

  /** Has a person choose a folder of this computer; null where they choose none. */
  async pick(): Promise<string | null> {
    return (await this.backend.desktop?.pickFolder()) ?? null;
  }

  /** Begins to watch a folder, and says so. */
  async begin({ id: recipe }: Recipe, folder: string, output: string): Promise<void> {
    const title = m.watchedTitle(folderName(folder));
    await this.backend.call('watch_folder', { recipe, folder, output, title });
    await this.load();
    this.toasts.show(m.watchBegun(folderName(folder)));
  }

  /** Pauses watching a folder, or has it go on. */
  async setPaused({ id: watched }: WatchedFolder, paused: boolean): Promise<void> {
    this.apply(await this.backend.call(paused ? 'pause_watching' : 'continue_watching', { watched }));
  }

  async end({ id: watched, folder }: WatchedFolder): Promise<void> {
    const end = async () => {
      await this.backend.call('end_watching', { watched });
      await this.load();
    };
    const back = async () => {
      await this.backend.call('restore_watching', { watched });
      await this.load();
    };
    await end();
    const name = folderName(folder);
    this.undo.did({ label: m.endingWatch(name), conversation: null, back, again: end }, m.watchEnded(name));
  }
}

/** What a folder is called: the last part of its path. */
export function folderName(path: string): string {
  return path.split(/[/\\]/).findLast((part) => part !== '') ?? path;
}
