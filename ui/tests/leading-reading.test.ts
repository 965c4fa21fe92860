import { expect, test } from 'vitest';
import { leads } from '../src/lib/state/readings';

test('a reading leads where a person is asked and it is likelier than the plan', () => {
  expect(leads({ unsure: true, leads: true, others: [] })).toBe(true);
  expect(leads({ unsure: true, leads: false, others: [] })).toBe(false);
  expect(leads({ unsure: true, others: [] })).toBe(false);
  expect(leads({ unsure: false, leads: true, others: [] })).toBe(false);
  expect(leads(undefined)).toBe(false);
});
