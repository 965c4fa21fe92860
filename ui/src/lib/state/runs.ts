/** What the application is told about runs of a conversation's turns. */
import type { ActionPlace, Backend, Run, SetAction, Step } from '$lib/backend';

export class Runs {
  private readonly backend: Backend;
  /** The actions of a turn whose results are to be files though they could share one encode with what follows. */
  private readonly written: Record<string, ActionPlace[]> = {};

  constructor(backend: Backend) {
    this.backend = backend;
  }

  /** Begins a run of a turn's plan, with what is set of its steps. An empty list of solutions: the best that can run here.
   *  Another take makes what is random in them anew. */
  begin(turn: string, solutions: number[], settings: SetAction[], anotherTake: boolean): Promise<Run> {
    const written = this.written[turn] ?? [];
    return this.backend.call('run', {
      turn,
      solutions: [...solutions],
      another_take: anotherTake,
      settings,
      ...(written.length > 0 && { written }),
    });
  }

  /** From the next run of a turn on what these steps make is a file, also where it was passed on without being written. */
  write(turn: string, steps: readonly Step[]): void {
    this.written[turn] = [...(this.written[turn] ?? []), ...steps.flatMap(({ actions }) => actions)];
  }

  async cancel(run: string): Promise<void> {
    await this.backend.call('cancel', { run });
  }

  /** Leaves one step of a run; everything that does not need it goes on. */
  async leaveStep(run: string, step: number): Promise<void> {
    await this.backend.call('leave_step', { run, step });
  }
}
