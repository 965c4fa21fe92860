/** Requests about many files: a plan with one subtask a file, and a run whose steps end as quickly as they do on small
 *  pictures. */
import type { Action, Artifact, Plan, Run, Subtask, Turn } from '../../src/lib/backend';
import type { World } from './runs';

/** Steps that end in one burst of events: the application tells what changed every 100 ms. */
const BURST = 10;

/** One subtask a file, each with two solutions; then, where it is said, one that takes all their results. */
export function manyPlan(instruction: string, artifacts: Artifact[]): Plan {
  const edit = (name: string, value: string, more: Action['inputs'] = {}): Action => ({
    tool: 'text_image_editing',
    inputs: { image: name, text: instruction, ...more },
    outputs: [{ type: 'image', value }],
  });
  const subtasks: Subtask[] = artifacts.map(({ name }, id) => ({
    id,
    description: instruction,
    domains: [],
    depends_on: [],
    args: [
      { type: 'image', value: name },
      { type: 'text', value: instruction },
    ],
    returns: { type: 'image', value: `<GEN>-${id}` },
    solutions: [
      { score: 4.8, seconds: 0.4, download_bytes: 0, actions: [edit(name, `<GEN>-${id}`, { exposure: '1' })] },
      {
        score: 4.1,
        seconds: 0.4,
        download_bytes: 0,
        actions: [
          { tool: 'image_to_edge', inputs: { image: name }, outputs: [{ type: 'edge', value: `<GEN>-${id}-0` }] },
          edit(`<GEN>-${id}-0`, `<GEN>-${id}`),
        ],
      },
    ],
  }));
  return { id: 'p', clarification: null, subtasks, source: 'words', visited_tools: 12, elapsed_ms: 3.4 };
}

/** Ends the steps in bursts, each with its result, the run so far, and the step, as the application tells them. */
export async function playMany(world: World, turn: Turn, run: Run): Promise<void> {
  for (let begin = 0; begin < run.steps.length; begin += BURST) {
    const burst = run.steps.slice(begin, begin + BURST);
    for (const step of burst) {
      Object.assign(step, { status: 'running', progress: 0.5 });
      await world.pause(0);
      world.emit({ type: 'step', run: run.id, step });
    }
    if (!(await world.tick(run.id))) return;
    for (const step of burst) {
      const artifact = world.make(turn, run, step.index);
      Object.assign(step, { status: 'done', progress: 1, seconds: 0.1, outputs: [artifact.id] });
      run.results.push({ subtask: step.subtask, artifact: artifact.id });
      for (const event of [
        { type: 'artifact', conversation: turn.conversation, artifact },
        { type: 'run', run },
        { type: 'step', run: run.id, step },
      ] as const) {
        await world.pause(0);
        world.emit(event);
      }
    }
  }
  run.status = 'done';
  run.finished_at = Date.now();
  // As runs of earlier versions have it: a sentence for each.
  run.answer = run.steps.map(({ inputs }) => `Here is what was made of ${inputs.image}.`).join('\n\n');
  world.emit({ type: 'run', run });
}
