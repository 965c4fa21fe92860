import { expect, test } from 'vitest';
import type { BoundingBox } from '../src/lib/backend';
import { boxBetween, contained, GRIPS, gripAt, gripPlace, middleBox, moved, resized } from '../src/lib/state/box';
import { boxesIn, readBox } from '../src/lib/state/box-text';
import { boxWords, placeWords } from '../src/lib/state/insert';
import { type Extent, toImage, toStage } from '../src/lib/state/view';
import { numbers } from './numbers';

const IMAGES: Extent[] = [
  { width: 640, height: 360 },
  { width: 360, height: 640 },
  { width: 1, height: 9 },
  { width: 3840, height: 2160 },
];

function expectInside({ x, y, width, height }: BoundingBox, image: Extent): void {
  for (const number of [x, y, width, height]) expect(Number.isInteger(number)).toBe(true);
  expect(Math.min(x, y)).toBeGreaterThanOrEqual(0);
  expect(Math.min(width, height)).toBeGreaterThanOrEqual(1);
  expect(x + width).toBeLessThanOrEqual(image.width);
  expect(y + height).toBeLessThanOrEqual(image.height);
}

test('a wide video and an upright one lie in the middle of their element, as large as it allows', () => {
  // As a phone films: stored lying and turned when shown, its pixels are counted as it is shown.
  const upright = contained({ width: 360, height: 640 }, { width: 800, height: 320 });
  expect(upright).toEqual({ x: 310, y: 0, scale: 0.5 });
  expect(toImage(upright, { x: 310, y: 0 })).toEqual({ x: 0, y: 0 });
  expect(toImage(upright, { x: 490, y: 320 })).toEqual({ x: 360, y: 640 });
  const wide = contained({ width: 640, height: 360 }, { width: 1280, height: 800 });
  expect(wide).toEqual({ x: 0, y: 40, scale: 2 });
  expect(toImage(wide, { x: 0, y: 40 })).toEqual({ x: 0, y: 0 });
  expect(contained({ width: 0, height: 0 }, { width: 10, height: 10 }).scale).toBe(1);
});

test('a box drawn in the bars beside a video ends where the video does', () => {
  const image = { width: 360, height: 640 };
  const view = contained(image, { width: 800, height: 320 });
  const drawn = boxBetween(toImage(view, { x: 5, y: -20 }), toImage(view, { x: 795, y: 160 }), image);
  expect(drawn).toEqual({ x: 0, y: 0, width: 360, height: 320 });
  expect(boxBetween({ x: 900, y: 900 }, { x: 901, y: 901 }, image)).toEqual({ x: 359, y: 639, width: 1, height: 1 });
});

test('whatever is drawn, moved and resized stays in whole pixels within the image', () => {
  const next = numbers(7);
  for (let round = 0; round < 300; round += 1) {
    const image = IMAGES[round % IMAGES.length] as Extent;
    const at = () => ({ x: next(2 * image.width) - image.width / 2, y: next(2 * image.height) - image.height / 2 });
    const [one, other, by] = [at(), at(), at()];
    const box = boxBetween(one, other, image);
    expectInside(box, image);
    expect(boxBetween(other, one, image)).toEqual(box);
    const shifted = moved(box, by, image);
    expectInside(shifted, image);
    expect([shifted.width, shifted.height]).toEqual([box.width, box.height]);
    for (const grip of GRIPS) {
      const changed = resized(box, grip, by, image);
      expectInside(changed, image);
      if (grip.x === 0) expect([changed.x, changed.width]).toEqual([box.x, box.width]);
      if (grip.y === 0) expect([changed.y, changed.height]).toEqual([box.y, box.height]);
      expect(resized(box, grip, { x: 0, y: 0 }, image)).toEqual(box);
    }
    expectInside(middleBox(image), image);
  }
});

