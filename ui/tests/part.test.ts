import { expect, test, vi } from 'vitest';
import { LatePart } from '../src/lib/state/part.svelte';

test('a part is loaded once, however often it is needed', async () => {
  const file = vi.fn(async () => ({ default: 'a part' }));
  const late = new LatePart(file);
  expect(late.part).toBeNull();
  expect(await Promise.all([late.load(), late.load()])).toEqual([true, true]);
  expect(await late.load()).toBe(true);
  expect(late.part).toBe('a part');
  expect(file).toHaveBeenCalledTimes(1);
});

test('one that could not be loaded says so, and is tried anew when it is needed again', async () => {
  const file = vi.fn(async () => ({ default: 'a part' })).mockRejectedValueOnce(new Error('no answer'));
  const late = new LatePart(file);
  expect(await late.load()).toBe(false);
  expect(late.failed).toBe(true);
  expect(late.part).toBeNull();
  expect(await late.load()).toBe(true);
  expect(late.failed).toBe(false);
  expect(late.part).toBe('a part');
});
