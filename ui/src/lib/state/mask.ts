/** A mask on its way from the tool to the screen: grown, feathered, inverted, outlined. Pure numbers, no drawing. */

export interface Mask {
  width: number;
  height: number;
  /** From 0 to 255, row by row. */
  values: Uint8ClampedArray;
}

const FAR = 1e12;
const INSIDE = 128;

/** Squared distances to the nearest zero of a row, in place. Felzenszwalb and Huttenlocher, "Distance transforms of
 *  sampled functions" (2012), section 2.1. */
function transformLine(line: Float64Array, out: Float64Array, parabolas: Int32Array, bounds: Float64Array): void {
  let last = 0;
  parabolas[0] = 0;
  bounds[0] = -Infinity;
  bounds[1] = Infinity;
  const at = (place: number) => line[place] as number;
  for (let place = 1; place < line.length; place += 1) {
    let cross = 0;
    for (;;) {
      const other = parabolas[last] as number;
      cross = (at(place) + place * place - (at(other) + other * other)) / (2 * (place - other));
      if (cross > (bounds[last] as number) || last === 0) break;
      last -= 1;
    }
    if (cross <= (bounds[last] as number)) cross = bounds[last] as number;
    last += 1;
    parabolas[last] = place;
    bounds[last] = cross;
    bounds[last + 1] = Infinity;
  }
  let current = 0;
  for (let place = 0; place < line.length; place += 1) {
    while ((bounds[current + 1] as number) < place) current += 1;
    const from = parabolas[current] as number;
    out[place] = (place - from) ** 2 + at(from);
  }
}

/** The distance of every pixel to the nearest one that `is` says, in pixels. */
function distances(mask: Mask, is: (value: number) => boolean): Float32Array {
  const { width, height, values } = mask;
  const squared = new Float64Array(width * height);
  for (let place = 0; place < squared.length; place += 1) squared[place] = is(values[place] as number) ? 0 : FAR;
  const longest = Math.max(width, height);
  const [parabolas, bounds] = [new Int32Array(longest), new Float64Array(longest + 1)];
  const column = new Float64Array(height);
  const columnOut = new Float64Array(height);
  for (let x = 0; x < width; x += 1) {
    for (let y = 0; y < height; y += 1) column[y] = squared[y * width + x] as number;
    transformLine(column, columnOut, parabolas, bounds);
    for (let y = 0; y < height; y += 1) squared[y * width + x] = columnOut[y] as number;
  }
  const rowOut = new Float64Array(width);
  const result = new Float32Array(width * height);
  for (let y = 0; y < height; y += 1) {
    const row = squared.subarray(y * width, (y + 1) * width);
    transformLine(row, rowOut, parabolas, bounds);
    for (let x = 0; x < width; x += 1) result[y * width + x] = Math.sqrt(rowOut[x] as number);
  }
  return result;
}

/** How far outside the mask each pixel is, in pixels; negative inside. */
export function signedDistances(mask: Mask): Float32Array {
  const outside = distances(mask, (value) => value >= INSIDE);
  const inside = distances(mask, (value) => value < INSIDE);
  // Half a pixel, since distances are between the middles of pixels and the edge runs between them.
  return outside.map((distance, place) => (distance > 0 ? distance - 0.5 : -((inside[place] as number) - 0.5)));
}

export interface Adjustment {
  /** Pixels of the mask by which it grows; less than 0: shrinks. */
  grow: number;
  /** Pixels of the mask over which its edge fades. */
  feather: number;
  invert: boolean;
}

/** The mask with its edge moved and softened. `distance` is what `signedDistances` gives for it. */
export function adjusted(mask: Mask, distance: () => Float32Array, { grow, feather, invert }: Adjustment): Mask {
  if (grow === 0 && feather === 0 && !invert) return mask;
  const values = new Uint8ClampedArray(mask.values.length);
  if (grow === 0 && feather === 0) {
    for (let place = 0; place < values.length; place += 1) values[place] = 255 - (mask.values[place] as number);
    return { ...mask, values };
  }
  const signed = distance();
  const soft = Math.max(1, feather);
  for (let place = 0; place < values.length; place += 1) {
    const share = Math.min(1, Math.max(0, 0.5 - ((signed[place] as number) - grow) / soft));
    values[place] = 255 * (invert ? 1 - share : share);
  }
  return { ...mask, values };
}

/** How much of the image the mask covers, from 0 to 1. */
export function coverage(mask: Mask): number {
  let sum = 0;
  for (const value of mask.values) sum += value;
  return mask.values.length > 0 ? sum / (255 * mask.values.length) : 0;
}

/** The mask's outline as closed lines of points x, y, x, y, …: around every patch, and around every hole in one. */
export function outline({ width, height, values }: Mask): number[][] {
  const inside = (x: number, y: number) =>
    x >= 0 && y >= 0 && x < width && y < height && (values[y * width + x] as number) >= INSIDE;
  const columns = width + 1;
  // The mask's edge as steps between corners of pixels, the inside always on the right hand.
  const next = new Map<number, number[]>();
  const step = (fromX: number, fromY: number, toX: number, toY: number) => {
    const from = fromY * columns + fromX;
    const to = toY * columns + toX;
    const present = next.get(from);
    if (present) present.push(to);
    else next.set(from, [to]);
  };
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      if (!inside(x, y)) continue;
      if (!inside(x, y - 1)) step(x, y, x + 1, y);
      if (!inside(x + 1, y)) step(x + 1, y, x + 1, y + 1);
      if (!inside(x, y + 1)) step(x + 1, y + 1, x, y + 1);
      if (!inside(x - 1, y)) step(x, y + 1, x, y);
    }
  }
  const lines: number[][] = [];
  for (const start of next.keys()) {
    while (next.get(start)?.length) {
      const line: number[] = [];
      let from = start;
      for (let to = next.get(from)?.pop(); to !== undefined; to = next.get(from)?.pop()) {
        // The middles of the steps: diagonals come out as diagonals instead of stairs.
        line.push(((from % columns) + (to % columns)) / 2, (Math.floor(from / columns) + Math.floor(to / columns)) / 2);
        from = to;
      }
      if (line.length > 2) lines.push(line);
    }
  }
  return lines;
}
