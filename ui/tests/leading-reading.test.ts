import { expect, test } from 'vitest';
import type { ReadCall, Readings } from '../src/lib/backend';
import { leads } from '../src/lib/state/readings';

const call = (act: ReadCall['act']): ReadCall => ({ act, label: 'Edit a picture', files: [], values: [] });
const found = (unsure: boolean, ...acts: ReadCall['act'][]): Readings => ({
  unsure,
  others: acts.map((act, reading) => ({ reading, calls: [call(act)], takes_back: [] })),
});

test('a reading leads where it is asked about and the likeliest changes a step', () => {
  expect(leads(found(true, 'changes', 'uses'))).toBe(true);
  expect(leads(found(true, 'uses', 'changes'))).toBe(false);
  expect(leads(found(false, 'changes'))).toBe(false);
  expect(leads(found(true))).toBe(false);
  expect(leads(undefined)).toBe(false);
});
