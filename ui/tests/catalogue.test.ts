import { expect, test } from 'vitest';
import { catalogue, fits, groupOf } from '../src/lib/state/tools/catalogue';
import { TOOLS } from './fake/tools';

const named = (name: string) => TOOLS.find((tool) => tool.name === name)!;
const groups = (query: string, attached: string[] | null) =>
  Object.fromEntries(
    catalogue(TOOLS, query, attached).map(([group, tools]) => [group, tools.map(({ label }) => label)]),
  );

test.each([
  [['image'], 'image'],
  [['image', 'mask'], 'image'],
  [['video', 'text'], 'video'],
  [['video', 'audio'], 'several'],
  [['text', 'title'], 'text'],
  [[], 'text'],
  [['mask'], 'other'],
])('what takes %j stands under %s', (takes, group) => {
  expect(groupOf({ ...TOOLS[0]!, takes })).toBe(group);
});

test('all tools are there, by their labels', () => {
  const all = catalogue(TOOLS, '', null);
  expect(all.map(([group]) => group)).toEqual(['image', 'video', 'several', 'text', 'other']);
  expect(all.flatMap(([, tools]) => tools)).toHaveLength(TOOLS.length);
  expect(groups('', null).text).toEqual(['Compose music', 'Find tags', 'Write a title']);
});

test('tools are found by words, the group of the best first', () => {
  expect(groups('vignette', null)).toEqual({ image: ['Edit picture'] });
  expect(catalogue(TOOLS, 'video', null)[0]?.[0]).toBe('video');
  expect(groups('no such thing', null)).toEqual({});
});

test('what fits takes one of the attached kinds', () => {
  expect(groups('', ['audio'])).toEqual({ several: ['Dub video'] });
  expect(fits(named('text_image_editing'), ['depth'])).toBe(true);
  expect(fits(named('text_image_editing'), ['mask'])).toBe(false);
  expect(fits(named('select_mask'), ['mask'])).toBe(true);
  expect(fits(named('video_trimming'), ['image', 'video'])).toBe(true);
});
