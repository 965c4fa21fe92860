import { beforeEach, expect, test, vi } from 'vitest';
import type { Turn } from '../src/lib/backend';
import { Patchbay } from '../src/lib/state/patchbay.svelte';
import { hasResults } from '../src/lib/state/results';
import { isShown } from '../src/lib/state/turns';
import { FakeBackend } from './fake/backend';

let patchbay: Patchbay;
let time = Date.now();

beforeEach(() => {
  const backend = new FakeBackend(0);
  patchbay = new Patchbay(backend);
  backend.subscribe((event) => patchbay.conversation.apply(event));
  // What is done one after the other is done at different times.
  vi.spyOn(Date, 'now').mockImplementation(() => ++time);
});

const photo = () => new File(['…'], 'photo.jpg', { type: 'image/jpeg' });

async function ask(text: string, ...files: File[]): Promise<Turn> {
  const { conversation } = patchbay;
  conversation.composer.add(files.map((file) => ({ file })));
  conversation.composer.text = text;
  const turn = await conversation.send(false);
  await vi.waitFor(() =>
    expect(conversation.turns.some(({ runs }) => runs.some((run) => !run.finished_at))).toBe(false),
  );
  return turn!;
}

const backs = () => patchbay.conversation.turns.map(({ taken_back }) => taken_back);
const first = () => [...patchbay.conversation.artifacts.values()][0]!;

test('undo takes turns back from the newest on, and redo brings them back in the other order', async () => {
  await ask('make it black and white', photo());
  await ask('cut out the foreground', photo());
  expect(patchbay.conversation.turns.every(hasResults)).toBe(true);
  await patchbay.undo.last(patchbay.conversation);
  expect(backs()).toEqual([false, true]);
  await patchbay.undo.last(patchbay.conversation);
  expect(backs()).toEqual([true, true]);
  await patchbay.undo.last(patchbay.conversation);
  await patchbay.undo.redo(patchbay.conversation);
  expect(backs()).toEqual([false, true]);
  await patchbay.undo.redo(patchbay.conversation);
  await patchbay.undo.redo(patchbay.conversation);
  expect(backs()).toEqual([false, false]);
});

test('undo takes back what was done last, be it a name, a deletion or a turn', async () => {
  await ask('make it black and white', photo());
  await patchbay.renameArtifact(first(), 'beach.jpg');
  await patchbay.deleteArtifact(first());
  const count = patchbay.conversation.artifacts.size;
  await patchbay.undo.last(patchbay.conversation);
  expect(patchbay.conversation.artifacts.size).toBe(count + 1);
  const named = () => [...patchbay.conversation.artifacts.values()].map(({ name }) => name);
  expect(named()).toContain('beach.jpg');
  await patchbay.undo.last(patchbay.conversation);
  expect(named()).not.toContain('beach.jpg');
  expect(backs()).toEqual([false]);
  await patchbay.undo.last(patchbay.conversation);
  expect(backs()).toEqual([true]);
});

test('the bench shows the ways of the newest turn that has some and counts', async () => {
  const done = await ask('make it black and white', photo());
  const { conversation } = patchbay;
  await ask('undo that');
  await conversation.bringTurnBack(done.id);
  expect(conversation.benchTurn?.id).toBe(done.id);
  const other = await ask('cut out the foreground', photo());
  expect(conversation.benchTurn?.id).toBe(other.id);
  await patchbay.undo.last(patchbay.conversation);
  expect(conversation.benchTurn?.id).toBe(done.id);
});

test('nothing is done again once something else was done', async () => {
  await ask('make it black and white', photo());
  await patchbay.undo.last(patchbay.conversation);
  await ask('cut out the foreground', photo());
  await patchbay.undo.redo(patchbay.conversation);
  expect(backs()).toEqual([true, false]);
});

test('words that take a turn back do so at once', async () => {
  await ask('make it black and white', photo());
  await ask('undo that');
  const [done, planned, undone] = patchbay.conversation.turns;
  expect([done, planned, undone].map((turn) => turn?.taken_back)).toEqual([true, true, false]);
  expect(undone?.takes_back).toEqual([done?.id]);
  // What was planned for these words at first is not to be seen.
  expect(patchbay.conversation.turns.filter(isShown)).toEqual([done, undone]);
});

test('a request that is changed stands in place of the one of before', async () => {
  const turn = await ask('make it black and white', photo());
  const { conversation } = patchbay;
  conversation.composer.text = 'something else';
  conversation.composer.edit(turn, conversation.artifacts);
  expect(conversation.composer.text).toBe('make it black and white');
  expect(conversation.composer.artifactIds).toEqual(turn.artifacts);
  conversation.composer.text = 'cut out the foreground';
  await conversation.send(false);
  expect(backs()).toEqual([true, false]);
  // What was being written before is there again.
  expect(conversation.composer.text).toBe('something else');
});

test('a change that is left keeps the request and what was being written', async () => {
  const turn = await ask('make it black and white', photo());
  const { composer } = patchbay.conversation;
  composer.text = 'something else';
  composer.edit(turn, patchbay.conversation.artifacts);
  composer.leaveEdit();
  expect([composer.text, composer.editing]).toEqual(['something else', null]);
  expect(backs()).toEqual([false]);
});
