/** Draws what lies over the image: mask, boxes, points, crosshair. Points and lines have the same size at every zoom. */
import type { BoundingBox, Point } from '$lib/backend';
import { GRIPS, type Grip, type Guide, gripPlace, hasMiddle } from '$lib/state/box';
import { type Extent, type Position, toStage, type View } from '$lib/state/view';
import type { Drawn } from './mask-preview.svelte';

export const POINT_RADIUS = 10;
/** How wide and high a grip is. */
const GRIP = 8;
const OUTLINE = { color: 'oklch(.78 .17 15)', width: 2.5, dash: [7, 5] };
const COLORS = {
  include: 'oklch(.62 .17 150)',
  exclude: 'oklch(.60 .20 25)',
  box: '#fff',
  line: '#fff',
  edge: '#0008',
  guide: 'oklch(.80 .17 85)',
};

export interface Overlay {
  view: View;
  /** Pixels of the image. */
  width: number;
  mask: Drawn | null;
  points: Point[];
  box: BoundingBox | null;
  /** The point under the pointer. */
  hovered: number | null;
  crosshair: Position | null;
}

export function drawOverlay(context: CanvasRenderingContext2D, overlay: Overlay, ratio: number): void {
  const { view, mask, points, box, crosshair } = overlay;
  clear(context, ratio);
  if (mask) drawMask(context, mask, view, overlay.width, ratio);
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  if (box) drawBox(context, box, view);
  for (const [place, point] of points.entries()) drawPoint(context, point, view, overlay.hovered === place);
  if (crosshair) drawCrosshair(context, toStage(view, crosshair));
}

interface Boxes {
  view: View;
  boxes: readonly BoundingBox[];
  /** The one that can be changed, and the grips that it is held at. */
  held: BoundingBox | null;
  grips?: readonly Grip[];
  /** The lines across the image that it is snapped to. */
  guides?: readonly Guide[];
  image?: Extent;
}

/** Draws boxes, and over them the one that can be changed. */
export function drawBoxes(
  context: CanvasRenderingContext2D,
  { view, boxes, held, grips = GRIPS, guides = [], image }: Boxes,
  ratio: number,
): void {
  clear(context, ratio);
  if (image) drawGuides(context, guides, view, image);
  for (const box of boxes) drawBox(context, box, view);
  if (!held) return;
  drawBox(context, held, view);
  for (const grip of grips) {
    if (grip.x === 0 && !hasMiddle(held.width, view)) continue;
    if (grip.y === 0 && !hasMiddle(held.height, view)) continue;
    drawGrip(context, gripPlace(held, grip, view));
  }
}

function drawGuides(context: CanvasRenderingContext2D, guides: readonly Guide[], view: View, image: Extent): void {
  const whole = {
    ...toStage(view, { x: 0, y: 0 }),
    width: image.width * view.scale,
    height: image.height * view.scale,
  };
  for (const [color, width, dash] of [
    [COLORS.edge, 3, []],
    [COLORS.guide, 1.5, [6, 4]],
  ] as const) {
    context.strokeStyle = color;
    context.lineWidth = width;
    context.setLineDash([...dash]);
    for (const guide of guides) {
      const { x, y } = toStage(view, { x: 0, y: 0, ...guide });
      context.beginPath();
      context.moveTo('x' in guide ? x : whole.x, 'x' in guide ? whole.y : y);
      context.lineTo('x' in guide ? x : whole.x + whole.width, 'x' in guide ? whole.y + whole.height : y);
      context.stroke();
    }
  }
  context.setLineDash([]);
}

/** Takes away what was drawn; what follows is in pixels of the page. */
function clear(context: CanvasRenderingContext2D, ratio: number): void {
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.clearRect(0, 0, context.canvas.width, context.canvas.height);
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
}

function drawMask(context: CanvasRenderingContext2D, drawn: Drawn, view: View, width: number, ratio: number): void {
  const scale = (view.scale * width) / drawn.mask.width;
  context.setTransform(ratio * scale, 0, 0, ratio * scale, ratio * view.x, ratio * view.y);
  context.imageSmoothingEnabled = true;
  context.drawImage(drawn.tint, 0, 0);
  context.strokeStyle = OUTLINE.color;
  context.lineWidth = OUTLINE.width / scale;
  context.setLineDash(OUTLINE.dash.map((length) => length / scale));
  context.stroke(drawn.path);
  context.setLineDash([]);
}

function drawBox(context: CanvasRenderingContext2D, box: BoundingBox, view: View): void {
  const { x, y } = toStage(view, box);
  const [width, height] = [box.width * view.scale, box.height * view.scale];
  context.lineWidth = 3;
  context.strokeStyle = COLORS.edge;
  context.strokeRect(x, y, width, height);
  context.lineWidth = 1.5;
  context.strokeStyle = COLORS.box;
  context.strokeRect(x, y, width, height);
}

function drawGrip(context: CanvasRenderingContext2D, { x, y }: Position): void {
  context.fillStyle = COLORS.box;
  context.strokeStyle = COLORS.edge;
  context.lineWidth = 1;
  context.fillRect(x - GRIP / 2, y - GRIP / 2, GRIP, GRIP);
  context.strokeRect(x - GRIP / 2, y - GRIP / 2, GRIP, GRIP);
}

function drawPoint(context: CanvasRenderingContext2D, point: Point, view: View, hovered: boolean): void {
  const { x, y } = toStage(view, point);
  context.beginPath();
  context.arc(x, y, POINT_RADIUS + (hovered ? 2 : 0), 0, 2 * Math.PI);
  context.fillStyle = point.include ? COLORS.include : COLORS.exclude;
  context.fill();
  context.lineWidth = 2;
  context.strokeStyle = COLORS.line;
  context.stroke();
  context.beginPath();
  context.moveTo(x - 5, y);
  context.lineTo(x + 5, y);
  if (point.include) {
    context.moveTo(x, y - 5);
    context.lineTo(x, y + 5);
  }
  context.stroke();
}

function drawCrosshair(context: CanvasRenderingContext2D, { x, y }: Position): void {
  for (const [color, width] of [
    [COLORS.edge, 4],
    [COLORS.line, 1.5],
  ] as const) {
    context.strokeStyle = color;
    context.lineWidth = width;
    context.beginPath();
    for (const [dx, dy] of [
      [1, 0],
      [-1, 0],
      [0, 1],
      [0, -1],
    ] as const) {
      context.moveTo(x + dx * 5, y + dy * 5);
      context.lineTo(x + dx * 18, y + dy * 18);
    }
    context.stroke();
  }
}
