/** Where the nodes of a way stand: left to right by dagre, inputs of a tool in the order in which their cables arrive. */
import dagre from '@dagrejs/dagre';
import type { Position } from './view';
import type { Cable, WayGraph, WayNode } from './ways';

export interface Size {
  width: number;
  height: number;
}

export interface PlacedNode extends Size {
  node: WayNode;
  x: number;
  y: number;
  /** For each argument that a cable feeds, how far down the left edge its jack is, from 0 to 1. */
  jacks: Map<string, number>;
}

export interface PlacedWay extends Size {
  nodes: PlacedNode[];
  /** For cables that pass by other nodes, the places that they go through on their way, by the cable's id. */
  detours: Map<string, Position[]>;
}

const MARGIN = 10;
/** How far nodes are from those that they are joined to, in pixels. */
const CABLE = { long: 40, short: 24 };

/** Places a way in `room` pixels of width where it can: what is too wide with long cables gets short ones. */
export function placeWay(graph: WayGraph, sizeOf: (node: WayNode) => Size, room: number): PlacedWay {
  const placed = place(graph, sizeOf, CABLE.long);
  return placed.width <= room ? placed : place(graph, sizeOf, CABLE.short);
}

function place(graph: WayGraph, sizeOf: (node: WayNode) => Size, ranksep: number): PlacedWay {
  const layout = new dagre.graphlib.Graph({ multigraph: true });
  layout.setGraph({ rankdir: 'LR', nodesep: 18, edgesep: 14, ranksep, marginx: MARGIN, marginy: MARGIN });
  layout.setDefaultEdgeLabel(() => ({}));
  for (const node of graph.nodes) layout.setNode(node.id, { ...sizeOf(node) });
  for (const cable of graph.cables) layout.setEdge(cable.from, cable.to, {}, cable.id);
  dagre.layout(layout);

  // A cable between neighbours has three points: both ends and one between. More of them lead it around what is there.
  const routes = graph.cables.map((cable) => {
    const { points } = layout.edge(cable.from, cable.to, cable.id) as { points: Position[] };
    return {
      id: cable.id,
      through: points.length > 3 ? points.slice(1, -1).filter((_, place) => place % 2 === 1) : [],
    };
  });
  const { width = 0, height = 0 } = layout.graph() as Partial<Size>;
  // Dagre leaves room for nodes only: a cable that goes around them may lie outside.
  const heights = routes.flatMap(({ through }) => through.map(({ y }) => y));
  const top = Math.min(0, ...heights.map((y) => y - MARGIN));
  const bottom = Math.max(height, ...heights.map((y) => y + MARGIN));

  const middle = (id: string) => layout.node(id).y as number;
  const nodes = graph.nodes.map((node): PlacedNode => {
    const { x, y, width, height } = layout.node(node.id) as Size & Position;
    const into = graph.cables.filter((cable) => cable.to === node.id);
    return { node, x: x - width / 2, y: y - height / 2 - top, width, height, jacks: spread(into, middle) };
  });
  const detours = new Map(routes.map(({ id, through }) => [id, through.map(({ x, y }) => ({ x, y: y - top }))]));
  return { nodes, detours, width, height: bottom - top };
}

/** Spreads jacks over the edge, those of higher sources above, so that cables cross as little as they can. */
function spread(cables: Cable[], middle: (id: string) => number): Map<string, number> {
  const sorted = [...cables].sort((a, b) => middle(a.from) - middle(b.from));
  return new Map(sorted.map((cable, place) => [cable.id, (place + 1) / (sorted.length + 1)]));
}
