import { beforeEach, expect, test, vi } from 'vitest';
import { commandsOf, foundCommands } from '../src/lib/state/commands';
import { Patchbay } from '../src/lib/state/patchbay.svelte';
import { FakeBackend } from './fake/backend';

let patchbay: Patchbay;

beforeEach(async () => {
  vi.stubGlobal('document', { documentElement: { dataset: {} } });
  vi.stubGlobal('navigator', { languages: ['en'] });
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => {}, removeItem: () => {} });
  patchbay = new Patchbay(new FakeBackend(0));
  await patchbay.begin();
  expect(patchbay.phase).toBe('ready');
});

const found = (query: string) =>
  [...foundCommands(commandsOf(patchbay), query)].map(([kind, entries]) => [kind, entries.map(({ label }) => label)]);

test('tools are found by their names, descriptions and examples', () => {
  expect(found('piano')).toEqual([['tools', ['Compose music']]]);
  expect(found('vignette')).toEqual([['tools', ['Edit picture']]]);
  expect(found('text_to_tags')).toEqual([['tools', ['Find tags']]]);
  expect(found('instruments mood')).toEqual([['tools', ['Compose music']]]);
});

test('without words there are no tools, and conversations stand behind what can be done', () => {
  expect(found('').map(([kind]) => kind)).toEqual(['actions', 'conversations']);
});

test('the kind of what fits best comes first', () => {
  expect(found('new')[0]).toEqual(['actions', ['New conversation']]);
  expect(found('podcast')[0]).toEqual(['conversations', ['Podcast, episode 12']]);
  expect(found('nothing like this')).toEqual([]);
});

test('conversations are found by what was asked in them, once they were open', async () => {
  await patchbay.open('c-old');
  patchbay.conversation.composer.add([{ file: new File(['…'], 'photo.jpg', { type: 'image/jpeg' }) }]);
  patchbay.conversation.composer.text = 'make it sepia';
  await patchbay.conversation.send(true);
  patchbay.newConversation();
  expect(found('sepia')).toEqual([['conversations', ['Cut-outs for the shop']]]);
});

test('a chosen tool puts one of its examples into the composer, and what stood there can be brought back', () => {
  vi.stubGlobal('document', { documentElement: { dataset: {} }, querySelector: () => null });
  const { composer } = patchbay.conversation;
  const entry = () => commandsOf(patchbay).find(({ key }) => key === 'tool text_image_editing');
  entry()?.run('vignette');
  expect(composer.text).toBe('add a vignette to the picture');
  entry()?.run('border');
  expect(patchbay.toasts.list).toEqual([]);
  commandsOf(patchbay)
    .find(({ label }) => label === 'Find tags')
    ?.run('');
  expect(composer.text).toBe('Find tags');
  composer.text = 'my own words';
  entry()?.run('rotate');
  patchbay.toasts.list.at(-1)?.action?.run();
  expect(composer.text).toBe('my own words');
});
