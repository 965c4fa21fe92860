/** What goes on in whichever conversation, and would be broken off if the window were closed. */
import type { Event, ModelInfo, Run } from '$lib/backend';
import { isActive } from './turns';

/** The runs that go on, by their ids, with the places of their steps that run now. */
export type Going = ReadonlyMap<string, ReadonlySet<number>>;

/** What a person is told before the window closes. */
export interface Unfinished {
  steps: number;
  /** Models that come over the network. */
  models: number;
}

function runningSteps(run: Run): Set<number> {
  return new Set(run.steps.filter(({ status }) => status === 'running').map(({ index }) => index));
}

/** Which runs go on after something happened. */
export function afterEvents(going: Going, events: readonly Event[]): Going {
  const told = events.filter(({ type }) => type === 'run' || type === 'step');
  if (told.length === 0) return going;
  const after = new Map([...going].map(([run, steps]) => [run, new Set(steps)]));
  for (const event of told) {
    if (event.type === 'run') {
      if (isActive(event.run)) after.set(event.run.id, runningSteps(event.run));
      else after.delete(event.run.id);
    }
    if (event.type !== 'step') continue;
    const { index, status } = event.step;
    // A run of another conversation can have begun before this window.
    if (status === 'running') after.set(event.run, (after.get(event.run) ?? new Set()).add(index));
    else after.get(event.run)?.delete(index);
  }
  return after;
}

/** Which runs go on where a conversation with these runs was opened. */
export function afterOpening(going: Going, runs: readonly Run[]): Going {
  return afterEvents(
    going,
    runs.map((run) => ({ type: 'run', run })),
  );
}

/** What would be broken off; null: nothing, and the window closes without asking. A run between two steps counts as one. */
export function unfinished(going: Going, models: readonly ModelInfo[]): Unfinished | null {
  const steps = [...going.values()].reduce((sum, running) => sum + Math.max(1, running.size), 0);
  const coming = models.filter(({ work }) => work?.kind === 'get').length;
  return steps + coming === 0 ? null : { steps, models: coming };
}
