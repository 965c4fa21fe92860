/** What a conversation has come to. */
import type { Turn } from '$lib/backend';
import { runsWithResults, splitResults } from './results';

/** The ids of what stands after a turn took others back: the newest results that count, else what was given with the first of them. */
export function standing(turns: readonly Turn[], takenBack: readonly Turn[]): string[] {
  for (const turn of turns.toReversed()) {
    const run = turn.taken_back ? undefined : runsWithResults(turn).at(-1);
    if (run) return splitResults(turn, run).final.map(({ artifact }) => artifact);
  }
  return takenBack[0]?.artifacts ?? [];
}
