import { expect, test } from 'vitest';
import { FrameRate, frameAt, rateOf, timeOf } from '../src/lib/state/frame-rate.svelte';

test('frames are told apart by the rates that videos have', () => {
  expect(rateOf(0.04)).toBe(25);
  expect(rateOf(1 / 30)).toBe(30);
  expect(rateOf(1001 / 30_000)).toBeCloseTo(29.97, 2);
  expect(rateOf(1001 / 24_000)).toBeCloseTo(23.976, 3);
  // Times in whole milliseconds, and a rate that is none of the usual.
  expect([23, 24, 25]).toContain(Math.round(rateOf(0.042)));
  expect(rateOf(0.033)).toBeCloseTo(30, 0);
  expect(rateOf(1 / 7)).toBeCloseTo(7);
});

test('a frame is left and come back to, at any rate', () => {
  for (const rate of [24, 25, 30_000 / 1001, 60]) {
    for (let frame = 0; frame < 400; frame += 1) expect(frameAt(timeOf(frame, rate), rate)).toBe(frame);
  }
  expect(timeOf(-3, 25)).toBe(0);
});

test('the rate is the usual one until the frames tell another, and frames that were left out change nothing', () => {
  const frames = new FrameRate();
  expect(frames.rate).toBe(25);
  for (const time of [0, 2 / 30, 3 / 30, 4 / 30, 6 / 30, 9 / 30]) frames.saw(time);
  expect(frames.rate).toBe(30);
  // A jump elsewhere, the same frame once more.
  for (const time of [5, 5, 0.1]) frames.saw(time);
  expect(frames.rate).toBe(30);
});

test('a film of the usual rate keeps it where steps in quick succession leave frames out', () => {
  const frames = new FrameRate();
  for (const time of [0, 0.08, 0.2]) frames.saw(time);
  expect(frames.rate).toBe(25);
});

test('a film of half that rate is known by a frame that is still shown where the next one was sought', () => {
  const frames = new FrameRate();
  frames.saw(0);
  frames.saw(0, timeOf(1, 25));
  frames.saw(0.08, timeOf(2, 25));
  expect(frames.rate).toBe(12.5);
});
