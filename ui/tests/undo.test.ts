import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { Turn } from '../src/lib/backend';
import { m } from '../src/lib/messages/index.svelte';
import { Patchbay } from '../src/lib/state/patchbay.svelte';
import { hasResults } from '../src/lib/state/results';
import { isShown } from '../src/lib/state/turns';
import { FakeBackend } from './fake/backend';
import { TOOLS } from './fake/tools';

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
  await patchbay.changes.renameArtifact(first(), 'beach.jpg');
  await patchbay.changes.deleteArtifact(first());
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

describe('a value that has yet to run', () => {
  const angle = TOOLS.find(({ name }) => name === 'text_image_editing')!.settings.find(({ name }) => name === 'angle')!;
  const turn = () => patchbay.conversation.turns[0]!;
  const places = () => turn().runs[0]!.steps[0]!.actions;
  const value = () => patchbay.conversation.stepSettings.value(turn(), places()[0]!, angle);
  const set = (to: string) => {
    // One field that is changed again after a while.
    time += 5000;
    patchbay.undo.setValues(patchbay.conversation, turn(), places(), [[angle, to]]);
  };

  beforeEach(() => ask('rotate it 90 degrees', photo()));

  test('is undone and redone in the order in which things were done', async () => {
    const { undo, conversation } = patchbay;
    set('45');
    await patchbay.changes.renameArtifact(first(), 'beach.jpg');
    set('30');
    await undo.last(conversation);
    expect([value(), first().name]).toEqual(['45', 'beach.jpg']);
    expect(patchbay.toasts.list.at(-1)?.text).toContain('30');
    await undo.last(conversation);
    await undo.last(conversation);
    expect([value(), first().name]).toEqual(['90', 'photo.jpg']);
    expect(patchbay.conversation.stepSettings.isChanged(turn(), places())).toBe(false);
    await undo.last(conversation);
    expect(backs()).toEqual([true]);
    for (const _ of [1, 2, 3, 4]) await undo.redo(conversation);
    expect([value(), first().name, ...backs()]).toEqual(['30', 'beach.jpg', false]);
  });

  test('is one step where it was changed in one go', async () => {
    const { undo, conversation } = patchbay;
    for (const degrees of ['91', '92', '93']) undo.setValues(conversation, turn(), places(), [[angle, degrees]]);
    set('10');
    await undo.last(conversation);
    expect(value()).toBe('93');
    await undo.last(conversation);
    expect(value()).toBe('90');
    await undo.redo(conversation);
    expect(value()).toBe('93');
  });

  test('of several places each comes back as it was', async () => {
    const { undo, conversation } = patchbay;
    const [one] = places();
    const both = [one!, { ...one!, solution: one!.solution + 1 }];
    const values = () => both.map((place) => conversation.stepSettings.value(turn(), place, angle));
    conversation.stepSettings.change(turn(), both, angle, ['10', '20']);
    undo.setValues(conversation, turn(), both, [[angle, '45']]);
    expect(values()).toEqual(['45', '45']);
    await undo.last(conversation);
    expect(values()).toEqual(['10', '20']);
  });

  test('that is set with others at once comes back with them', async () => {
    const { undo, conversation } = patchbay;
    const steps = TOOLS.find(({ name }) => name === 'text_image_editing')!.settings[0]!;
    undo.setValues(conversation, turn(), places(), [
      [angle, '45'],
      [steps, '30'],
    ]);
    expect(conversation.stepSettings.of(turn(), places()[0]!)).toEqual({ angle: '45', steps: '30' });
    await undo.last(conversation);
    expect(conversation.stepSettings.of(turn(), places()[0]!)).toEqual({});
    await undo.redo(conversation);
    expect(conversation.stepSettings.of(turn(), places()[0]!)).toEqual({ angle: '45', steps: '30' });
  });

  test('goes with the run that took it', async () => {
    const { undo, conversation } = patchbay;
    set('45');
    await conversation.run(turn().id, []);
    await vi.waitFor(() => expect(turn().runs.at(-1)?.finished_at).toBeTruthy());
    await undo.last(conversation);
    expect([value(), ...backs()]).toEqual(['45', true]);
    // Nothing else was done.
    await undo.last(conversation);
    expect(value()).toBe('45');
  });
});

