import { expect, test } from 'vitest';
import type { BoundingBox } from '../src/lib/backend';
import { readBox } from '../src/lib/state/box-text';
import { boxWords } from '../src/lib/state/insert';
import { isSame, type Laid, placed } from '../src/lib/state/placing/laid';
import { percentText, readMeasure, readSize } from '../src/lib/state/placing/measures';
import { laidPicture } from '../src/lib/state/placing/picture';
import { placingRules } from '../src/lib/state/placing/rules';
import { laidWords, linesOf, onFilm, onPicture } from '../src/lib/state/placing/words';
import { PLACES } from '../src/lib/state/setting-values';
import type { Extent } from '../src/lib/state/view';
import { numbers } from './numbers';

const WHOLE = { x: 0, y: 0 } as const;
const KEYS = { altKey: false, shiftKey: false };
const ALT = { ...KEYS, altKey: true };
const placeOf = (laid: Laid, box: BoundingBox) => placed(laid, box).place;
const measured = (line: string) => line.length * 0.6;

function picture(ground: Extent, own: Extent, set: { size?: string; margin?: string; isFree?: boolean } = {}) {
  return laidPicture(ground, own, { size: '', usualSize: '25%', margin: '', isFree: true, ...set });
}

function expectInside({ ground }: Laid, { x, y, width, height }: BoundingBox) {
  expect(Math.min(x, y)).toBeGreaterThanOrEqual(-0.001);
  expect(Math.min(width, height)).toBeGreaterThan(0);
  expect(x + width).toBeLessThanOrEqual(ground.width + 0.001);
  expect(y + height).toBeLessThanOrEqual(ground.height + 0.001);
}

function sample(next: (most: number) => number) {
  const side = (most: number) => Math.round(20 + next(most));
  const ground = { width: side(3800), height: side(2100) };
  return { ground, own: { width: side(2000), height: side(2000) } };
}

test('a picture lies where the program lays it', () => {
  const ground = { width: 1000, height: 500 };
  const own = { width: 200, height: 100 };
  const { laid, percent } = picture(ground, own);
  expect(laid.at('bottom right', percent)).toMatchObject({ x: 740, y: 365, width: 250, height: 125 });
  const set = picture(ground, own, { size: '100 wide', margin: '0 px' });
  expect(set.laid.at('top left', set.percent)).toMatchObject({ x: 0, y: 0, width: 100, height: 50 });
  const middle = picture(ground, own, { size: '50% high' });
  expect(middle.laid.at('middle', middle.percent)).toMatchObject({ x: 250, y: 125, width: 500, height: 250 });
  const full = picture(ground, own, { size: '100%' });
  expect(full.laid.at('top left', full.percent)).toMatchObject({ x: 0, y: 0, width: 1000, height: 500 });
});

test('sizes and distances are read as the program reads them', () => {
  expect(readSize('25 %')).toEqual({ width: { percent: 25 } });
  expect(readSize('300 wide')).toEqual({ width: { pixels: 300 } });
  expect(readSize('300 px')).toEqual({ width: { pixels: 300 } });
  expect(readSize('10% high')).toEqual({ height: { percent: 10 } });
  expect(readSize('320 × 180')).toEqual({ within: [320, 180] });
  for (const wrong of ['', '300', '0%', '1080p', 'large']) expect(readSize(wrong)).toBeNull();
  expect(readMeasure('20')).toEqual({ pixels: 20 });
  expect(readMeasure('2,5 %')).toEqual({ percent: 2.5 });
  expect(readMeasure('near')).toBeNull();
});

test('what is dragged near a place snaps to it, with Alt it does not, and what is written lies there again', () => {
  const next = numbers(11);
  for (let round = 0; round < 400; round += 1) {
    const { ground, own } = sample(next);
    const { laid, percent } = picture(ground, own, { size: percentText(1 + next(60)) });
    const rules = placingRules(laid);
    const place = PLACES[round % 9] as string;
    const [start, goal] = [laid.at(PLACES[(round * 4) % 9] as string, percent), laid.at(place, percent)];
    const off = { x: goal.x - start.x + next(6) - 3, y: goal.y - start.y + next(6) - 3 };
    const snapped = rules.dragged(start, WHOLE, off, KEYS, 4);
    expectInside(laid, snapped);
    const named = placeOf(laid, snapped);
    // On a small ground the places are so near to each other that another one may be nearer.
    expect(named).not.toBeNull();
    if (laid.ground.width - goal.width > 60 && laid.ground.height - goal.height > 60) expect(named).toBe(place);
    expect(rules.guides(snapped)).toHaveLength(2);

    const free = rules.dragged(start, WHOLE, off, ALT, 4);
    expectInside(laid, free);
    expect([free.width, free.height]).toEqual([start.width, start.height]);
    const { x, y, width, height } = free;
    expect(readBox(boxWords(free), ground)).toEqual({ x, y, width, height });
  }
});

