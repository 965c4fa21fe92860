import { expect, test } from 'vitest';
import { clock, dayGroup, duration, estimate, fileSize, moment, percent, secondsLeft } from '../src/lib/state/format';

test('lengths read like those of a player', () => {
  expect([0, 9.9, 42, 61, 3725].map(clock)).toEqual(['0:00', '0:09', '0:42', '1:01', '1:02:05']);
  expect([Number.NaN, Number.POSITIVE_INFINITY, -3].map(clock)).toEqual(['0:00', '0:00', '0:00']);
});

test('a moment is told to the hundredth, and carries over', () => {
  expect([0, 2.4, 9.996, 59.999, 3725.5, Number.NaN].map(moment)).toEqual([
    ...['0:00.00', '0:02.40', '0:10.00', '1:00.00', '1:02:05.50', '0:00.00'],
  ]);
});

test('times have tenths only where they matter', () => {
  expect([0.04, 0.32, 9.94, 9.96, 99, 100, 3900].map((s) => duration(s, 'en'))).toEqual([
    ...['0.0 s', '0.3 s', '9.9 s', '10 s', '99 s', '2 min', '1 h 5 min'],
  ]);
  expect(duration(0.32, 'vi')).toBe('0,3 s');
  expect(duration(0.32, 'de')).toBe('0,3 s');
});

test('an estimate pretends no tenths', () => {
  expect([0.3, 1.4, 8, 20, 200].map((s) => estimate(s, 'en'))).toEqual([
    '< 1 s',
    '≈ 1 s',
    '≈ 8 s',
    '≈ 20 s',
    '≈ 3 min',
  ]);
  expect(estimate(8, 'vi')).toBe('≈ 8 s');
  expect(estimate(8, 'de')).toBe('≈ 8 s');
});

test('what is left is told once it can be told, and goes on as before', () => {
  expect(secondsLeft(10, 0.25)).toBeCloseTo(30);
  for (const [elapsed, share] of [
    [1, 0.5],
    [10, 0],
    [10, 0.01],
    [10, 1],
    [10, 0.99],
  ] as [number, number][]) {
    expect(secondsLeft(elapsed, share)).toBeNull();
  }
});

test('sizes are in decimal units and never show a thousand of one', () => {
  expect([0, 999, 1000, 2_400_000, 167_000_000, 999_600_000].map((n) => fileSize(n, 'en'))).toEqual([
    ...['0 B', '999 B', '1 kB', '2.4 MB', '167 MB', '1 GB'],
  ]);
  expect(fileSize(2_400_000, 'de')).toBe('2,4 MB');
});

test('shares below one percent keep a digit', () => {
  expect([0, 0.004, 0.06, 1, 1.2].map((share) => percent(share, 'en'))).toEqual([
    '0 %',
    '0.4 %',
    '6 %',
    '100 %',
    '100 %',
  ]);
});

test('conversations stand under the day of their last change', () => {
  const now = new Date(2026, 10, 21, 10).getTime();
  const at = (day: number, hour: number) => dayGroup(new Date(2026, 10, day, hour).getTime(), now);
  expect([at(21, 0), at(20, 23), at(15, 1), at(14, 23)]).toEqual(['today', 'week', 'week', 'older']);
});
