import { describe, expect, test } from 'vitest';
import type { Artifact, Solution } from '../../src/lib/backend';
import { solutionGraph } from '../../src/lib/state/solutions/graph';
import { partsOf } from '../../src/lib/state/solutions/parts';
import { planFor } from '../fake/plans';

const video = { name: 'beach.mp4', type: 'video' } as Artifact;
const plan = planFor('put calm music under this and cut out the first ten seconds', [video]);
const warmer: Solution = {
  score: 4,
  seconds: 1,
  download_bytes: 0,
  actions: [
    {
      tool: 'text_image_editing',
      inputs: { image: 'beach.mp4', text: 'a bit warmer', warmth: '40' },
      outputs: [{ type: 'image', value: '<GEN>-0' }],
    },
  ],
};
const typeOf = (name: string) => (name === video.name ? video.type : null);

describe('a way as a graph', () => {
  const graph = solutionGraph(plan, partsOf(plan, [0, 1]), typeOf);
  const cable = (from: string, to: string) => graph.cables.find((one) => one.from === from && one.to === to);

  test('joins subtasks where one takes what the other makes', () => {
    expect(cable('tool:0:0', 'tool:1:0')?.resourceType).toBe('video');
    expect(cable('tool:0:0', 'tool:1:2')?.resourceType).toBe('video');
  });

  test('ends only in what nobody takes', () => {
    expect(graph.nodes.filter((node) => node.kind === 'end').map((node) => node.id)).toEqual(['end:1']);
  });

  test('tells names from literal words', () => {
    const resources = graph.nodes.filter((node) => node.kind === 'resource');
    expect(resources.map((node) => [node.value, node.resourceType, node.literal])).toEqual([
      ['beach.mp4', 'video', false],
      ['0:10 to end', 'text', true],
    ]);
  });

  test('every cable has both its ends', () => {
    const ids = new Set(graph.nodes.map((node) => node.id));
    expect(graph.cables.every((one) => ids.has(one.from) && ids.has(one.to))).toBe(true);
    expect(new Set(graph.cables.map((one) => one.id)).size).toBe(graph.cables.length);
  });

  test('words that values say are no node beside them', () => {
    const [first, ...others] = plan.subtasks;
    const said = { ...plan, subtasks: [{ ...first!, solutions: [warmer] }, ...others] };
    const role = (tool: string, name: string) =>
      tool !== 'text_image_editing' || name === 'image' ? 'input' : name === 'text' ? 'instruction' : 'parameter';
    const literals = (graph: ReturnType<typeof solutionGraph>) =>
      graph.nodes.flatMap((node) => (node.kind === 'resource' && node.literal ? [node.value] : []));
    const graph = solutionGraph(said, partsOf(said, [0]), typeOf, [], role);
    expect(literals(graph)).not.toContain('a bit warmer');
    expect(graph.nodes.find(({ id }) => id === 'tool:0:0')).toMatchObject({ values: { warmth: '40' }, inputs: [] });
    expect(literals(solutionGraph(said, partsOf(said, [0]), typeOf))).toContain('a bit warmer');
  });

  test('a part alone takes the result of another part as a resource', () => {
    const subtask = plan.subtasks[1]!;
    const alone = solutionGraph(plan, [{ subtask, solution: 0 }], typeOf);
    expect(alone.nodes.find((node) => node.kind === 'resource' && node.fromSubtask === 0)).toMatchObject({
      resourceType: 'video',
      literal: false,
    });
  });
});

describe('two ways beside each other', () => {
  const subtask = plan.subtasks[1]!;
  const first = [{ subtask, solution: 0 }];
  const second = [{ subtask, solution: 1 }];

  test('share the steps that do the same', () => {
    const { shared } = solutionGraph(plan, second, typeOf, first);
    expect(shared.has('tool:1:2')).toBe(true);
    expect(shared.has('tool:1:0')).toBe(false);
    expect(shared.has('tool:1:1')).toBe(false);
  });
});
