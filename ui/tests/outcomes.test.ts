import { expect, test } from 'vitest';
import type { Artifact, Run, Step } from '../src/lib/backend';
import { csvOf, type Outcome, outcomesOf, sorted } from '../src/lib/state/outcomes';
import { artifactOf } from './fake/artifacts';
import { manyPlan } from './fake/many';
import { turnOf } from './fake/plans';

const given = ['b.png', 'a10.png', 'a9.png', 'c.png', 'd.png'].map((name, place) => ({
  ...artifactOf(`g-${place}`, name, 'image', { given: true }),
  bytes: 1000 + place,
}));
const turn = { ...turnOf('make it sepia'), plan: manyPlan('make it sepia', given) };

function made(place: number, more: Partial<Artifact> = {}): Artifact {
  const source = given[place]!;
  const origin = { run: 'r', step: place, tool: 'text_image_editing', inputs: [source] };
  return { ...artifactOf(`m-${place}`, `sepia ${source.name}`, 'image', origin), bytes: 500 - place, ...more };
}
function step(index: number, status: Step['status'], message?: string): Step {
  const error = message === undefined ? null : { message, hint: '' };
  return { index, subtask: index, actions: [], status, error } as unknown as Step;
}
function runOf(status: Run['status'], steps: Step[], results: number[]): Run {
  const known = results.map((subtask) => ({ subtask, artifact: `m-${subtask}` }));
  return { id: 'r', turn: turn.id, status, steps, results: known, missing: [] } as unknown as Run;
}
const all = new Map([...given, made(0), made(1, { width: 10, height: 10 })].map((one) => [one.id, one]));
const names = (rows: Outcome[]) => rows.map(({ name }) => name);

test('each thing that was to be made has a row that says what came of it', () => {
  const steps = [step(0, 'done'), step(1, 'done'), step(2, 'failed', 'It is no picture.'), step(3, 'running')];
  const going = outcomesOf(turn, runOf('running', steps, [0, 1]), all);
  expect(going.map(({ state, name, before, reason }) => [state, name, before, reason])).toEqual([
    ['made', 'sepia b.png', 1000, ''],
    ['made', 'sepia a10.png', 1001, ''],
    ['failed', 'a9.png', null, 'It is no picture.'],
    ['running', 'c.png', null, ''],
    ['waiting', 'd.png', null, ''],
  ]);
  steps[3] = step(3, 'cancelled');
  const stopped = outcomesOf(turn, runOf('cancelled', [...steps, step(4, 'cancelled')], [0, 1]), all);
  expect(stopped.map(({ state }) => state)).toEqual(['made', 'made', 'failed', 'stopped', 'stopped']);
});

test('what was made of several files has no one file before', () => {
  const both = made(0);
  if ('inputs' in both.origin) both.origin = { ...both.origin, inputs: [given[0]!, given[1]!] };
  const [row] = outcomesOf(turn, runOf('running', [], [0]), new Map([...all, ['m-0', both]]));
  expect([row?.state, row?.before]).toEqual(['made', null]);
});

test('rows are sorted by a column; what has nothing there comes last', () => {
  const steps = [step(0, 'done'), step(1, 'done'), step(2, 'failed', 'It is no picture.')];
  const rows = outcomesOf(turn, runOf('running', steps, [0, 1]), all);
  const by = (column: Parameters<typeof sorted>[1]['column'], descending = false) =>
    names(sorted(rows, { column, descending }, (type) => type, 'en'));
  expect(by('name')).toEqual(['a9.png', 'c.png', 'd.png', 'sepia a10.png', 'sepia b.png']);
  expect(by('name', true)[0]).toBe('sepia b.png');
  expect(by('bytes').slice(0, 2)).toEqual(['sepia a10.png', 'sepia b.png']);
  expect(by('bytes', true)).toEqual(['sepia b.png', 'sepia a10.png', 'a9.png', 'c.png', 'd.png']);
  expect(by('size')[0]).toBe('sepia a10.png');
  expect(by('state')[0]).toBe('a9.png');
  expect(by('kind')).toEqual(names(rows));
});

test('a table is copied as CSV, in which names are never formulas', () => {
  const rows = outcomesOf(turn, runOf('running', [step(2, 'failed', 'It says "no", twice.')], [1]), all);
  const evil = { ...rows[1]!, name: '=HYPERLINK("http://x")' };
  const csv = csvOf([evil, rows[2]!], ['Name', 'Kind', 'W', 'H', 's', 'Before', 'Bytes', 'State'], {
    kindName: () => 'picture',
    stateName: (state) => state,
  });
  expect(csv.split('\r\n')).toEqual([
    'Name,Kind,W,H,s,Before,Bytes,State',
    `"'=HYPERLINK(""http://x"")",picture,10,10,,1001,499,made`,
    'a9.png,picture,,,,,,"failed: It says ""no"", twice."',
    '',
  ]);
});
