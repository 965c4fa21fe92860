import { expect, test } from 'vitest';
import { fitted, pan, toImage, toStage, zoomAt } from '../src/lib/state/view';

const image = { width: 2400, height: 1600 };
const stage = { width: 1280, height: 688 };

test('an image is shown whole, in the middle, and never enlarged', () => {
  const view = fitted(image, stage, 44);
  expect(view.scale).toBeCloseTo(0.375);
  expect(toStage(view, { x: 1200, y: 800 })).toEqual({ x: 640, y: 344 });
  expect(fitted({ width: 20, height: 10 }, stage, 44).scale).toBe(1);
});

test('zooming keeps what is under the pointer under it', () => {
  const at = { x: 300, y: 200 };
  let view = fitted(image, stage, 44);
  const before = toImage(view, at);
  for (const factor of [1.3, 1.3, 0.5, 4, 100, 0.0001]) {
    view = zoomAt(view, at, factor);
    expect(toImage(view, at).x).toBeCloseTo(before.x);
    expect(toImage(view, at).y).toBeCloseTo(before.y);
  }
  expect(view.scale).toBeGreaterThan(0);
});

test('panning moves the image with the pointer', () => {
  const view = pan({ x: 10, y: 20, scale: 2 }, 5, -5);
  expect(toStage(view, { x: 0, y: 0 })).toEqual({ x: 15, y: 15 });
});
