import { describe, expect, test } from 'vitest';
import type { Action, Artifact, Run, Step, Subtask } from '../../src/lib/backend';
import { solutionGraph } from '../../src/lib/state/solutions/graph';
import { groupParts, groupSubtasks } from '../../src/lib/state/solutions/groups';
import { partsOf } from '../../src/lib/state/solutions/parts';
import { groupSteps, stepsTogether, together } from '../../src/lib/state/solutions/steps';
import { manyPlan } from '../fake/many';

const COUNT = 30;
const files = Array.from({ length: COUNT }, (_, number) => ({ name: `${number}.png`, type: 'image' }) as Artifact);
const typeOf = (name: string) => files.find((one) => one.name === name)?.type ?? null;
const sepia = manyPlan('make them all sepia', files);

/** The same plan with a collage of all results. */
const collage: Subtask = {
  id: COUNT,
  description: 'a collage of them',
  domains: [],
  depends_on: sepia.subtasks.map(({ id }) => id),
  args: [{ type: 'image', value: sepia.subtasks.map(({ returns }) => returns.value) }],
  returns: { type: 'image', value: `<GEN>-${COUNT}` },
  solutions: [
    {
      score: 4,
      seconds: 1,
      download_bytes: 0,
      actions: [
        {
          tool: 'collage',
          inputs: { image: sepia.subtasks.map(({ returns }) => returns.value) },
          outputs: [{ type: 'image', value: `<GEN>-${COUNT}` }],
        },
      ],
    },
  ],
};
const withCollage = { ...sepia, subtasks: [...sepia.subtasks, collage] };

describe('what is the same for several files', () => {
  test('is one group, whichever files there are', () => {
    expect(groupSubtasks(sepia.subtasks, typeOf).map((group) => group.length)).toEqual([COUNT]);
    expect(groupSubtasks(withCollage.subtasks, typeOf).map((group) => group.length)).toEqual([COUNT, 1]);
  });

  test('is not what differs in a value, a tool or a type', () => {
    const changed = (inputs: Action['inputs']) => {
      const [first, second, ...others] = structuredClone(sepia.subtasks);
      Object.assign(second!.solutions[0]!.actions[0]!.inputs, inputs);
      return groupSubtasks([first!, second!, ...others], typeOf).map((group) => group.length);
    };
    expect(changed({})).toEqual([COUNT]);
    expect(changed({ exposure: '2' })).toEqual([COUNT - 1, 1]);
    expect(changed({ text: 'blue' })).toEqual([COUNT - 1, 1]);
    const asFilm = (name: string) => (name === '1.png' ? 'video' : typeOf(name));
    expect(groupSubtasks(sepia.subtasks, asFilm).map((group) => group.length)).toEqual([COUNT - 1, 1]);
  });

  test('stays apart where another solution is chosen', () => {
    const choice = sepia.subtasks.map((_, place) => (place === 3 ? 1 : 0));
    expect(groupParts(partsOf(sepia, choice), typeOf).map((group) => group.length)).toEqual([COUNT - 1, 1]);
  });

  test('is one group where it goes on with the results of one', () => {
    const again = sepia.subtasks.map((subtask, place) => {
      const one = JSON.parse(JSON.stringify(subtask).replaceAll(`<GEN>-${place}`, `<GEN>-${COUNT + place}`)) as Subtask;
      const taken = JSON.parse(JSON.stringify(one).replaceAll(`"${place}.png"`, `"<GEN>-${place}"`)) as Subtask;
      return { ...taken, id: COUNT + place };
    });
    const groups = groupSubtasks([...sepia.subtasks, ...again], typeOf);
    expect(groups.map((group) => group.length)).toEqual([COUNT, COUNT]);
  });
});

describe('the graph of what is the same', () => {
  const graph = solutionGraph(withCollage, partsOf(withCollage, []), typeOf);
  const tools = graph.nodes.filter((node) => node.kind === 'tool');

  test('has one node and one cable for all files', () => {
    expect(tools.map(({ tool, places }) => [tool, places.length])).toEqual([
      ['text_image_editing', COUNT],
      ['collage', 1],
    ]);
    const given = graph.nodes.filter((node) => node.kind === 'resource' && !node.literal);
    expect(given).toMatchObject([{ count: COUNT, value: '0.png', resourceType: 'image' }]);
    expect(graph.cables.filter(({ to }) => to === tools[1]?.id)).toHaveLength(1);
    expect(graph.nodes.filter(({ kind }) => kind === 'end')).toHaveLength(1);
  });

  test('shows few files one by one', () => {
    const two = { ...sepia, subtasks: sepia.subtasks.slice(0, 2) };
    const { nodes } = solutionGraph(two, partsOf(two, []), typeOf);
    const given = nodes.flatMap((node) => (node.kind === 'resource' && !node.literal ? [node.value] : []));
    expect(given).toEqual(['0.png', '1.png']);
    expect(nodes.filter(({ kind }) => kind === 'tool')).toHaveLength(1);
  });
});

describe('the steps of what is the same', () => {
  const stepOf = (index: number, status: Step['status'], progress: number) =>
    ({
      index,
      tool: 'text_image_editing',
      status,
      progress,
      actions: [{ subtask: index, solution: 0, action: 0 }],
    }) as Step;
  const steps = [stepOf(0, 'done', 1), stepOf(1, 'running', 0.5), stepOf(2, 'waiting', 0)];

  test('are one line with the number of those that are done', () => {
    expect(groupSteps(steps, groupSubtasks(sepia.subtasks, typeOf)).map((group) => group.length)).toEqual([3]);
    expect(together(steps)).toEqual({ status: 'running', progress: 0.5, done: 1 });
  });

  test('go on while some are still to come, and fail where one does', () => {
    const run = { steps } as Run;
    const places = sepia.subtasks.map(({ id }) => ({ subtask: id, solution: 0, action: 0 }));
    expect(stepsTogether(run, places)).toMatchObject({ status: 'running', done: 1, progress: 1.5 / COUNT });
    expect(stepsTogether({ steps: [] as Step[] } as Run, places)).toBeNull();
    expect(together([stepOf(0, 'done', 1), stepOf(1, 'failed', 0)]).status).toBe('failed');
    expect(together([stepOf(0, 'done', 1), stepOf(1, 'done', 1)]).status).toBe('done');
  });
});