test('a corner resizes it with its proportions: at its place, or from the other corner, and the size reads back', () => {
  const next = numbers(5);
  for (let round = 0; round < 400; round += 1) {
    const { ground, own } = sample(next);
    const { laid, percent } = picture(ground, own, { size: percentText(5 + next(50)) });
    const rules = placingRules(laid);
    const place = PLACES[round % 9] as string;
    const before = laid.at(place, percent);
    const by = { x: next(ground.width) - ground.width / 2, y: next(ground.height) - ground.height / 2 };
    for (const grip of rules.grips) {
      const there = rules.dragged(before, grip, by, KEYS, 4);
      expectInside(laid, there);
      const size = percentText(placed(laid, there).percent);
      const again = picture(ground, own, { size });
      expect(isSame(again.laid.at(place, again.percent), there)).toBe(true);

      const free = rules.dragged(before, grip, by, ALT, 4);
      expectInside(laid, free);
      // A side has a pixel at least.
      const isSmall = Math.min(free.width, free.height) === 1;
      if (!isSmall) expect(Math.abs(free.width - free.height * laid.ratio)).toBeLessThanOrEqual(0.51 + laid.ratio / 2);
      const fixed = (box: BoundingBox) => [
        grip.x < 0 ? box.x + box.width : box.x,
        grip.y < 0 ? box.y + box.height : box.y,
      ];
      expect(fixed(free)).toEqual(fixed(before));
    }
  }
});

test('arrow keys move it by pixels, ten with Shift, and resize it with Alt', () => {
  const { laid, percent } = picture({ width: 1000, height: 500 }, { width: 200, height: 100 });
  const rules = placingRules(laid);
  const box = laid.at('middle', percent);
  expect(rules.nudged(box, { x: -1, y: 0 }, KEYS)).toEqual({ ...box, x: box.x - 1, place: null });
  expect(rules.nudged(box, { x: 0, y: 1 }, { ...KEYS, shiftKey: true })).toMatchObject({ x: box.x, y: box.y + 10 });
  expect(rules.nudged(rules.nudged(box, { x: 1, y: 0 }, KEYS), { x: -1, y: 0 }, KEYS)).toEqual(box);
  const larger = rules.nudged(box, { x: 1, y: 0 }, { altKey: true, shiftKey: true });
  expect(larger.width).toBe(box.width + 10);
  expect(placeOf(laid, larger)).toBe('middle');
  expect(rules.nudged(laid.at('top left', percent), { x: -1, y: 0 }, { ...KEYS, shiftKey: true }).x).toBe(0);
});

test('where there are only places, it goes from one to the next', () => {
  const next = numbers(3);
  const { laid, percent } = picture({ width: 640, height: 360 }, { width: 300, height: 200 }, { isFree: false });
  const rules = placingRules(laid);
  let box: BoundingBox = laid.at('bottom right', percent);
  for (const [x, y, place] of [
    [-1, 0, 'bottom'],
    [0, -1, 'middle'],
    [0, -1, 'top'],
    [0, -1, 'top'],
    [-1, 0, 'top left'],
    [1, 0, 'top'],
  ] as const) {
    box = rules.nudged(box, { x, y }, KEYS);
    expect(placeOf(laid, box)).toBe(place);
  }
  for (let round = 0; round < 100; round += 1) {
    const by = { x: next(900) - 450, y: next(500) - 250 };
    expect(placeOf(laid, rules.dragged(box, WHOLE, by, ALT, 4))).not.toBeNull();
  }
});

test('words lie clear of the edges, and at the lower third too', () => {
  const ground = { width: 1280, height: 720 };
  const words = { text: 'Ada Lovelace\nMathematician', percent: 5, measured };
  const { laid, lines } = laidWords(ground, onFilm(ground, [...PLACES, 'lower third']), words);
  expect(lines).toEqual(['Ada Lovelace', 'Mathematician']);
  const [bottom, third] = [laid.at('bottom left', 5), laid.at('lower third', 5)];
  expect(bottom.x).toBeCloseTo(76.8);
  expect(third.x).toBeCloseTo(76.8);
  expect(third.y).toBeLessThan(bottom.y);
  const rules = placingRules(laid);
  expect(placeOf(laid, rules.nudged(bottom, { x: 0, y: -1 }, KEYS))).toBe('lower third');
  const dragged = rules.dragged(bottom, { x: 1, y: -1 }, { x: bottom.width, y: 0 }, KEYS, 4);
  expect(laid.percentOf(dragged.width)).toBe(10);
  expect(placeOf(laid, dragged)).toBe('bottom left');
});

test('words at any place and size lie within, and their size reads back', () => {
  const next = numbers(23);
  for (let round = 0; round < 200; round += 1) {
    const { ground } = sample(next);
    const text = 'a word and another '.repeat(1 + Math.floor(next(4)));
    const percent = 1 + next(20);
    for (const writing of [onFilm(ground, PLACES), onPicture(ground)]) {
      const { laid } = laidWords(ground, writing, { text, percent, measured });
      for (const place of PLACES) {
        const box = laid.at(place, percent);
        expectInside(laid, box);
        const { width } = laid.at(place, laid.percentOf(box.width));
        expect(Math.abs(width - box.width)).toBeLessThanOrEqual(laid.at(place, 1).width * 0.0051);
      }
    }
  }
});

test('long words are broken where they have spaces', () => {
  expect(linesOf('one two three four', 8, measured)).toEqual(['one two three', 'four']);
  expect(linesOf('extraordinarily', 2, measured)).toEqual(['extraordinarily']);
});
