import { describe, expect, test } from 'vitest';
import { adjusted, coverage, type Mask, outline, signedDistances } from '../src/lib/state/mask';

/** A mask from rows of `#` and `.`. */
function mask(...rows: string[]): Mask {
  const values = Uint8ClampedArray.from(rows.join(''), (letter) => (letter === '#' ? 255 : 0));
  return { width: rows[0]!.length, height: rows.length, values };
}
function rows({ width, values }: Mask): string[] {
  const text = Array.from(values, (value) => (value >= 128 ? '#' : '.')).join('');
  return text.match(new RegExp(`.{${width}}`, 'g')) ?? [];
}

test('distances are those of a search over all pixels', () => {
  const random = (seed: number) => () => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return seed / 2_147_483_648;
  };
  for (let seed = 1; seed <= 20; seed += 1) {
    const next = random(seed);
    const [width, height] = [3 + Math.floor(next() * 12), 3 + Math.floor(next() * 12)];
    const values = Uint8ClampedArray.from({ length: width * height }, () => (next() < 0.2 ? 255 : 0));
    values[0] = 255;
    values[1] = 0;
    const signed = signedDistances({ width, height, values });
    for (let place = 0; place < values.length; place += 1) {
      let nearest = Infinity;
      for (let other = 0; other < values.length; other += 1) {
        if (values[other] === values[place]) continue;
        const [dx, dy] = [(place % width) - (other % width), Math.floor(place / width) - Math.floor(other / width)];
        nearest = Math.min(nearest, Math.hypot(dx, dy));
      }
      expect(signed[place]).toBeCloseTo((values[place] ? -1 : 1) * (nearest - 0.5), 4);
    }
  }
});

describe('a mask that is adjusted', () => {
  const square = mask('.......', '.......', '..###..', '..###..', '..###..', '.......', '.......');
  const grown = (grow: number, invert = false) =>
    rows(adjusted(square, () => signedDistances(square), { grow, feather: 0, invert }));

  test('grows and shrinks by whole pixels', () => {
    expect(grown(1)).toEqual(['.......', '.#####.', '.#####.', '.#####.', '.#####.', '.#####.', '.......']);
    expect(grown(-1)).toEqual(['.......', '.......', '.......', '...#...', '.......', '.......', '.......']);
  });

  test('inverts', () => {
    expect(grown(0, true)[2]).toBe('##...##');
  });

  test('fades over as many pixels as asked for', () => {
    const soft = adjusted(square, () => signedDistances(square), { grow: 0, feather: 4, invert: false });
    const middle = Array.from(soft.values.slice(21, 28));
    expect(middle[3]).toBeGreaterThan(middle[2]!);
    expect(middle[2]).toBeGreaterThan(middle[1]!);
    expect(middle[1]).toBeGreaterThan(0);
  });

  test('stays as it is where nothing is asked for', () => {
    expect(adjusted(square, () => new Float32Array(), { grow: 0, feather: 0, invert: false })).toBe(square);
  });
});

describe('an outline', () => {
  test('runs around each patch and each hole once', () => {
    const ring = mask('#####', '#...#', '#.#.#', '#...#', '#####');
    expect(outline(ring)).toHaveLength(3);
  });

  test('closes at the edge of the image', () => {
    const lines = outline(mask('##', '##'));
    expect(lines).toHaveLength(1);
    expect(lines[0]).toHaveLength(16);
  });

  test('has as many steps as the mask has edges', () => {
    const corners = mask('#.', '.#');
    expect(outline(corners).reduce((sum, line) => sum + line.length / 2, 0)).toBe(8);
  });
});

test('coverage counts soft pixels by their share', () => {
  expect(coverage(mask('#.', '..'))).toBe(0.25);
  expect(coverage({ width: 1, height: 1, values: new Uint8ClampedArray([51]) })).toBeCloseTo(0.2);
});
