/** An image seen through a window: which of its pixels is in the middle, and how large one of them is. */

export interface Position {
  x: number;
  y: number;
}

export interface Extent {
  width: number;
  height: number;
}

/** Where the image's top left corner lies on the stage, and the stage's pixels per pixel of the image. */
export interface View {
  x: number;
  y: number;
  scale: number;
}

const SCALE = { min: 0.02, max: 32 };

/** The whole image in the middle of the stage, never larger than it is. */
export function fitted(image: Extent, stage: Extent, margin: number): View {
  if (image.width <= 0 || image.height <= 0) return { x: 0, y: 0, scale: 1 };
  const room = { width: Math.max(1, stage.width - 2 * margin), height: Math.max(1, stage.height - 2 * margin) };
  const scale = Math.min(1, room.width / image.width, room.height / image.height);
  return { x: (stage.width - image.width * scale) / 2, y: (stage.height - image.height * scale) / 2, scale };
}

/** Zooms so that what lies under `at` stays there. */
export function zoomAt(view: View, at: Position, factor: number): View {
  const scale = Math.min(SCALE.max, Math.max(SCALE.min, view.scale * factor));
  const ratio = scale / view.scale;
  return { x: at.x - (at.x - view.x) * ratio, y: at.y - (at.y - view.y) * ratio, scale };
}

export function pan(view: View, x: number, y: number): View {
  return { ...view, x: view.x + x, y: view.y + y };
}

export function toImage(view: View, at: Position): Position {
  return { x: (at.x - view.x) / view.scale, y: (at.y - view.y) / view.scale };
}

export function toStage(view: View, at: Position): Position {
  return { x: at.x * view.scale + view.x, y: at.y * view.scale + view.y };
}
