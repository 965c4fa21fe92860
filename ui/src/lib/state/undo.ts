/** What was done and can be taken back, and what was taken back and can be done again. */

/** An act of a person. */
export interface Deed {
  /** What it was, as the undo of it is told. */
  label: string;
  /** The conversation that it belongs to; none: the list of conversations. */
  conversation: string | null;
  /** When it was done, in milliseconds since 1970. */
  at: number;
  back: () => Promise<unknown>;
  again: () => Promise<unknown>;
}

export class Undo {
  private done: Deed[] = [];
  private undone: Deed[] = [];

  /** Takes in what was done. What was taken back before it is not done again any more. */
  did(deed: Deed): void {
    this.done.push(deed);
    this.undone = [];
  }

  /** The newest deed, seen from a conversation. */
  newest(conversation: string | null): Deed | null {
    return this.done.findLast((deed) => isSeen(deed, conversation)) ?? null;
  }

  /** The deed that was taken back last, seen from a conversation. `since`: when something else was done after which none is done again. */
  newestUndone(conversation: string | null, since: number): Deed | null {
    return this.undone.findLast((deed) => isSeen(deed, conversation) && deed.at >= since) ?? null;
  }

  /** Takes a deed back. Returns it as it can be done again. */
  async back(deed: Deed): Promise<Deed> {
    await deed.back();
    const undone = { ...deed, at: Date.now() };
    this.done = this.done.filter((one) => one !== deed);
    this.undone.push(undone);
    return undone;
  }

  /** Does a deed again that was taken back. */
  async again(deed: Deed): Promise<void> {
    await deed.again();
    this.undone = this.undone.filter((one) => one !== deed);
    this.done.push({ ...deed, at: Date.now() });
  }
}

function isSeen(deed: Deed, conversation: string | null): boolean {
  return deed.conversation === null || deed.conversation === conversation;
}
