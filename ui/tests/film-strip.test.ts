import { expect, test } from 'vitest';
import { covering, stripMoments } from '../src/lib/state/film-strip';

test('as many frames as fit, each from the middle of its share', () => {
  expect(stripMoments(8, { width: 320, height: 40 }, 2)).toEqual([1, 3, 5, 7]);
  expect(stripMoments(8, { width: 20, height: 40 }, 2)).toEqual([4]);
  expect(stripMoments(8, { width: 2000, height: 40 }, 0.5)).toHaveLength(16);
});

test('a frame fills its field and is not stretched', () => {
  expect(covering({ width: 640, height: 360 }, { width: 40, height: 40 })).toEqual({
    x: 140,
    y: 0,
    width: 360,
    height: 360,
  });
  expect(covering({ width: 360, height: 640 }, { width: 72, height: 40 }).height).toBeCloseTo(200);
});
