/** How something that is laid over a picture is dragged, resized and nudged: with its proportions, and to the places that it can
 *  have. */
import type { BoundingBox } from '$lib/backend';
import type { BoxRules, Grip, Guide } from '../box';
import type { Position } from '../view';
import { isNear, isSame, type Laid, type Placed, placed, sharesOf } from './laid';

const CORNERS: readonly Grip[] = ([-1, 1] as const).flatMap((x) => ([-1, 1] as const).map((y) => ({ x, y })));
/** So many pixels an arrow key goes, and with Shift. */
const STEP = 1;
const FAR = 10;

/** The rules for something laid: near a place it snaps to it, and to the lines through all the places; with Alt it does not. Where it
 *  can only be at its places, it is always at the nearest. */
export function placingRules(laid: Laid): BoxRules {
  return {
    grips: CORNERS,
    isDrawn: false,
    dragged(box, grip, by, { altKey }, near) {
      const before = placed(laid, box);
      if (grip.x === 0 && grip.y === 0) return moved(laid, before, by, altKey ? 0 : near);
      return resized(laid, before, grip, by, altKey);
    },
    nudged(box, arrow, { altKey, shiftKey }) {
      const before = placed(laid, box);
      const step = shiftKey ? FAR : STEP;
      if (altKey) return grown(laid, before, (arrow.x + arrow.y) * step);
      if (!laid.isFree) return nextPlace(laid, before, arrow);
      return beside(laid, before, { x: before.x + arrow.x * step, y: before.y + arrow.y * step });
    },
    guides: (box) => guidesOf(laid, placed(laid, box)),
  };
}

/** The boxes at the places, as large as one is. */
function boxesOf(laid: Laid, { percent }: Placed): Placed[] {
  return laid.places.map((place) => laid.at(place, percent));
}

/** The box at another corner, as far as the ground reaches; at a place that has a name, where it comes to lie on one. */
function beside(laid: Laid, before: Placed, to: Position): Placed {
  const within = (at: number, most: number) => Math.min(Math.max(0, most), Math.max(0, Math.round(at)));
  const x = within(to.x, laid.ground.width - before.width);
  const y = within(to.y, laid.ground.height - before.height);
  const box = { ...before, x, y, place: null };
  return boxesOf(laid, before).find((named) => isSame(named, box)) ?? box;
}

function nearest(boxes: readonly Placed[], to: Placed, away: (by: Position) => number): Placed {
  const [first = to, ...others] = boxes;
  const far = ({ x, y }: BoundingBox) => away({ x: x - to.x, y: y - to.y });
  return others.reduce((best, box) => (far(box) < far(best) ? box : best), first);
}

function moved(laid: Laid, before: Placed, by: Position, near: number): Placed {
  const wanted = { ...before, x: before.x + by.x, y: before.y + by.y };
  const boxes = boxesOf(laid, before);
  if (!laid.isFree) return nearest(boxes, wanted, ({ x, y }) => Math.hypot(x, y));
  const close = boxes.filter(({ x, y }) => Math.abs(x - wanted.x) <= near && Math.abs(y - wanted.y) <= near);
  if (near > 0 && close.length > 0) return nearest(close, wanted, ({ x, y }) => Math.hypot(x, y));
  const snapped = (at: number, lines: number[]) => lines.find((line) => Math.abs(line - at) <= near) ?? at;
  const x = snapped(
    wanted.x,
    boxes.map((box) => box.x),
  );
  const y = snapped(
    wanted.y,
    boxes.map((box) => box.y),
  );
  return beside(laid, before, near > 0 ? { x, y } : wanted);
}

/** The box with a corner dragged so far. What is at a place stays there, unless it is held off by Alt. */
function resized(laid: Laid, before: Placed, grip: Grip, by: Position, isHeldOff: boolean): Placed {
  const place = isHeldOff && laid.isFree ? null : before.place;
  // What is in the middle grows to both sides.
  const [across, down] = (place === null ? [0, 0] : sharesOf(place)).map((share) => (share === 0.5 ? 2 : 1));
  const wide = before.width + grip.x * by.x * (across ?? 1);
  const high = before.height + grip.y * by.y * (down ?? 1);
  const width = Math.max(1, wide, high * laid.ratio);
  if (place !== null) return laid.at(place, laid.percentOf(width));
  const fixed = {
    x: grip.x < 0 ? before.x + before.width : before.x,
    y: grip.y < 0 ? before.y + before.height : before.y,
  };
  return from(laid, fixed, grip, width);
}

/** A box so wide that begins in a corner and reaches from there as a grip does, as far as the ground does. */
function from(laid: Laid, fixed: Position, grip: Grip, wanted: number): Placed {
  const { ground, ratio } = laid;
  const room = {
    x: grip.x < 0 ? fixed.x : ground.width - fixed.x,
    y: grip.y < 0 ? fixed.y : ground.height - fixed.y,
  };
  const most = Math.min(wanted, room.x, room.y * ratio);
  const [width, height] = [most, most / ratio].map((side) => Math.max(1, Math.round(side))) as [number, number];
  const [x, y] = [grip.x < 0 ? fixed.x - width : fixed.x, grip.y < 0 ? fixed.y - height : fixed.y];
  return { x, y, width, height, percent: laid.percentOf(width), place: null };
}

/** The box so many pixels wider: at its place, or from its upper left corner on. */
function grown(laid: Laid, before: Placed, by: number): Placed {
  const width = Math.max(1, before.width + by);
  if (before.place !== null) return laid.at(before.place, laid.percentOf(width));
  return from(laid, before, { x: 1, y: 1 }, width);
}

/** The box at the next place where an arrow points. */
function nextPlace(laid: Laid, before: Placed, arrow: Position): Placed {
  const ahead = (by: Position) => by.x * arrow.x + by.y * arrow.y;
  const boxes = boxesOf(laid, before).filter(({ x, y }) => ahead({ x: x - before.x, y: y - before.y }) > 1);
  return nearest(boxes, before, (by) => ahead(by) + 4 * Math.abs(by.x * arrow.y + by.y * arrow.x));
}

/** The lines through the places that a box is on: along its edge, or through its middle. */
function guidesOf(laid: Laid, box: Placed): Guide[] {
  const isOn = (axis: 'x' | 'y') => (place: string) => isNear(laid.at(place, box.percent)[axis], box[axis]);
  const column = box.place ?? laid.places.find(isOn('x'));
  const row = box.place ?? laid.places.find(isOn('y'));
  const guides: Guide[] = [];
  if (column !== undefined) guides.push({ x: box.x + box.width * sharesOf(column)[0] });
  if (row !== undefined) guides.push({ y: box.y + box.height * sharesOf(row)[1] });
  return guides;
}
