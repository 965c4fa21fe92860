import { expect, test } from 'vitest';
import { examplesFor, examplesOf, readable } from '../src/lib/state/tools/examples';
import { TOOLS } from './fake/tools';

test.each([
  ['remove the noise from {image}', 'remove the noise from the picture'],
  ['put {audio} under {video}', 'put the sound under the video'],
  ['mix {audio} and {audio}', 'mix the sound and the other sound'],
  ['cut the {object} out of {image}', 'cut the … out of the picture'],
  ['delete the uhs in the recording {audio}', 'delete the uhs in the recording'],
  ['convert the subtitle file {text} to ass', 'convert the subtitle file to ass'],
  ['erase this from {image}', 'erase this from the picture'],
  ['the corner of {image}', 'the corner of the picture'],
  ['describe the given {image}', 'describe the given picture'],
  ['write a poem about {content}', 'write a poem about …'],
])('“%s” is read as “%s”', (example, sentence) => {
  expect(readable(example)).toBe(sentence);
});

const editing = TOOLS.find(({ name }) => name === 'text_image_editing')!;

test('examples that are complete come first', () => {
  const music = TOOLS.find(({ name }) => name === 'text_to_music')!;
  expect(examplesOf(music)).toEqual(['compose calm piano music', 'generate … background music']);
});

test('examples with the words that were looked for come first', () => {
  expect(examplesFor(editing, 'vignette')[0]).toBe('add a vignette to the picture');
  expect(examplesFor(editing, 'white border')[0]).toBe('add a white border to the picture');
  expect(examplesFor(editing, '')).toEqual(examplesOf(editing));
});
