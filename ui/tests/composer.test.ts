import { expect, test } from 'vitest';
import { ConversationState } from '../src/lib/state/conversation.svelte';
import { boxWords } from '../src/lib/state/insert';
import { artifactOf } from './fake/artifacts';
import { FakeBackend } from './fake/backend';

test('a box is shown on the film that it was drawn on, and one that was typed on all', () => {
  const { composer } = new ConversationState(new FakeBackend(0));
  const films = ['a.mp4', 'b.mp4'].map((name) => artifactOf(name, name, 'video', { given: null } as never));
  for (const film of films) composer.addArtifact(film);
  const box = { x: 300, y: 200, width: 120, height: 40 };
  composer.text = 'blur 50x60 at 7,8';
  const typed = { x: 7, y: 8, width: 50, height: 60 };
  composer.drew(box, 'a.mp4');
  expect(composer.boxesOn('a.mp4')).toEqual([typed]);
  composer.text += ` and ${boxWords(box)}`;
  expect(composer.boxesOn('a.mp4')).toEqual([typed, box]);
  expect(composer.boxesOn('b.mp4')).toEqual([typed]);
  composer.drew(box, 'b.mp4');
  expect(composer.boxesOn('b.mp4')).toEqual([typed, box]);
  composer.removeArtifact('b.mp4');
  expect(composer.boxesOn('b.mp4')).toEqual([]);
});
