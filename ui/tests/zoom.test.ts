import { expect, test } from 'vitest';
import { Zoom } from '../src/lib/state/zoom.svelte';

function zoom(): Zoom {
  const made = new Zoom();
  made.image = { width: 1000, height: 500 };
  made.width = 548;
  made.height = 548;
  return made;
}

test('an image is whole until it is zoomed, and whole again by a key', () => {
  const shown = zoom();
  expect(shown.view).toEqual({ x: 24, y: 149, scale: 0.5 });
  expect(shown.key('+')).toBe(true);
  expect(shown.view.scale).toBeCloseTo(0.625);
  shown.width = 300;
  expect(shown.view.scale).toBeCloseTo(0.625);
  shown.key('0');
  expect(shown.view.scale).toBeCloseTo(0.252);
});

test('arrows move it, and other keys are left to others', () => {
  const shown = zoom();
  shown.key('ArrowRight');
  shown.key('ArrowUp');
  expect(shown.view).toEqual({ x: -36, y: 209, scale: 0.5 });
  expect(shown.key('x')).toBe(false);
});
