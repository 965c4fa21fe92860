import { expect, test } from 'vitest';
import { fitted, pan, toPicture, toStage, zoomAt } from '../src/lib/state/view';

const picture = { width: 2400, height: 1600 };
const stage = { width: 1280, height: 688 };

test('a picture is shown whole, in the middle, and never enlarged', () => {
  const view = fitted(picture, stage, 44);
  expect(view.scale).toBeCloseTo(0.375);
  expect(toStage(view, { x: 1200, y: 800 })).toEqual({ x: 640, y: 344 });
  expect(fitted({ width: 20, height: 10 }, stage, 44).scale).toBe(1);
});

test('zooming keeps what is under the pointer under it', () => {
  const at = { x: 300, y: 200 };
  let view = fitted(picture, stage, 44);
  const before = toPicture(view, at);
  for (const factor of [1.3, 1.3, 0.5, 4, 100, 0.0001]) {
    view = zoomAt(view, at, factor);
    expect(toPicture(view, at).x).toBeCloseTo(before.x);
    expect(toPicture(view, at).y).toBeCloseTo(before.y);
  }
  expect(view.scale).toBeGreaterThan(0);
});

test('panning moves the picture with the pointer', () => {
  const view = pan({ x: 10, y: 20, scale: 2 }, 5, -5);
  expect(toStage(view, { x: 0, y: 0 })).toEqual({ x: 15, y: 15 });
});
