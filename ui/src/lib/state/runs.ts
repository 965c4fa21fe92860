/** What the application is told about runs of a conversation's turns. */
import type { ActionPlace, Backend, Run, SetAction, Step } from '$lib/backend';

/** How a run of what ran before differs from it. */
export interface RunAgain {
  /** What is random comes out otherwise. */
  anotherTake?: boolean;
  /** What this run finished, by its id, is not done again. */
  goesOnFrom?: string;
}

export class Runs {
  private readonly backend: Backend;
  /** The actions of a turn whose results are to be files though they could share one encode with what follows. */
  private readonly written: Record<string, ActionPlace[]> = {};

  constructor(backend: Backend) {
    this.backend = backend;
  }

  /** Begins a run of a turn's plan, with what is set of its steps. An empty list of solutions: the best that can run here. */
  begin(turn: string, solutions: number[], settings: SetAction[], how: RunAgain): Promise<Run> {
    const written = this.written[turn] ?? [];
    return this.backend.call('run', {
      turn,
      solutions: [...solutions],
      another_take: how.anotherTake ?? false,
      settings,
      ...(written.length > 0 && { written }),
      ...(how.goesOnFrom && { goes_on_from: how.goesOnFrom }),
    });
  }

  /** From the next run of a turn on what these steps make is a file, also where it was passed on without being written. */
  write(turn: string, steps: readonly Step[]): void {
    this.written[turn] = [...(this.written[turn] ?? []), ...steps.flatMap(({ actions }) => actions)];
  }

  async cancel(run: string): Promise<void> {
    await this.backend.call('cancel', { run });
  }

  /** Has a run begin no further step; one that is paused goes on. */
  async pauseOrGoOn({ id: run, paused }: Run): Promise<void> {
    await this.backend.call(paused ? 'continue_run' : 'pause_run', { run });
  }

  /** Leaves one step of a run; everything that does not need it goes on. */
  async leaveStep(run: string, step: number): Promise<void> {
    await this.backend.call('leave_step', { run, step });
  }
}
