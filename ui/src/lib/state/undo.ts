/** What a person did and can take back, newest first: turns, deletions and names; and what was taken back and can be done again. */
import type { Turn } from '$lib/backend';
import { m } from '$lib/messages/index.svelte';
import type { ConversationState } from './conversation.svelte';
import type { Toasts } from './toasts.svelte';
import { canTakeBack, lastMoved } from './turns';

/** What a person did. */
interface Act {
  /** What it was, as the undo of it is told. */
  label: string;
  /** The conversation that it belongs to; none: the list of conversations. */
  conversation: string | null;
  back: () => Promise<unknown>;
  again: () => Promise<unknown>;
}

interface Deed extends Act {
  /** When it was done or taken back, in milliseconds since 1970. */
  at: number;
}

export class Undo {
  private done: Deed[] = [];
  private undone: Deed[] = [];
  private readonly toasts: Toasts;

  constructor(toasts: Toasts) {
    this.toasts = toasts;
  }

  /** Takes in what was done. What was taken back before it is not done again any more. `told`: what people are told, with the way
   *  to take it back. */
  did(act: Act, told?: string): void {
    const deed = { ...act, at: Date.now() };
    this.done.push(deed);
    this.undone = [];
    if (told !== undefined) this.tell(told, m.undo, () => this.takeBack(deed));
  }

  /** Takes a turn back, and says so with the way to bring it back. */
  async takeTurnBack(home: ConversationState, turn: Turn): Promise<void> {
    const back = () => home.takeTurnBack(turn.id);
    const again = () => home.bringTurnBack(turn.id);
    const act = { label: m.asking(turn.instruction), conversation: home.id, back, again };
    await this.takeBackAndTell({ ...act, at: lastMoved(turn) });
  }

  /** Takes back what was done last in a conversation. */
  async last(home: ConversationState): Promise<void> {
    const turn = home.turns.findLast(canTakeBack);
    const deed = this.done.findLast((one) => isSeen(one, home));
    if (turn && (!deed || lastMoved(turn) > deed.at)) await this.takeTurnBack(home, turn);
    else if (deed) await this.takeBackAndTell(deed);
  }

  /** Does again what was taken back last in a conversation, unless something else was done since. */
  async redo(home: ConversationState): Promise<void> {
    const newest = home.turns.findLast(canTakeBack);
    const since = newest ? lastMoved(newest) : 0;
    const deed = this.undone.findLast((one) => isSeen(one, home) && one.at >= since);
    if (deed) await this.doAgain(deed);
  }

  private async takeBackAndTell(deed: Deed): Promise<void> {
    const undone = await this.takeBack(deed);
    this.tell(m.undone(deed.label), m.redo, () => this.doAgain(undone));
  }

  private async takeBack(deed: Deed): Promise<Deed> {
    await deed.back();
    const undone = { ...deed, at: Date.now() };
    this.done = this.done.filter((one) => one !== deed);
    this.undone.push(undone);
    return undone;
  }

  private async doAgain(deed: Deed): Promise<void> {
    await deed.again();
    this.undone = this.undone.filter((one) => one !== deed);
    this.done.push({ ...deed, at: Date.now() });
  }

  private tell(text: string, label: string, act: () => Promise<unknown>): void {
    this.toasts.show(text, { label, run: () => void act().catch((thrown) => this.toasts.fail(thrown)) });
  }
}

function isSeen(deed: Deed, home: ConversationState): boolean {
  return deed.conversation === null || deed.conversation === home.id;
}
