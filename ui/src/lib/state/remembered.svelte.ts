/** What the window knows of conversations that are not open: what was asked in them, or what was begun. Of those in which
 *  nothing was asked, those that hold nothing are let go. */
import type { Backend, ConversationSummary } from '$lib/backend';
import type { ConversationState } from './conversation.svelte';

/** More files than these are not named. */
const MOST_NAMES = 3;
/** What was touched within this time may be in use. */
const JUST_MS = 60_000;

export class Remembered {
  private readonly asked = new Map<string, readonly string[]>();
  /** What was written or given, by the ids of the conversations. */
  private names = $state.raw<Record<string, string>>({});
  private readonly backend: Backend;
  /** Told of conversations that are gone. */
  private readonly gone: (id: string) => void;

  constructor(backend: Backend, gone: (id: string) => void) {
    this.backend = backend;
    this.gone = gone;
  }

  /** What was asked in a conversation, as far as it was open before. */
  askedIn(id: string): readonly string[] {
    return this.asked.get(id) ?? [];
  }

  /** What a conversation that nobody named is called by; none while that is not known. */
  nameOf(id: string): string | null {
    return this.names[id] ?? null;
  }

  /** Looks after a conversation that is no longer open. `isNamed`: whether it has a title. */
  async leave(left: ConversationState, isNamed: boolean): Promise<void> {
    const requests = [
      ...left.turns.map(({ instruction }) => instruction),
      ...left.requests.list.map(({ text }) => text),
    ];
    if (left.id !== null) this.asked.set(left.id, requests);
    if (requests.length > 0 || isNamed || left.gone.size > 0) return;
    const { composer, artifacts } = left;
    const files = new Set([...artifacts.values()].map(({ name }) => name));
    for (const { name, error } of composer.attachments) if (error === null) files.add(name);
    if (composer.text.trim() !== '') await composer.saveDraft();
    if (left.id !== null) await this.keep(left.id, composer.text, [...files]);
  }

  /** Looks after those that were left over when the window was closed. What another window may just have begun stays. */
  async tidy(conversations: readonly ConversationSummary[], now: number): Promise<void> {
    for (const { id, updated_at } of conversations.filter(({ title }) => title === '')) {
      const { turns, artifacts, draft } = await this.backend.call('open_conversation', { id });
      const names = artifacts.map(({ name }) => name);
      if (turns.length === 0) await this.keep(id, draft.text, names, now - updated_at < JUST_MS);
    }
  }

  private async keep(id: string, text: string, files: string[], isInUse = false): Promise<void> {
    const name = text.trim() || files.slice(0, MOST_NAMES).join(', ');
    if (name !== '') {
      this.names = { ...this.names, [id]: name };
    } else if (!isInUse) {
      await this.backend.call('delete_conversation', { id });
      this.gone(id);
    }
  }
}
