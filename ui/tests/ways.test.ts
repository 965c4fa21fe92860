import { describe, expect, test } from 'vitest';
import type { Run, Thing } from '../src/lib/backend';
import { placeWay } from '../src/lib/state/way-layout';
import { partsOf, stepOf, wayCost, wayGraph, wayTitle } from '../src/lib/state/ways';
import { planFor } from './fake/plans';
import { TOOLS } from './fake/tools';

const film = { name: 'beach.mp4', type: 'video' } as Thing;
const plan = planFor('put calm music under this and cut out the first ten seconds', [film]);
const typeOf = (name: string) => (name === film.name ? film.type : null);
const label = (tool: string) => TOOLS.find((one) => one.name === tool)?.label ?? tool;
const size = () => ({ width: 120, height: 44 });

describe('a way as a graph', () => {
  const graph = wayGraph(plan, partsOf(plan, [0, 1]), typeOf);
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

  test('a part alone takes the result of another part as a resource', () => {
    const subtask = plan.subtasks[1]!;
    const alone = wayGraph(plan, [{ subtask, solution: 0 }], typeOf);
    expect(alone.nodes.find((node) => node.kind === 'resource' && node.fromSubtask === 0)).toMatchObject({
      resourceType: 'video',
      literal: false,
    });
  });
});

describe('the steps of a run', () => {
  const step = (index: number, ...actions: [number, number, number][]) => ({
    index,
    actions: actions.map(([subtask, way, action]) => ({ subtask, way, action })),
  });
  // The first way failed at its second action, and the second way, which shares the first action, was taken instead.
  const run = { steps: [step(0, [1, 0, 0], [1, 1, 0]), step(1, [1, 0, 1]), step(2, [1, 1, 1])] } as unknown as Run;

  test('stand at the actions that they do, whichever way was taken', () => {
    const index = (way: number, action: number) => stepOf(run, { subtask: 1, way, action })?.index;
    expect([index(0, 0), index(0, 1), index(1, 0), index(1, 1)]).toEqual([0, 1, 0, 2]);
    expect(stepOf(run, { subtask: 0, way: 0, action: 0 })).toBeNull();
    expect(stepOf(null, { subtask: 1, way: 0, action: 0 })).toBeNull();
  });
});

describe('two ways beside each other', () => {
  const subtask = plan.subtasks[1]!;
  const first = [{ subtask, solution: 0 }];
  const second = [{ subtask, solution: 1 }];

  test('share the steps that do the same', () => {
    const { shared } = wayGraph(plan, second, typeOf, first);
    expect(shared.has('tool:1:2')).toBe(true);
    expect(shared.has('tool:1:0')).toBe(false);
    expect(shared.has('tool:1:1')).toBe(false);
  });

  test('are named by what differs', () => {
    expect(wayTitle(first, [], label, 'then')).toBe('Compose music, then dub video');
    expect(wayTitle(second, first, label, 'then')).toBe('Caption video, then compose music');
  });

  test('cost what their steps cost together', () => {
    expect(wayCost(partsOf(plan, [0, 1])).seconds).toBe(22);
    expect(wayCost(partsOf(plan, [0, 0])).score).toBeCloseTo(4.8);
  });
});

describe('the layout of a way', () => {
  const graph = wayGraph(plan, partsOf(plan, [0, 1]), typeOf);
  const placed = placeWay(graph, size, 2000);
  const at = (id: string) => placed.nodes.find(({ node }) => node.id === id)!;

  test('goes from left to right along every cable', () => {
    for (const { from, to } of graph.cables) expect(at(from).x + at(from).width).toBeLessThan(at(to).x);
  });

  test('lays no node over another and none outside', () => {
    for (const [place, a] of placed.nodes.entries()) {
      expect(a.x).toBeGreaterThanOrEqual(0);
      expect(a.x + a.width).toBeLessThanOrEqual(placed.width);
      for (const b of placed.nodes.slice(place + 1)) {
        const apart = a.x + a.width <= b.x || b.x + b.width <= a.x || a.y + a.height <= b.y || b.y + b.height <= a.y;
        expect(apart).toBe(true);
      }
    }
  });

  test('is narrower where there is little room', () => {
    expect(placeWay(graph, size, 400).width).toBeLessThan(placed.width);
  });

  test('puts jacks in the order of what they come from', () => {
    const dub = at('tool:1:2');
    const into = graph.cables.filter((cable) => cable.to === 'tool:1:2').sort((a, b) => at(a.from).y - at(b.from).y);
    const shares = into.map((cable) => dub.jacks.get(cable.id)!);
    expect(shares).toEqual([...shares].sort((a, b) => a - b));
  });

  test('leads a cable that spans others around them', () => {
    const long = graph.cables.find((cable) => cable.from === 'tool:0:0' && cable.to === 'tool:1:2')!;
    const through = placed.detours.get(long.id) ?? [];
    expect(through.length).toBeGreaterThan(0);
    for (const { y } of through) {
      expect(y).toBeGreaterThan(0);
      expect(y).toBeLessThan(placed.height);
    }
  });
});
