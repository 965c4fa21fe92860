import { describe, expect, test } from 'vitest';
import {
  arePlaces,
  hexColor,
  moments,
  type NumberForm,
  PLACES,
  placeBeside,
  sliderOf,
} from '../src/lib/state/setting-values';

describe('a slider', () => {
  const percent: NumberForm = { type: 'number', least: -100, most: 500, step: 1, soft: [-100, 100] };
  const brightness = (value: string) => sliderOf(percent, '%', value);

  test('shows the soft range, else all that is possible', () => {
    expect(brightness('20')).toEqual({ from: -100, to: 100, step: 1, at: 20, unset: 0 });
    expect(sliderOf({ type: 'number', least: 1, most: 150, step: 1 }, '', '20')).toMatchObject({ from: 1, to: 150 });
  });

  test('stands at its end for what lies beyond', () => {
    expect(brightness('300').at).toBe(100);
    expect(brightness('-100').at).toBe(-100);
  });

  test('stands where nothing would change while nothing is set', () => {
    expect(brightness('').at).toBe(0);
    expect(sliderOf({ type: 'number', least: 0.05, most: 2000, step: 0.1, soft: [0.1, 4] }, '×', '').at).toBe(1);
    expect(sliderOf({ type: 'number', least: 0.1, most: 3600, step: 1, soft: [1, 60] }, 's', '').at).toBe(1);
  });
});

describe('the moments of a video', () => {
  test.each([
    ['0:02 to 0:05', [2, 5]],
    ['0:02.5 - 0:05', [2.5, 5]],
    ['last 0:03', [17, 19.9]],
    ['without 0:10 to 0:15', [10, 15]],
    ['0:01 to 0:02, last 0:03', [1, 2, 17, 19.9]],
    ['0:10 to end', [10, 19.9]],
    ['start to 0:04', [0, 4]],
    ['0:07', [7]],
    ['0:02, middle, end', [2, 10, 19.9]],
  ])('are those that %s names', (value, found) => {
    expect(moments(value, 20)).toEqual(found);
  });

  test('are none where they are said in another way or lie outside', () => {
    for (const value of ['', '2', 'the middle', 'end - 0:05 to end', '0:02 to', '0:02 to 0:05, soon', '0:10 to 0:30'])
      expect(moments(value, 20), value).toEqual([]);
  });

  test('need a length only where they count from the end', () => {
    expect(moments('1:00:01 to 1:00:02', undefined)).toEqual([3601, 3602]);
    expect(moments('last 0:03', undefined)).toEqual([]);
    expect(moments('0:10 to end', undefined)).toEqual([]);
  });
});

test('arrow keys lead over the nine places and not over the edge', () => {
  const from = (place: string, key: string) => PLACES[placeBeside(PLACES.indexOf(place), key) ?? -1];
  expect(from('middle', 'ArrowUp')).toBe('top');
  expect(from('middle', 'ArrowLeft')).toBe('left');
  expect(from('top left', 'ArrowRight')).toBe('top');
  expect(from('top right', 'ArrowDown')).toBe('right');
  expect(from('top right', 'ArrowRight')).toBeUndefined();
  expect(from('bottom', 'ArrowDown')).toBeUndefined();
  expect(from('bottom', 'Enter')).toBeUndefined();
});

test('only the nine places are shown on an image', () => {
  expect(arePlaces([...PLACES].reverse())).toBe(true);
  expect(arePlaces(['top', 'bottom'])).toBe(false);
});

test('a colour field shows only what it can', () => {
  expect(hexColor('#FF8800')).toBe('#ff8800');
  for (const value of ['', 'red', '#f80', '#ff88000']) expect(hexColor(value)).toBeNull();
});
