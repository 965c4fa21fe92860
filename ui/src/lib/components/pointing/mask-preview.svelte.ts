/** The chosen mask ready to be drawn: adjusted as the sliders say, tinted, with its outline as a path. */
import { adjusted, coverage, type Mask, outline, signedDistances } from '$lib/state/mask';
import type { PointingState } from '$lib/state/pointing.svelte';

/** As the mock has it: about half see-through. */
const TINT = { red: 236, green: 92, blue: 98, alpha: 0.5 };

async function decode(url: string): Promise<Mask> {
  const image = new Image();
  image.src = url;
  await image.decode();
  const { naturalWidth: width, naturalHeight: height } = image;
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('This window cannot draw.');
  context.drawImage(image, 0, 0);
  const { data } = context.getImageData(0, 0, width, height);
  return { width, height, values: new Uint8ClampedArray(width * height).map((_, place) => data[place * 4] ?? 0) };
}

function tinted({ width, height, values }: Mask): OffscreenCanvas {
  const canvas = new OffscreenCanvas(width, height);
  const image = new ImageData(width, height);
  for (let place = 0; place < values.length; place += 1) {
    image.data[place * 4] = TINT.red;
    image.data[place * 4 + 1] = TINT.green;
    image.data[place * 4 + 2] = TINT.blue;
    image.data[place * 4 + 3] = (values[place] ?? 0) * TINT.alpha;
  }
  canvas.getContext('2d')?.putImageData(image, 0, 0);
  return canvas;
}

function pathOf(lines: number[][]): Path2D {
  const path = new Path2D();
  for (const line of lines) {
    path.moveTo(line[0] ?? 0, line[1] ?? 0);
    for (let place = 2; place < line.length; place += 2) path.lineTo(line[place] ?? 0, line[place + 1] ?? 0);
    path.closePath();
  }
  return path;
}

export interface Drawn {
  mask: Mask;
  tint: OffscreenCanvas;
  path: Path2D;
}

export class MaskPreview {
  drawn = $state.raw<Drawn | null>(null);
  readonly coverage = $derived(this.drawn ? coverage(this.drawn.mask) : 0);
  private mask = $state.raw<Mask | null>(null);
  private distances: Float32Array | null = null;

  constructor(state: PointingState) {
    $effect(() => {
      const url = state.candidate?.mask_png;
      if (!url) {
        this.mask = null;
        return;
      }
      let wanted = true;
      void decode(url).then((mask) => {
        if (!wanted) return;
        this.distances = null;
        this.mask = mask;
      });
      return () => {
        wanted = false;
      };
    });
    $effect(() => {
      const { mask } = this;
      if (!mask) {
        this.drawn = null;
        return;
      }
      // The sliders are in pixels of the image; the preview may be smaller.
      const scale = mask.width / Math.max(1, state.size.width);
      const adjustment = { grow: state.grow * scale, feather: state.feather * scale, invert: state.invert };
      const distances = () => {
        this.distances ??= signedDistances(mask);
        return this.distances;
      };
      const result = adjusted(mask, distances, adjustment);
      this.drawn = { mask: result, tint: tinted(result), path: pathOf(outline(result)) };
    });
  }
}
