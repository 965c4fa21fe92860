/** Which frames of a video stand side by side under it. */

/** So many show what is in a video, and no more have to be sought. */
const MOST = 16;

/** The moments of as many frames as fit into a strip, each from the middle of its share. */
export function stripMoments(seconds: number, strip: { width: number; height: number }, shape: number): number[] {
  const count = Math.min(MOST, Math.max(1, Math.round(strip.width / (strip.height * shape))));
  return Array.from({ length: count }, (_, place) => ((place + 0.5) / count) * seconds);
}

/** The part of a frame that fills a field of the strip, cut evenly on both sides. */
export function covering(frame: { width: number; height: number }, field: { width: number; height: number }) {
  const scale = Math.max(field.width / frame.width, field.height / frame.height);
  const [width, height] = [field.width / scale, field.height / scale];
  return { x: (frame.width - width) / 2, y: (frame.height - height) / 2, width, height };
}
