/** A run as the application would play it: steps that take their time, events as they go on. */
import type { Artifact, Event, Run, Turn } from '../../src/lib/backend';
import { playMany } from './many';
import { TOOLS } from './tools';

export interface World {
  emit(event: Event): void;
  /** Waits for a tick of the clock; false where the run was stopped meanwhile. */
  tick(run: string): Promise<boolean>;
  /** Waits for so many milliseconds. */
  pause(milliseconds: number): Promise<void>;
  make(turn: Turn, run: Run, step: number): Artifact;
}

const TICKS = 8;

export async function play(world: World, turn: Turn, run: Run): Promise<void> {
  if (turn.artifacts.length > 1) return playMany(world, turn, run);
  let stopped = false;
  for (const step of run.steps) {
    const tool = TOOLS.find((one) => one.name === step.tool);
    if (tool && !tool.available) {
      const { name, label, needs = '', bytes } = tool;
      Object.assign(step, { status: 'failed', error: { message: `${label} needs ${needs}.`, hint: '' } });
      run.missing.push({
        subtask: step.subtask,
        tool: name,
        label,
        needs,
        bytes,
        models: [],
        offer: 'point',
        artifact: turn.artifacts[0],
      });
      for (const later of run.steps.slice(step.index + 1)) later.status = 'skipped';
      run.answer = 'Patchbay cannot find a dog by itself yet.';
      break;
    }
    step.status = 'running';
    for (let tick = 1; tick <= TICKS && !stopped; tick += 1) {
      stopped = !(await world.tick(run.id));
      Object.assign(step, { progress: tick / TICKS, seconds: step.seconds + 0.13 });
      world.emit({ type: 'step', run: run.id, step });
    }
    if (stopped) break;
    const artifact = world.make(turn, run, step.index);
    Object.assign(step, { status: 'done', outputs: [artifact.id] });
    world.emit({ type: 'artifact', conversation: turn.conversation, artifact });
    world.emit({ type: 'step', run: run.id, step });
    const last = run.steps.findLast((one) => one.subtask === step.subtask);
    if (last === step) run.results.push({ subtask: step.subtask, artifact: artifact.id });
    world.emit({ type: 'run', run });
  }
  if (stopped) for (const step of run.steps) if (step.status !== 'done') step.status = 'cancelled';
  run.status = stopped ? 'cancelled' : run.missing.length > 0 ? 'failed' : 'done';
  run.finished_at = Date.now();
  if (run.status === 'done')
    run.answer = 'Your film now has a calm piano piece under it that fades with the last wave.';
  world.emit({ type: 'run', run });
}
