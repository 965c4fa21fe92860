import { beforeEach, expect, test, vi } from 'vitest';
import { Layout } from '../src/lib/state/layout.svelte';

let stored: Record<string, string>;

beforeEach(() => {
  stored = {};
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored[key] ?? null,
    setItem: (key: string, value: string) => (stored[key] = value),
  });
});

function widthIn(layout: Layout, windowWidth: number): number {
  layout.windowWidth = windowWidth;
  return layout.benchWidth;
}

test('the bench grows with the window until somebody moves its edge', () => {
  const layout = new Layout();
  expect([1280, 1920, 2560, 3840].map((width) => widthIn(layout, width))).toEqual([560, 576, 768, 800]);
  layout.setBenchWidth(1200);
  expect(widthIn(layout, 2560)).toBe(1200);
  expect(widthIn(new Layout(), 2560)).toBe(1200);
});

test('the bench leaves the chat its room', () => {
  const layout = new Layout();
  layout.setBenchWidth(5000);
  expect(widthIn(layout, 3840)).toBe(1400);
  expect(widthIn(layout, 1280)).toBe(1280 - 208 - 380);
});
