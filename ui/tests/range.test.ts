import { expect, test } from 'vitest';
import { insertWords, partWords } from '../src/lib/state/insert';
import { beginAt, endAt, rangeBetween } from '../src/lib/state/range';

test('a beginning without an end reaches to the end, and an end without a beginning from the start', () => {
  expect(beginAt(null, 2, 8)).toEqual([2, 8]);
  expect(endAt(null, 5)).toEqual([0, 5]);
});

test('each end of a range is moved by itself, and one behind the other begins anew', () => {
  expect(beginAt([2, 5], 3, 8)).toEqual([3, 5]);
  expect(endAt([2, 5], 4)).toEqual([2, 4]);
  expect(beginAt([2, 5], 6, 8)).toEqual([6, 8]);
  expect(endAt([2, 5], 1)).toEqual([0, 1]);
});

test('what is too short to be heard changes nothing', () => {
  expect(endAt([2, 5], 2.01)).toEqual([2, 5]);
  expect(beginAt(null, 8, 8)).toBeNull();
  expect(rangeBetween(3, 1)).toEqual([1, 3]);
  expect(rangeBetween(3, 3.01)).toBeNull();
});

test('a part is named as requests name it, with spaces around it', () => {
  const words = partWords('clip.mp4', [2.4, 5.12]);
  expect(words).toBe('0:02.40 to 0:05.12 of clip.mp4');
  expect(partWords('talk.wav', [59.999, 3725.5])).toBe('1:00 to 1:02:05.50 of talk.wav');
  expect(insertWords('', words, 0)).toEqual({ text: words, cursor: words.length });
  expect(insertWords('cut out', words, 7).text).toBe(`cut out ${words}`);
  const between = insertWords('mute this please', words, 5, 9);
  expect(between).toEqual({ text: `mute ${words} please`, cursor: 5 + words.length });
  expect(insertWords('mute then stop', words, 5).text).toBe(`mute ${words} then stop`);
  expect(insertWords('mute , then', words, 5).text).toBe(`mute ${words}, then`);
});
