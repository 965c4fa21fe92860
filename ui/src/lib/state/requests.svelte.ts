/** Requests on their way to becoming turns: they are understood one after the other. */
import type { BackendError, Draft } from '$lib/backend';

/** What a person sends: words, the artifacts with them, and whether the solutions are shown before one runs. */
export interface Sent extends Draft {
  ask: boolean;
  /** The turn that is taken back for it; none: it stands beside all turns. */
  replaces?: string | null;
  /** The id of the recipe that is followed, whose name the words are; none: the words are planned. */
  recipe?: string | null;
}

/** A request on its way to becoming a turn. */
export interface Pending extends Sent {
  key: number;
  /** What it is called while it waits in the application; none: it waits for a request of this window before it. */
  name: string | null;
  error: BackendError | null;
}

/** Whether a request waits: for one before it, or for what runs. */
export function waits({ error, name }: Pending, isRunning: boolean): boolean {
  return error === null && (name === null || isRunning);
}

export class Requests {
  /** Those that are on their way, in the order in which they were sent, and those that failed. */
  list = $state<Pending[]>([]);
  /** How many were sent so far. */
  count = $state(0);
  /** Ends when the newest one became a turn or failed. */
  private line: Promise<unknown> = Promise.resolve();

  /** Has a request understood after those before it; it stays in the list until it is dropped. Resolves to what became of
   *  it; null where it was dropped before its turn came. */
  send<Became>(request: Sent, understand: (pending: Pending) => Promise<Became>): Promise<Became | null> {
    const key = this.count;
    this.count += 1;
    this.list.push({ ...request, key, name: null, error: null });
    const understood = this.line.then(() => {
      const pending = this.list.find((one) => one.key === key);
      return pending ? understand(pending) : null;
    });
    this.line = understood.catch(() => null);
    return understood;
  }

  drop({ key }: Pending): void {
    this.list = this.list.filter((one) => one.key !== key);
  }
}
