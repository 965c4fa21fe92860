/** Which solutions a person chose for turns. */
import type { Turn } from '$lib/backend';

export class Choices {
  /** The solution that is chosen for each subtask, by the turn's id. */
  private chosen = $state.raw<Record<string, number[]>>({});

  /** The solution of each subtask that is chosen for a turn, or else ran last. */
  of(turn: Turn): number[] {
    const ran = turn.runs.at(-1)?.solutions ?? [];
    return this.chosen[turn.id] ?? turn.plan.subtasks.map((_, index) => ran[index] ?? 0);
  }

  /** Chooses the same solution for subtasks, by their places in the plan. */
  choose(turn: Turn, subtasks: readonly number[], solution: number): void {
    const places = new Set(subtasks);
    const choice = this.of(turn).map((one, place) => (places.has(place) ? solution : one));
    this.chosen = { ...this.chosen, [turn.id]: choice };
  }
}
