import { expect, test } from 'vitest';
import { pieces } from '../src/lib/state/left-over';

test('left-over words are found by their bytes', () => {
  const found = pieces('“Où” – make a boomerang', [{ words: 'boomerang', start: 21, kind: 'term' }]);
  expect(found).toEqual([
    { text: '“Où” – make a ', leftOver: false },
    { text: 'boomerang', leftOver: true },
  ]);
});

test('what lies outside the request, or overlaps, marks nothing', () => {
  const request = 'mute it';
  expect(pieces(request, [])).toEqual([{ text: request, leftOver: false }]);
  expect(pieces(request, [{ words: 'far away', start: 90, kind: 'term' }])).toEqual([
    { text: request, leftOver: false },
  ]);
});
