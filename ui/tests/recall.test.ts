import { expect, test } from 'vitest';
import { recall } from '../src/lib/state/recall';

const EARLIER = ['make it warmer', 'crop it', 'make it warmer', 'a frame'];

test('arrows go back through what was asked for, each once, and forward again', () => {
  expect(recall(EARLIER, '', 'ArrowUp')).toBe('a frame');
  expect(recall(EARLIER, 'a frame', 'ArrowUp')).toBe('make it warmer');
  expect(recall(EARLIER, 'make it warmer', 'ArrowUp')).toBe('crop it');
  expect(recall(EARLIER, 'crop it', 'ArrowUp')).toBeNull();
  expect(recall(EARLIER, 'crop it', 'ArrowDown')).toBe('make it warmer');
  expect(recall(EARLIER, 'a frame', 'ArrowDown')).toBe('');
});

test('what was typed stays, and other keys do as usual', () => {
  expect(recall(EARLIER, 'half a request', 'ArrowUp')).toBeNull();
  expect(recall(EARLIER, '', 'ArrowDown')).toBeNull();
  expect(recall(EARLIER, '', 'ArrowLeft')).toBeNull();
  expect(recall([], '', 'ArrowUp')).toBeNull();
});
