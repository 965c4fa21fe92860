/** What a person deletes, renames and points at in a conversation, each with the way back. */
import type { Artifact, Backend, Turn } from '$lib/backend';
import { m } from '$lib/messages/index.svelte';
import type { ConversationState } from './conversation.svelte';
import type { Undo } from './undo';

export class Changes {
  private readonly backend: Backend;
  private readonly undo: Undo;
  /** The conversation that is open: another one by the time that something comes back. */
  private readonly open: () => ConversationState;

  constructor(backend: Backend, undo: Undo, open: () => ConversationState) {
    this.backend = backend;
    this.undo = undo;
    this.open = open;
  }

  async deleteArtifact({ id, name }: Artifact): Promise<void> {
    const conversation = this.open().id;
    const { remove, restore } = this.presence(id, conversation);
    await remove();
    const act = { label: m.deleting(name), conversation, back: restore, again: remove };
    this.undo.did(act, m.artifactDeleted(name));
  }

  async renameArtifact({ id: artifact, name: before }: Artifact, name: string): Promise<void> {
    const conversation = this.open().id;
    const rename = async (name: string) =>
      this.show(conversation, [await this.backend.call('rename_artifact', { artifact, name })]);
    await rename(name);
    const [back, again] = [() => rename(before), () => rename(name)];
    this.undo.did({ label: m.renaming(before), conversation, back, again });
  }

  /** Keeps in mind that a region was made. `told`: what people are told of it. */
  madeRegion({ id, name }: Artifact, told?: string): void {
    const conversation = this.open().id;
    const { remove, restore } = this.presence(id, conversation);
    this.undo.did({ label: m.making(name), conversation, back: remove, again: restore }, told);
  }

  /** Deletes a turn with what it made, but for what others use. */
  async deleteTurn({ id: turn, instruction }: Turn): Promise<void> {
    const conversation = this.open().id;
    const remove = async () => {
      const deleted = await this.backend.call('delete_turn', { turn });
      if (this.open().id === conversation) this.open().letTurnGo(turn);
      this.show(conversation, deleted.artifacts);
      return deleted.kept;
    };
    const restore = async () => {
      const restored = await this.backend.call('restore_turn', { turn });
      if (this.open().id === conversation) this.open().showTurn(restored.turn);
      this.show(conversation, restored.artifacts);
    };
    const kept = await remove();
    const act = { label: m.deleting(m.quoted(instruction)), conversation, back: restore, again: remove };
    this.undo.did(act, m.turnDeleted(instruction, kept.length, kept[0] ?? ''));
  }

  /** Takes an artifact out of its conversation and brings it back, also to the request that it was attached to. */
  private presence(artifact: string, conversation: string | null) {
    let wasAttached = false;
    const remove = async () => {
      wasAttached = this.open().composer.artifactIds.includes(artifact);
      this.show(conversation, [await this.backend.call('delete_artifact', { artifact })]);
    };
    const restore = async () => {
      const back = await this.backend.call('restore_artifact', { artifact });
      this.show(conversation, [back]);
      if (wasAttached && this.open().id === conversation) this.open().composer.addArtifact(back);
    };
    return { remove, restore };
  }

  private show(conversation: string | null, artifacts: readonly Artifact[]): void {
    if (this.open().id !== conversation) return;
    for (const artifact of artifacts) this.open().applyArtifact(artifact);
  }
}
