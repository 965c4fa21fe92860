import { describe, expect, test } from 'vitest';
import type { Artifact } from '../../src/lib/backend';
import { solutionGraph } from '../../src/lib/state/solutions/graph';
import { layOut } from '../../src/lib/state/solutions/layout';
import { partsOf } from '../../src/lib/state/solutions/parts';
import { planFor } from '../fake/plans';

const video = { name: 'beach.mp4', type: 'video' } as Artifact;
const plan = planFor('put calm music under this and cut out the first ten seconds', [video]);
const typeOf = (name: string) => (name === video.name ? video.type : null);

describe('the layout of a way', () => {
  const graph = solutionGraph(plan, partsOf(plan, [0, 1]), typeOf);
  const size = { width: 120, height: 44 };
  const laidOut = (room: number) =>
    layOut({ nodes: graph.nodes.map(({ id }) => ({ id, size })), cables: graph.cables, room });
  const placed = laidOut(2000);
  const at = (id: string) => placed.nodes.get(id)!;

  test('goes from left to right along every cable', () => {
    for (const { from, to } of graph.cables) expect(at(from).x + at(from).width).toBeLessThan(at(to).x);
  });

  test('lays no node over another and none outside', () => {
    const nodes = [...placed.nodes.values()];
    for (const [place, a] of nodes.entries()) {
      expect(a.x).toBeGreaterThanOrEqual(0);
      expect(a.x + a.width).toBeLessThanOrEqual(placed.width);
      for (const b of nodes.slice(place + 1)) {
        const apart = a.x + a.width <= b.x || b.x + b.width <= a.x || a.y + a.height <= b.y || b.y + b.height <= a.y;
        expect(apart).toBe(true);
      }
    }
  });

  test('is narrower where there is little room', () => {
    expect(laidOut(400).width).toBeLessThan(placed.width);
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
