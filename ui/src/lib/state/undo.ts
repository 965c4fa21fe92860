/** What a person did and can take back, newest first: turns, values of steps, deletions and names; and what was taken back and can be
 *  done again. */
import type { ActionPlace, StepSetting, Turn } from '$lib/backend';
import { m } from '$lib/messages/index.svelte';
import type { ConversationState } from './conversation.svelte';
import { valueWords } from './solutions/versions';
import type { Toasts } from './toasts.svelte';
import { canTakeBack, lastMoved } from './turns';

/** What a person did. */
interface Act {
  /** What it was, as the undo of it is told. */
  label: string;
  /** The conversation that it belongs to; none: the list of conversations. */
  conversation: string | null;
  /** The turn that has yet to run with what was done; none: it counts at once. */
  pending?: { home: ConversationState; turn: string };
  /** The field that was changed; changes of one field in one go are taken back together. */
  field?: string;
  back: () => Promise<unknown>;
  again: () => Promise<unknown>;
}

interface Deed extends Act {
  /** When it was done or taken back, in milliseconds since 1970. */
  at: number;
  /** What people are told of it: gone once it is otherwise. */
  toast?: number;
}

/** Changes of one field that follow each other within this time are one. */
const ONE_GO_MS = 1000;

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
    const last = this.done.at(-1);
    const deed: Deed = { ...act, at: Date.now() };
    const goesOn = act.field !== undefined && act.field === last?.field && deed.at - last.at < ONE_GO_MS;
    if (goesOn && this.undone.length === 0) this.done.splice(-1, 1, { ...deed, back: last.back });
    else this.done.push(deed);
    this.undone = [];
    if (told !== undefined) this.tell(deed, told, m.undo, () => this.takeBack(deed));
  }

  /** Sets values of an action at once, at all of its places; they count once the turn runs with them. */
  setValues(
    home: ConversationState,
    turn: Turn,
    places: readonly ActionPlace[],
    values: readonly (readonly [StepSetting, string])[],
  ): void {
    const set = ([setting, value]: readonly [StepSetting, string | readonly string[]]) =>
      [setting, home.stepSettings.change(turn, places, setting, value)] as const;
    const before = values.map(set);
    const changed = values.filter(([, value], number) => before[number]?.[1].some((one) => one !== value));
    if (changed.length === 0) return;
    this.did({
      label: m.setting(changed.map(([setting, value]) => valueWords(setting, value)).join(', ')),
      conversation: home.id,
      pending: { home, turn: turn.id },
      field: JSON.stringify([turn.id, places, values.map(([{ name }]) => name)]),
      back: async () => before.map(set),
      again: async () => values.map(set),
    });
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
    const deed = this.done.findLast((one) => counts(one, home));
    if (turn && (!deed || lastMoved(turn) > deed.at)) await this.takeTurnBack(home, turn);
    else if (deed) await this.takeBackAndTell(deed);
  }

  /** Does again what was taken back last in a conversation, unless something else was done since. */
  async redo(home: ConversationState): Promise<void> {
    const newest = home.turns.findLast(canTakeBack);
    const since = newest ? lastMoved(newest) : 0;
    const deed = this.undone.findLast((one) => counts(one, home) && one.at >= since);
    if (deed) await this.doAgain(deed);
  }

  private async takeBackAndTell(deed: Deed): Promise<void> {
    const undone = await this.takeBack(deed);
    this.tell(undone, m.undone(deed.label), m.redo, () => this.doAgain(undone));
  }

  private async takeBack(deed: Deed): Promise<Deed> {
    await deed.back();
    const undone = { ...this.untold(deed), at: Date.now() };
    this.done = this.done.filter((one) => one !== deed);
    this.undone.push(undone);
    return undone;
  }

  private async doAgain(deed: Deed): Promise<void> {
    await deed.again();
    this.undone = this.undone.filter((one) => one !== deed);
    // What follows is another go.
    const { field: _, ...act } = this.untold(deed);
    this.done.push({ ...act, at: Date.now() });
  }

  /** What was done, of which nothing is told any more. */
  private untold({ toast, ...deed }: Deed): Deed {
    if (toast !== undefined) this.toasts.dismiss(toast);
    return deed;
  }

  private tell(deed: Deed, text: string, label: string, act: () => Promise<unknown>): void {
    deed.toast = this.toasts.show(text, { label, run: () => void act().catch((thrown) => this.toasts.fail(thrown)) });
  }
}

/** Whether what was done shows in a conversation. What its turn ran with since is taken back with the turn. */
function counts({ conversation, pending, at }: Deed, home: ConversationState): boolean {
  if (!pending) return conversation === null || conversation === home.id;
  const turn = pending.home === home ? home.turns.find(({ id }) => id === pending.turn) : undefined;
  return turn !== undefined && !turn.taken_back && lastMoved(turn) < at;
}
