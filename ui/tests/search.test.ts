import { expect, test } from 'vitest';
import { type Fields, search, wordsOf } from '../src/lib/state/search';

interface Entry {
  title: string;
  names?: string[];
  texts?: string[];
}
const fieldsOf = ({ title, names = [], texts = [] }: Entry): Fields => [title, names, texts];
const found = (query: string, ...entries: Entry[]) => search(query, entries, fieldsOf).map(({ title }) => title);

test('every word has to begin a word, in any order', () => {
  const entries = [{ title: 'Clean up the noise and make it louder' }, { title: 'Add calm piano music' }];
  expect(found('piano', ...entries)).toEqual(['Add calm piano music']);
  expect(found('mus pia', ...entries)).toEqual(['Add calm piano music']);
  expect(found('piano noise', ...entries)).toEqual([]);
  expect(found('iano', ...entries)).toEqual([]);
  expect(found('  ', ...entries)).toHaveLength(2);
});

test('case and accents are ignored', () => {
  expect(found('café', { title: 'CAFE' })).toEqual(['CAFE']);
  expect(found('anh', { title: 'Ảnh của bạn' })).toEqual(['Ảnh của bạn']);
  expect(found('dung', { title: 'Đúng' })).toEqual(['Đúng']);
  expect(wordsOf('Größe: 3-D')).toEqual(['grosse', '3', 'd']);
});

test('words without spaces between them are found anywhere', () => {
  expect(found('图片', { title: '裁剪图片' }, { title: '视频' })).toEqual(['裁剪图片']);
});

test('a title says more than a name, a name more than a text, and a whole word more than a beginning', () => {
  const text = { title: 'Edit picture', texts: ['add a vignette'] };
  const name = { title: 'Darken', names: ['image_vignette'] };
  const title = { title: 'Vignette' };
  const longer = { title: 'Remove a vignette of a picture' };
  expect(found('vignette', text, name, longer, title)).toEqual([
    'Vignette',
    'Remove a vignette of a picture',
    'Darken',
    'Edit picture',
  ]);
  expect(found('edit', { title: 'Edition' }, { title: 'Please edit it' })).toEqual(['Please edit it', 'Edition']);
});

test('what fits as well keeps its order', () => {
  expect(found('cut', { title: 'Cut one' }, { title: 'Cut two' })).toEqual(['Cut one', 'Cut two']);
});

test('of texts that which speaks of it more often comes first', () => {
  const once = { title: 'Speed', texts: ['slow it down with motion blur between the frames that there are'] };
  const often = {
    title: 'Edit a picture',
    texts: ['blur it', 'blur the background of it', 'make it warmer and brighter'],
  };
  expect(found('blur', once, often)).toEqual(['Edit a picture', 'Speed']);
});
