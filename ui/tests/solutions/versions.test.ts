import { expect, test } from 'vitest';
import type { Run, Turn } from '../../src/lib/backend';
import { valueWords, versionTitles } from '../../src/lib/state/solutions/versions';
import { turnOf } from '../fake/plans';
import { TOOLBOX } from '../fake/tools';

/** A turn that was run once with each of these settings of its only step. */
function ran(request: string, ...settings: Record<string, string>[]): Turn {
  const turn = turnOf(request);
  const [action] = turn.plan.subtasks[0]!.solutions[0]!.actions;
  turn.runs = settings.map((set, number) => {
    const step = { tool: action!.tool, actions: [{ subtask: 0, solution: 0, action: 0 }], settings: set };
    return { id: `r-${number}`, solutions: [0], steps: [step] } as unknown as Run;
  });
  return turn;
}

test('versions of one way are named by the values that differ', () => {
  const turn = ran('make it warmer', { exposure: '-1.5', steps: '30' }, { exposure: '2', steps: '30' });
  expect(versionTitles(turn, TOOLBOX)).toEqual(['−1.5 exposure', '2 exposure']);
});

test('a value that only one version has is named in the others by what the request said, or as not set', () => {
  const turn = ran('rotate it', {}, { angle: '45' }, { angle: '45', border: '#ff0000' });
  expect(versionTitles(turn, TOOLBOX)).toEqual([
    '90° rotation, Border: as it is',
    '45° rotation, Border: as it is',
    '45° rotation, Border: #ff0000',
  ]);
});

test('where nothing differs, a version is named by its tools', () => {
  expect(versionTitles(ran('make it warmer', {}), TOOLBOX)).toEqual(['Edit picture']);
  expect(versionTitles(ran('make it warmer', { angle: '5' }, { angle: '5' }), TOOLBOX)).toEqual([
    'Edit picture',
    'Edit picture',
  ]);
});

test('a run whose steps are not there yet has no values', () => {
  const turn = ran('make it warmer', { angle: '5' }, { angle: '10' }, {});
  turn.runs[2]!.steps = [];
  expect(versionTitles(turn, TOOLBOX)).toEqual(['5° rotation', '10° rotation', 'Edit picture']);
});

test('versions of several ways are named by the tools, and by the values where one way ran twice', () => {
  const turn = ran('make it warmer', { angle: '5' }, { angle: '10' }, {});
  const [subtask] = turn.plan.subtasks;
  subtask!.solutions.push({
    ...subtask!.solutions[0]!,
    actions: [{ tool: 'image_inpainting', inputs: {}, outputs: [] }],
  });
  turn.runs[2]!.solutions = [1];
  turn.runs[2]!.steps = [];
  expect(versionTitles(turn, TOOLBOX)).toEqual([
    'Edit picture (5° rotation)',
    'Edit picture (10° rotation)',
    'Fill a hole',
  ]);
});

test('what many files have in common is said once, and the fourth value no more', () => {
  const all = { steps: '1', angle: '2', exposure: '3', border: '#000000' };
  const turn = ran('make it warmer', {}, all);
  const [step] = turn.runs[1]!.steps;
  turn.runs[1]!.steps.push({ ...step!, actions: [{ subtask: 1, solution: 0, action: 0 }] });
  expect(versionTitles(turn, TOOLBOX)[1]).toBe('1 steps, 2° rotation, 3 exposure, …');
});

test('numbers stand before what they are of, all else behind it', () => {
  const warmth = { name: 'w', label: 'Warmth', meaning: '', usual: '', unit: '%' };
  const number = { type: 'number', least: -100, most: 100, step: 1 } as const;
  expect(valueWords({ ...warmth, form: number }, '-15')).toBe('−15 % warmth');
  expect(valueWords({ ...warmth, form: number }, '')).toBe('Warmth: as it is');
  expect(valueWords({ ...warmth, label: 'JPEG quality', form: number }, '40')).toBe('40 % JPEG quality');
  expect(valueWords({ ...warmth, label: 'Format', form: { type: 'text' } }, 'webp')).toBe('Format: webp');
});