test('a side is moved alone, a corner moves two, and one that passes the other changes places with it', () => {
  const image = { width: 640, height: 360 };
  const box = { x: 100, y: 50, width: 80, height: 40 };
  expect(resized(box, { x: 1, y: 0 }, { x: 10, y: 99 }, image)).toEqual({ ...box, width: 90 });
  expect(resized(box, { x: -1, y: -1 }, { x: 10, y: -5 }, image)).toEqual({ x: 110, y: 45, width: 70, height: 45 });
  expect(resized(box, { x: -1, y: 0 }, { x: 100, y: 0 }, image)).toEqual({ ...box, x: 180, width: 20 });
});

test('a box is held at its corners and sides, moved by its inside, and free beside it', () => {
  const view = { x: 30, y: 10, scale: 0.5 };
  const box = { x: 100, y: 60, width: 200, height: 120 };
  for (const grip of GRIPS) expect(gripAt(box, view, gripPlace(box, grip, view))).toEqual(grip);
  expect(gripAt(box, view, toStage(view, { x: 200, y: 120 }))).toEqual({ x: 0, y: 0 });
  expect(gripAt(box, view, toStage(view, { x: 10, y: 120 }))).toBeNull();
  // A box of few pixels on the screen can be moved as well.
  const small = { x: 100, y: 60, width: 12, height: 12 };
  expect(gripAt(small, view, toStage(view, { x: 106, y: 66 }))).toEqual({ x: 0, y: 0 });
});

test('what is written of a box is read back, in fields and in requests', () => {
  const next = numbers(3);
  for (let round = 0; round < 200; round += 1) {
    const image = IMAGES[round % IMAGES.length] as Extent;
    const at = () => ({ x: next(image.width), y: next(image.height) });
    const box = boxBetween(at(), at(), image);
    expect(readBox(boxWords(box), image)).toEqual(box);
    expect(boxesIn(`blur ${placeWords(box, [2, 5])} and follow it`)).toEqual([box]);
  }
  const box = { x: 300, y: 200, width: 120, height: 40 };
  expect(boxWords(box)).toBe('120x40 at 300,200');
  expect(placeWords(box, null)).toBe('120x40 at 300,200');
  expect(placeWords(box, [2, 5.5])).toBe('120x40 at 300,200 from 0:02 to 0:05.50');
  expect(boxesIn('resize it to 1280x720 and hide 10%x20% at 30%,40%')).toEqual([]);
});

test.each([
  ['120 × 40 at 300, 200', '120x40 at 300,200'],
  ['300,200,120,40', '120x40 at 300,200'],
  ['x=300 y=200 w=120 h=40', '120x40 at 300,200'],
  ['500x20 at 600,350', '40x10 at 600,350'],
  ['50%x50% at 25%,25%', '320x180 at 160,90'],
  ['33.33% x 10% at 0%, 90%', '213x36 at 0,324'],
  ['Top half', '640x180 at 0,0'],
  ['the bottom third', '640x120 at 0,240'],
  ['right two thirds', '427x360 at 213,0'],
  ['lower-right corner', '160x90 at 480,270'],
  ['top left quarter', '320x180 at 0,0'],
  ['middle 50%', '320x180 at 160,90'],
  ['left 10%', '64x360 at 0,0'],
  ['bottom 40 px', '640x40 at 0,320'],
  ['right 40 px', '40x360 at 600,0'],
  ['all but the bottom 40 px', '640x320 at 0,0'],
  ['all but the left 40px', '600x360 at 40,0'],
])('%s is %s', (value, written) => {
  const box = readBox(value, { width: 640, height: 360 });
  expect(box && boxWords(box)).toBe(written);
});

test.each([
  '',
  'the sky',
  '120x40',
  '0x0 at 10,10',
  '10x10 at 640,0',
  'top 120%',
  'top',
  'bottom 0 px',
  'all but the top 360 px',
  '20%x10% at 90%,0%',
  'blur 120x40 at 300,200',
])('%s is no box', (value) => {
  expect(readBox(value, { width: 640, height: 360 })).toBeNull();
});
