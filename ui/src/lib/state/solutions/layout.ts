/** Where the nodes of a solution stand: turns a `LayoutRequest` into a `Layout`, left to right by dagre, the inputs of
 *  a node in the order in which their cables arrive. Knows nothing of what nodes are and how they are drawn. */
import dagre from '@dagrejs/dagre';

/** Pixels from the top left corner of all. */
export interface Position {
  x: number;
  y: number;
}

/** Pixels. */
export interface Size {
  width: number;
  height: number;
}

/** A cable by its ends, the ids of nodes. */
export interface Link {
  id: string;
  from: string;
  to: string;
}

/** What is to be laid out. */
export interface LayoutRequest {
  nodes: { id: string; size: Size }[];
  cables: Link[];
  /** Pixels of width that there are; what needs more gets more. */
  room: number;
}

/** A node by its top left corner. */
export interface PlacedNode extends Position, Size {
  /** For each cable that comes in, by its id, how far down the left edge its jack is, from 0 to 1. */
  jacks: Map<string, number>;
}

/** Where everything stands, and the size of all together. */
export interface Layout extends Size {
  /** By their ids. */
  nodes: Map<string, PlacedNode>;
  /** For cables that pass by other nodes, the places that they go through on their way, by the cable's id. */
  detours: Map<string, Position[]>;
}

const MARGIN = 10;
/** How far nodes are from those that they are joined to, in pixels. */
const CABLE = { long: 40, short: 24 };

/** Lays a solution out in its room where it can: what is too wide with long cables gets short ones. */
export function layOut(request: LayoutRequest): Layout {
  const layout = place(request, CABLE.long);
  return layout.width <= request.room ? layout : place(request, CABLE.short);
}

function place(request: LayoutRequest, ranksep: number): Layout {
  const graph = new dagre.graphlib.Graph({ multigraph: true });
  graph.setGraph({ rankdir: 'LR', nodesep: 18, edgesep: 14, ranksep, marginx: MARGIN, marginy: MARGIN });
  graph.setDefaultEdgeLabel(() => ({}));
  for (const { id, size } of request.nodes) graph.setNode(id, { ...size });
  for (const cable of request.cables) graph.setEdge(cable.from, cable.to, {}, cable.id);
  dagre.layout(graph);

  // A cable between neighbours has three points: both ends and one between. More of them lead it around what is there.
  const routes = request.cables.map((cable) => {
    const { points } = graph.edge(cable.from, cable.to, cable.id) as { points: Position[] };
    return {
      id: cable.id,
      through: points.length > 3 ? points.slice(1, -1).filter((_, place) => place % 2 === 1) : [],
    };
  });
  const { width = 0, height = 0 } = graph.graph() as Partial<Size>;
  // Dagre leaves room for nodes only: a cable that goes around them may lie outside.
  const heights = routes.flatMap(({ through }) => through.map(({ y }) => y));
  const top = Math.min(0, ...heights.map((y) => y - MARGIN));
  const bottom = Math.max(height, ...heights.map((y) => y + MARGIN));

  const middle = (id: string) => graph.node(id).y as number;
  const placeOf = (id: string): PlacedNode => {
    const { x, y, width, height } = graph.node(id) as Size & Position;
    const into = request.cables.filter((cable) => cable.to === id);
    return { x: x - width / 2, y: y - height / 2 - top, width, height, jacks: spread(into, middle) };
  };
  const nodes = new Map(request.nodes.map(({ id }) => [id, placeOf(id)]));
  const detours = new Map(routes.map(({ id, through }) => [id, through.map(({ x, y }) => ({ x, y: y - top }))]));
  return { nodes, detours, width, height: bottom - top };
}

/** Spreads jacks over the edge, those of higher sources above, so that cables cross as little as they can. */
function spread(cables: Link[], middle: (id: string) => number): Map<string, number> {
  const sorted = [...cables].sort((a, b) => middle(a.from) - middle(b.from));
  return new Map(sorted.map((cable, place) => [cable.id, (place + 1) / (sorted.length + 1)]));
}