test('a region that was made goes and comes back, also in the request that it was made for', async () => {
  await ask('make it black and white', photo());
  const { changes, undo, conversation, backend } = patchbay;
  const make = async () => {
    const prompt = { points: [{ x: 1, y: 1, include: true }], bounding_box: null };
    const shape = { candidate: 'object' as const, grow: 0, feather: 0, invert: false };
    const region = await backend.call('accept_region', { artifact: first().id, prompt, ...shape });
    conversation.applyArtifact(region);
    conversation.composer.addArtifact(region);
    changes.madeRegion(region, 'it was made');
    return region;
  };
  const region = await make();
  const attached = () => conversation.composer.artifactIds.includes(region.id);
  expect(patchbay.toasts.list.at(-1)).toMatchObject({ text: 'it was made', action: { label: 'Undo' } });
  await undo.last(conversation);
  expect([conversation.artifacts.has(region.id), attached()]).toEqual([false, false]);
  await undo.redo(conversation);
  expect([conversation.artifacts.has(region.id), attached()]).toEqual([true, true]);
  await changes.renameArtifact(region, 'the sky');
  await changes.deleteArtifact(region);
  await undo.last(conversation);
  expect([conversation.artifacts.get(region.id)?.name, attached()]).toEqual(['the sky', true]);
  await undo.last(conversation);
  expect(conversation.artifacts.get(region.id)?.name).toBe(region.name);
});

test('a turn that was deleted comes back to its place with what it made', async () => {
  await ask('make it black and white', photo());
  await ask('cut out the foreground', photo());
  const { changes, undo, conversation } = patchbay;
  const ids = conversation.turns.map(({ id }) => id);
  const artifacts = conversation.artifacts.size;
  await changes.deleteTurn(conversation.turns[0]!);
  expect(conversation.turns.map(({ id }) => id)).toEqual(ids.slice(1));
  expect(conversation.artifacts.size).toBeLessThan(artifacts);
  const toast = patchbay.toasts.list.at(-1);
  expect(toast?.text).toBe('“make it black and white” was deleted. It leaves the disk in 30 days.');
  toast?.action?.run();
  await vi.waitFor(() => expect(conversation.turns.map(({ id }) => id)).toEqual(ids));
  expect(conversation.artifacts.size).toBe(artifacts);
  await undo.redo(conversation);
  expect(conversation.turns.map(({ id }) => id)).toEqual(ids.slice(1));
});

test('nothing is told any more of what is otherwise by now', async () => {
  await ask('make it black and white', photo());
  const { changes, undo, conversation, toasts } = patchbay;
  await changes.deleteArtifact(first());
  const [told] = toasts.list;
  await undo.last(conversation);
  expect(toasts.list.map(({ text }) => text)).toEqual([m.undone(m.deleting('photo.jpg'))]);
  await undo.redo(conversation);
  expect([told?.text, toasts.list]).toEqual([m.artifactDeleted('photo.jpg'), []]);
});

test('what a later turn uses stays when its maker is deleted, and is named', async () => {
  const maker = await ask('make it black and white', photo());
  const { changes, conversation } = patchbay;
  const result = conversation.artifacts.get(conversation.turns[0]!.runs[0]!.results[0]!.artifact)!;
  conversation.composer.addArtifact(result);
  await ask('cut out the foreground');
  await changes.deleteTurn(maker);
  expect(conversation.artifacts.has(result.id)).toBe(true);
  expect(patchbay.toasts.list.at(-1)?.text).toContain(`${result.name} stays: a later request uses it.`);
});
