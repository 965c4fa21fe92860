/** How a person said that requests were meant: the same words are read so the next time. */
import type { Backend, Correction } from '$lib/backend';
import { m } from '$lib/messages/index.svelte';
import type { Undo } from './undo';

export class Corrections {
  /** Newest first. */
  list = $state.raw<readonly Correction[]>([]);
  private readonly backend: Backend;
  private readonly undo: Undo;

  constructor(backend: Backend, undo: Undo) {
    this.backend = backend;
    this.undo = undo;
  }

  async load(): Promise<void> {
    this.list = (await this.backend.call('corrections', {})).corrections;
  }

  async remove({ id: correction, words }: Correction): Promise<void> {
    const remove = async () => {
      await this.backend.call('delete_correction', { correction });
      await this.load();
    };
    const back = async () => {
      await this.backend.call('restore_correction', { correction });
      await this.load();
    };
    await remove();
    const label = m.forgetting(words);
    this.undo.did({ label, conversation: null, back, again: remove }, m.correctionForgotten(words));
  }
}
