/** Turns and their runs after something happened. What did not change is the same object. */
import type { Event, Run, Step, Turn } from '$lib/backend';

type Turns = readonly Turn[];

/** With a turn as it is now, which may be a new one, or one that comes back to its place. */
export function withTurn(turns: Turns, turn: Turn): Turns {
  if (turns.some(({ id }) => id === turn.id)) return withOne(turns, turn);
  const next = turns.findIndex(({ created_at }) => created_at > turn.created_at);
  return next < 0 ? [...turns, turn] : turns.toSpliced(next, 0, turn);
}

/** With a run as it is now, which may be a new one of its turn. */
export function withRun(turns: Turns, run: Run): Turns {
  const turn = turns.find((one) => one.id === run.turn);
  return turn ? withOne(turns, { ...turn, runs: withOne(turn.runs, run) }) : turns;
}

export function findRun(turns: Turns, id: string): Run | undefined {
  for (const turn of turns) {
    const run = turn.runs.find((one) => one.id === id);
    if (run) return run;
  }
  return undefined;
}

/** After some were taken back. */
export function withTakenBack(turns: Turns, ids: readonly string[]): Turns {
  const back = new Set(ids);
  return turns.map((one) => (back.has(one.id) ? { ...one, taken_back: true } : one));
}

/** With what their plans lack on this computer now. */
export function withMissing(turns: Turns, newer: Turns): Turns {
  const news = new Map(newer.map(({ id, missing_actions, losses }) => [id, { missing_actions, losses }]));
  return turns.map((turn) => ({ ...turn, ...news.get(turn.id) }));
}

/** After runs and steps moved. */
export function afterEvents(turns: Turns, events: readonly Event[]): Turns {
  let after = turns;
  const steps = new Map<string, Step[]>();
  for (const event of events) {
    if (event.type === 'run') {
      // It tells the steps that were told before it.
      steps.delete(event.run.id);
      after = withRun(after, event.run);
    }
    if (event.type === 'step') steps.set(event.run, [...(steps.get(event.run) ?? []), event.step]);
  }
  for (const [id, moved] of steps) {
    const run = findRun(after, id);
    if (run) after = withRun(after, { ...run, steps: withSteps(run.steps, moved) });
  }
  return after;
}

/** A list with an item in place of the one of its id, or at the end. */
function withOne<Item extends { id: string }>(list: readonly Item[], item: Item): Item[] {
  const place = list.findIndex(({ id }) => id === item.id);
  return place < 0 ? [...list, item] : list.with(place, item);
}

/** Steps in their order with newer ones in their places. A run begins without steps: each comes with its first event, in
 *  any order. */
function withSteps(steps: readonly Step[], newer: readonly Step[]): Step[] {
  const all = new Map([...steps, ...newer].map((step) => [step.index, step]));
  return [...all.values()].sort((a, b) => a.index - b.index);
}
