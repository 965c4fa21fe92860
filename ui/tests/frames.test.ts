import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Frames } from '../src/lib/state/frames';

let frame: (() => void) | null = null;
beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('requestAnimationFrame', (draw: () => void) => {
    frame = draw;
    return 1;
  });
  vi.stubGlobal('cancelAnimationFrame', () => {
    frame = null;
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('what comes within a frame is handed on at once, in its order', () => {
  const handed: number[][] = [];
  const frames = new Frames<number>((items) => handed.push(items));
  for (const item of [1, 2, 3]) frames.add(item);
  expect(handed).toEqual([]);
  frame?.();
  frames.add(4);
  frame?.();
  expect(handed).toEqual([[1, 2, 3], [4]]);
});

test('where no frame is drawn it comes a little later', () => {
  const handed: number[][] = [];
  const frames = new Frames<number>((items) => handed.push(items));
  frames.add(1);
  vi.runAllTimers();
  expect(handed).toEqual([[1]]);
});

test('what was stopped hands nothing on', () => {
  const handed: number[][] = [];
  const frames = new Frames<number>((items) => handed.push(items));
  frames.add(1);
  frames.stop();
  vi.runAllTimers();
  expect(handed).toEqual([]);
});
