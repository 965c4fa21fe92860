import { expect, test } from 'vitest';
import type { Recipe } from '../src/lib/backend';
import { fitOf, type Given, hindranceOf, takesInWords } from '../src/lib/state/recipe-fit';
import { foundRecipes, stepsOf, textOf } from '../src/lib/state/recipe-steps';
import { TOOLS } from './fake/tools';

const tools = (name: string) => TOOLS.find((tool) => tool.name === name) ?? null;

function recipe(takes: string[], ...actions: Recipe['actions']): Recipe {
  return { id: 'r', name: 'For the shop', takes, actions, created_at: 0 };
}
const given = (...types: (string | null)[]): Given[] =>
  types.map((type, place) => ({ name: `${type ?? 'unread'}-${place}`, type }));
const held = (one: Recipe, ...types: (string | null)[]) => fitOf(one, given(...types), (name) => tools(name) !== null);
const why = (one: Recipe, ...types: (string | null)[]) => hindranceOf(one, held(one, ...types));

test('a recipe that begins with one file takes each of many', () => {
  const one = recipe(['image']);
  expect(held(one, 'image', 'image', 'mask').state).toBe('fits');
  expect(held(one, 'image', null).state).toBe('fits');
  expect(why(one)).toBe('Attach one picture or more: each is done by itself.');
  expect(why(one, 'image', 'audio')).toBe('It has no use for audio-1.');
  expect(why(one, 'audio', 'audio', 'audio', 'audio', 'video')).toBe(
    'It has no use for audio-0, audio-1, audio-2 and 2 more.',
  );
  expect(takesInWords(one)).toBe('Takes one picture; of several, each by itself');
});

test('a recipe that begins with several files takes one of each type, in any order', () => {
  const both = recipe(['video', 'audio']);
  expect(held(both, 'audio', 'video').state).toBe('fits');
  expect(held(both, 'audio', null).state).toBe('fits');
  expect(why(both)).toBe('Attach one video and one sound.');
  expect(why(both, 'video')).toBe('Still missing: one sound.');
  expect(why(both, 'video', 'audio', 'image')).toBe('It has no use for image-2.');
  expect(takesInWords(both)).toBe('Takes one video and one sound');
  expect(takesInWords(recipe(['image', 'image', 'audio']))).toBe('Takes 2 × picture and one sound');
});

test('a recipe that begins with nothing can always be followed, one whose tool is gone never', () => {
  expect(held(recipe([])).state).toBe('fits');
  expect(takesInWords(recipe([]))).toBe('Takes no file');
  const gone = recipe(['image'], { tool: 'forecast', inputs: {}, outputs: [] });
  expect(why(gone, 'image')).toBe('Its tool “forecast” is not here any more.');
});

const lighter = recipe(
  ['image'],
  {
    tool: 'text_image_editing',
    inputs: { image: 'photo.jpg', text: 'make it brighter', exposure: '1' },
    outputs: [{ type: 'image', value: '<GEN>-0-0' }],
    settings: { angle: '90' },
  },
  {
    tool: 'select_mask',
    inputs: { mask: '<GEN>-0-0', condition: 'dog' },
    outputs: [{ type: 'mask', value: '<GEN>-0-1' }],
  },
);

test('steps are told with what is set of them, or else with their words', () => {
  expect(stepsOf(lighter, tools)).toEqual([
    { label: 'Edit picture', values: ['Rotation 90 °', 'Exposure 1'] },
    { label: 'Choose a mask', values: ['“dog”'] },
  ]);
  const dub = recipe(['video', 'audio'], {
    tool: 'dub_video',
    inputs: { video: 'a.mp4', second: 'b.wav' },
    outputs: [],
  });
  expect(textOf(dub, tools)).toBe('Dub video');
});

test('recipes are found by their names and by what they do', () => {
  const other = { ...recipe(['video']), id: 'other', name: 'Podcast' };
  const found = (query: string) => foundRecipes(query, [lighter, other], tools).map(({ name }) => name);
  expect(found('shop')).toEqual(['For the shop']);
  expect(found('exposure dog')).toEqual(['For the shop']);
  expect(found('pod')).toEqual(['Podcast']);
  expect(found('')).toEqual(['For the shop', 'Podcast']);
});
