import { expect, test } from 'vitest';
import type { Artifact } from '../src/lib/backend';
import { imageBefore } from '../src/lib/state/before';
import { artifactOf } from './fake/artifacts';

function given(id: string, width = 1200, height = 800): Artifact {
  return { ...artifactOf(id, `${id}.png`, 'image', { given: true }), width, height };
}
function made(id: string, width: number, height: number, ...from: Artifact[]): Artifact {
  const inputs = from.map((one) => ({ name: 'image', id: one.id, value: one.name }));
  const origin = { run: 'r-1', step: 0, tool: 'image_editing', inputs } as unknown as Artifact['origin'];
  return { ...artifactOf(id, `${id}.png`, 'image', origin), width, height };
}
const before = (artifact: Artifact, ...others: Artifact[]) =>
  imageBefore(artifact, new Map([artifact, ...others].map((one) => [one.id, one])))?.id ?? null;

test('an edit is compared with the first image of its shape', () => {
  const photo = given('photo');
  const grey = made('grey', 1200, 800, photo);
  const small = made('small', 600, 400, grey);
  expect(before(small, grey, photo)).toBe('photo');
  expect(before(photo)).toBeNull();
});

test('what was cropped or rotated is compared all the same', () => {
  const photo = given('photo');
  const square = made('square', 800, 800, photo);
  const grey = made('grey', 800, 800, square);
  expect(before(square, photo)).toBe('photo');
  // The nearest of its shape, and not the one that was cropped.
  expect(before(grey, square, photo)).toBe('square');
});

test('a collage is compared with none of its pictures', () => {
  const [one, other] = [given('one'), given('other')];
  expect(before(made('collage', 1000, 1000, one, other), one, other)).toBeNull();
});
