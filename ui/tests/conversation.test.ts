import { flushSync } from 'svelte';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { Run, Turn } from '../src/lib/backend';
import { BackendError } from '../src/lib/backend/backend';
import { imageBefore } from '../src/lib/state/before';
import { ConversationState } from '../src/lib/state/conversation.svelte';
import { PointingState } from '../src/lib/state/pointing.svelte';
import { waits } from '../src/lib/state/requests.svelte';
import { aboutOf } from '../src/lib/state/turns';
import { FakeBackend } from './fake/backend';
import { TOOLS } from './fake/tools';

const photo = () => new File(['…'], 'photo.jpg', { type: 'image/jpeg' });
const clip = () => new File([new Uint8Array(1000)], 'beach.mp4', { type: 'video/mp4' });

let backend: FakeBackend;
let conversation: ConversationState;

function open(speed: number) {
  backend = new FakeBackend(speed);
  conversation = new ConversationState(backend);
  backend.subscribe((event) => conversation.apply(event));
}
beforeEach(() => open(0));

const finished = () =>
  vi.waitFor(() => expect(conversation.turns.at(-1)?.runs.at(-1)?.finished_at).toEqual(expect.any(Number)));

async function ask(text: string, ...files: File[]) {
  conversation.composer.add(files.map((file) => ({ file })));
  conversation.composer.text = text;
  return conversation.send(false);
}

describe('a request', () => {
  test('shows the steps of its run as they begin, in their order', async () => {
    await ask('make it black and white', photo());
    await finished();
    const done = JSON.parse(JSON.stringify(conversation.turns[0]?.runs[0])) as Run;
    const step = done.steps[0]!;
    conversation.apply({ type: 'run', run: { ...done, status: 'running', steps: [] } });
    for (const [index, progress] of [
      [1, 0.1],
      [0, 0.2],
      [2, 0],
      [1, 0.5],
    ] as const) {
      conversation.apply({ type: 'step', run: done.id, step: { ...step, index, progress, status: 'running' } });
    }
    const seen = conversation.turns[0]!.runs[0]!.steps.map(({ index, progress }) => [index, progress]);
    expect(seen).toEqual([
      [0, 0.2],
      [1, 0.5],
      [2, 0],
    ]);
  });

  test('waits for its files, becomes a turn and runs', async () => {
    const turn = await ask('make it black and white', photo());
    expect(turn?.artifacts).toHaveLength(1);
    await finished();
    const run = conversation.turns[0]?.runs[0];
    expect(run?.status).toBe('done');
    expect(conversation.artifacts.get(run?.results[0]?.artifact ?? '')?.type).toBe('image');
    expect(conversation.composer.isEmpty).toBe(true);
  });

  test('that is sent during a run waits for it, and says so', async () => {
    open(0.3);
    await ask('make it black and white', photo());
    conversation.composer.text = 'now rotate it';
    const sent = conversation.send(false);
    expect(conversation.isRunning).toBe(true);
    await vi.waitFor(() => expect(conversation.requests.list[0]?.name).toEqual(expect.any(String)));
    expect(waits(conversation.requests.list[0]!, conversation.isRunning)).toBe(true);
    expect(conversation.turns).toHaveLength(1);
    await sent;
    expect(conversation.turns[0]?.runs[0]?.status).toBe('done');
    expect(conversation.turns).toHaveLength(2);
  });

  test('that waits can be taken back into the composer', async () => {
    open(0.3);
    await ask('make it black and white', photo());
    conversation.composer.text = 'now rotate it';
    const sent = conversation.send(false);
    conversation.composer.text = '';
    await vi.waitFor(() => expect(conversation.requests.list[0]?.name).toEqual(expect.any(String)));
    await conversation.withdraw(conversation.requests.list[0]!);
    expect(await sent).toBeNull();
    expect(conversation.requests.list).toEqual([]);
    expect(conversation.composer.text).toBe('now rotate it');
    await finished();
    expect(conversation.turns).toHaveLength(1);
  });

  test('waits for a value that is needed and was not said', async () => {
    const call = backend.call.bind(backend);
    vi.spyOn(backend, 'call').mockImplementation(async (name, args) => {
      const reply = await call(name, args as never);
      if (name !== 'plan') return reply;
      const turn = reply as Turn;
      return { ...turn, plan: { ...turn.plan, uncovered: [{ words: 'it', start: 5, kind: 'unsaid' }] } };
    });
    const turn = await ask('make it black and white', photo());
    expect(turn?.plan.subtasks).not.toEqual([]);
    expect(conversation.turns[0]?.runs).toEqual([]);
  });

  test('waits for the person where a connected tool does it', async () => {
    const call = backend.call.bind(backend);
    vi.spyOn(backend, 'call').mockImplementation(async (name, args) => {
      const reply = await call(name, args as never);
      return name === 'plan' ? { ...(reply as Turn), needs_consent: true } : reply;
    });
    await ask('make it black and white', photo());
    expect(conversation.turns[0]?.runs).toEqual([]);
  });

  test('planned again is a turn of its own of which nothing runs', async () => {
    const turn = await ask('make it black and white', photo());
    await finished();
    await conversation.planAgain(turn!);
    expect(conversation.turns.map((one) => one.plan.read_by)).toEqual([undefined, 'qwen3-8b']);
    expect(conversation.turns[1]?.runs).toEqual([]);
  });

  test('after others waits where it may change one of these, and is done as it is meant', async () => {
    await ask('make it black and white', photo());
    await finished();
    const turn = await ask('make it bigger', photo());
    expect(conversation.turns[1]?.runs).toEqual([]);
    const [way] = conversation.readings[turn!.id]!.others;
    await conversation.takeReading(turn!, way!.reading, false);
    await finished();
    expect(conversation.turns).toHaveLength(3);
    expect(conversation.turns[2]?.runs[0]?.status).toBe('done');
  });

  test('that only chooses one of the ways that were offered does that one', async () => {
    await ask('make it black and white', photo());
    await finished();
    await ask('make it bigger', photo());
    await ask('the second one');
    await finished();
    expect(conversation.turns.map(({ instruction, taken_back }) => [instruction, taken_back])).toEqual([
      ['make it black and white', false],
      ['make it bigger', true],
      ['make it bigger', false],
    ]);
    await ask('make it bigger', photo());
    await ask('the first one');
    await finished();
    expect(conversation.turns).toHaveLength(4);
    expect(conversation.turns[3]?.runs[0]?.status).toBe('done');
    // Nothing is asked any more: the words are a request.
    await ask('the second one');
    expect(conversation.turns).toHaveLength(5);
  });

  test('that asks for nothing runs nothing', async () => {
    await ask('make it black and white', photo());
    await finished();
    const turn = await ask('what can you do?', photo());
    expect(conversation.turns.at(-1)?.runs).toEqual([]);
    expect(conversation.readings[turn!.id]?.talk).toBe('question');
    expect(aboutOf(turn!, conversation.turns, conversation.artifacts).map(({ name }) => name)).toEqual(['photo.jpg']);
    expect(conversation.benchTurn?.instruction).toBe('make it black and white');
  });

  test('without files is about what came of the one before that counts', async () => {
    const first = await ask('make it black and white', photo());
    await finished();
    const second = await ask('what can you do?');
    const made = conversation.turns[0]?.runs[0]?.results[0]?.artifact;
    expect(aboutOf(second!, conversation.turns, conversation.artifacts).map(({ id }) => id)).toEqual([made]);
    await conversation.takeTurnBack(first!.id);
    expect(aboutOf(second!, conversation.turns, conversation.artifacts).map(({ name }) => name)).toEqual(['photo.jpg']);
  });

  test('that comes first runs as it was planned, however else it can be meant', async () => {
    await ask('make it bigger', photo());
    await finished();
    expect(conversation.turns[0]?.runs[0]?.status).toBe('done');
  });

  test('is not stopped by a file that cannot be read, which keeps its reason', async () => {
    const broken = new File(['hello'], 'holiday.mp4', { type: 'video/mp4' });
    const turn = await ask('make it black and white', broken, photo());
    expect(turn?.artifacts).toHaveLength(1);
    expect(conversation.composer.attachments.map(({ name, error }) => [name, error?.code])).toEqual([
      ['holiday.mp4', 'unreadable_file'],
    ]);
    await ask('rotate it');
    expect(conversation.composer.attachments).toEqual([]);
  });

  test('says that it lacks words, until something is typed', async () => {
    await ask(' ');
    conversation.composer.add([{ file: clip() }]);
    expect(conversation.composer.wantsWords).toBe(false);
    expect(await ask(' ', photo())).toBeNull();
    expect(conversation.composer.wantsWords).toBe(true);
    expect(conversation.composer.attachments).toHaveLength(2);
    conversation.composer.text = 'r';
    expect(conversation.composer.wantsWords).toBe(false);
  });

  test('is not lost where it cannot be planned', async () => {
    const call = backend.call.bind(backend);
    vi.spyOn(backend, 'call').mockImplementation(async (name, args) => {
      if (name === 'plan')
        throw new BackendError({ code: 'storage', message: 'The disk is full.', hint: 'Free some space.' });
      return call(name, args as never);
    });
    await ask('make it black and white', photo());
    expect(conversation.requests.list[0]?.error?.message).toBe('The disk is full.');
    conversation.takeBack(conversation.requests.list[0]!);
    expect(conversation.composer.text).toBe('make it black and white');
    expect(conversation.composer.artifactIds).toHaveLength(1);
  });

  test('that is sent while another is on its way comes after it, with its own words and files', async () => {
    const first = ask('make it black and white', photo());
    conversation.composer.text = 'put calm music under it';
    conversation.composer.add([{ file: clip() }]);
    const second = conversation.send(false);
    conversation.composer.text = 'half a sen';
    expect(conversation.requests.list.map(({ text }) => text)).toEqual([
      'make it black and white',
      'put calm music under it',
    ]);
    expect((await second)?.instruction).toBe('put calm music under it');
    expect((await first)?.instruction).toBe('make it black and white');
    expect(
      conversation.turns.map(({ artifacts }) => artifacts.map((id) => conversation.artifacts.get(id)?.name)),
    ).toEqual([['photo.jpg'], ['beach.mp4']]);
    expect(conversation.composer.text).toBe('half a sen');
    expect(conversation.requests.list).toEqual([]);
  });

  test('that failed does not hold up the next one, and is sent once more', async () => {
    const call = backend.call.bind(backend);
    const refused = vi.spyOn(backend, 'call').mockImplementation(async (name, args) => {
      if (name === 'plan' && 'instruction' in args && args.instruction === 'first')
        throw new BackendError({ code: 'storage', message: 'The disk is full.', hint: '' });
      return call(name, args as never);
    });
    const [first, second] = [ask('first', photo()), ask('second', photo())];
    expect([await first, (await second)?.instruction]).toEqual([null, 'second']);
    expect(conversation.requests.list.map(({ text }) => text)).toEqual(['first']);
    refused.mockRestore();
    await conversation.retry(conversation.requests.list[0]!);
    expect(conversation.turns.map(({ instruction }) => instruction)).toEqual(['second', 'first']);
    expect(conversation.requests.list).toEqual([]);
  });

  test('that was asked back about goes on with the file that was meant', async () => {
    const other = new File(['…'], 'beach.jpg', { type: 'image/jpeg' });
    const turn = await ask('make it black and white', photo(), other, clip());
    await conversation.answer(turn!, 'beach.jpg', true);
    const attached = conversation.turns.at(-1)?.artifacts.map((id) => conversation.artifacts.get(id)?.name);
    expect(attached).toEqual(['beach.jpg', 'beach.mp4']);
    await conversation.answer(turn!, 'Count the objects in photo.jpg', true);
    expect(conversation.turns.at(-1)).toMatchObject({
      instruction: 'Count the objects in photo.jpg',
      artifacts: turn?.artifacts,
    });
  });

  test('that is to be asked about runs nothing', async () => {
    conversation.composer.add([{ file: clip() }]);
    conversation.composer.text = 'put calm music under it';
    await conversation.send(true);
    expect(conversation.turns[0]?.runs).toEqual([]);
  });
});

describe('runs', () => {
  test('another way keeps the results of the first', async () => {
    await ask('put calm music under it', clip());
    await finished();
    await conversation.run(conversation.turns[0]?.id ?? '', [0, 1]);
    await vi.waitFor(() => expect(conversation.turns[0]?.runs).toHaveLength(2));
    await finished();
    const [first, second] = conversation.turns[0]?.runs ?? [];
    expect(first?.results).toHaveLength(2);
    expect(second?.solutions).toEqual([0, 1]);
    expect(conversation.choices.of(conversation.turns[0]!)).toEqual([0, 1]);
  });

  test('another take goes the same ways anew', async () => {
    await ask('put calm music under it', clip());
    await finished();
    const call = vi.spyOn(backend, 'call');
    const { id, solutions, turn } = conversation.turns[0]!.runs[0]!;
    await conversation.run(turn, solutions, { anotherTake: true });
    expect(call).toHaveBeenCalledWith('run', { turn, solutions, another_take: true, settings: [] });
    await vi.waitFor(() => expect(conversation.turns[0]?.runs).toHaveLength(2));
    await finished();
    expect(conversation.turns[0]?.runs[0]?.id).toBe(id);
    expect(conversation.turns[0]?.runs[1]?.solutions).toEqual(solutions);
  });

  test('what a step made in one pass with others is kept from then on', async () => {
    await ask('make it black and white', photo());
    await finished();
    const { turn, solutions, steps } = conversation.turns[0]!.runs[0]!;
    const call = vi.spyOn(backend, 'call');
    await conversation.write(turn, solutions, [steps[0]!]);
    const written = steps[0]!.actions;
    expect(written.length).toBeGreaterThan(0);
    const asked = { turn, solutions, another_take: false, settings: [], written };
    expect(call).toHaveBeenLastCalledWith('run', asked);
    await finished();
    await conversation.run(turn, solutions);
    expect(call).toHaveBeenLastCalledWith('run', asked);
    await finished();
  });

  test('what is set of a step goes with the runs that follow', async () => {
    await ask('make it black and white', photo());
    await finished();
    const { stepSettings } = conversation;
    const turn = () => conversation.turns[0]!;
    const { solutions, steps } = turn().runs[0]!;
    const places = steps[0]!.actions;
    const setting = TOOLS.find(({ name }) => name === 'text_image_editing')!.settings[0]!;
    stepSettings.change(turn(), places, setting, '30');
    expect(stepSettings.isChanged(turn(), places)).toBe(true);
    for (const takes of [2, 3]) {
      await conversation.run(turn().id, solutions, { anotherTake: takes === 3 });
      await finished();
      expect(turn().runs).toHaveLength(takes);
      expect(turn().runs.at(-1)?.steps[0]?.settings).toEqual({ steps: '30' });
      expect(stepSettings.isChanged(turn(), places)).toBe(false);
    }
    stepSettings.change(turn(), places, setting, setting.usual);
    expect(stepSettings.request(turn())).toEqual([]);
    expect(stepSettings.isChanged(turn(), places)).toBe(true);
  });

  test('go by the values that the words say until others are set', async () => {
    await ask('rotate it 90 degrees', photo());
    await finished();
    const { stepSettings } = conversation;
    const turn = () => conversation.turns[0]!;
    const { solutions, steps } = turn().runs[0]!;
    const [place] = steps[0]!.actions;
    const setting = TOOLS.find(({ name }) => name === 'text_image_editing')!.settings.find(
      ({ name }) => name === 'angle',
    )!;
    const value = () => stepSettings.value(turn(), place!, setting);
    expect(value()).toBe('90');
    expect(stepSettings.request(turn())).toEqual([]);
    stepSettings.change(turn(), [place!], setting, '45');
    expect([value(), stepSettings.isChanged(turn(), [place!])]).toEqual(['45', true]);
    await conversation.run(turn().id, solutions);
    await finished();
    expect(turn().runs.at(-1)?.steps[0]?.settings).toEqual({ angle: '45' });
    expect(stepSettings.isChanged(turn(), [place!])).toBe(false);
    stepSettings.change(turn(), [place!], setting, '90');
    expect([value(), stepSettings.isChanged(turn(), [place!])]).toEqual(['90', true]);
    expect(stepSettings.request(turn())).toEqual([]);
  });

  test('stop when they are told to, and keep what was finished', async () => {
    open(0.3);
    await ask('put calm music under it', clip());
    await vi.waitFor(() => expect(conversation.turns[0]?.runs[0]?.steps[0]?.status).toBe('done'));
    await conversation.runs.cancel(conversation.turns[0]?.runs[0]?.id ?? '');
    await finished();
    expect(conversation.turns[0]?.runs[0]?.status).toBe('cancelled');
    expect(conversation.turns[0]?.runs[0]?.steps[0]?.outputs).toHaveLength(1);
  });

  test('a deleted artifact leaves the request that is being written', async () => {
    conversation.composer.add([{ file: photo() }]);
    await conversation.composer.settled();
    const artifact = [...conversation.artifacts.values()][0]!;
    conversation.apply({ type: 'artifact', conversation: conversation.id!, artifact: { ...artifact, deleted: true } });
    expect(conversation.composer.artifactIds).toEqual([]);
  });

  test('what an image was made from can be laid under it', async () => {
    await ask('make it black and white', photo());
    await finished();
    const result = conversation.artifacts.get(conversation.turns[0]?.runs[0]?.results[0]?.artifact ?? '')!;
    expect(imageBefore(result, conversation.artifacts)?.name).toBe('photo.jpg');
  });
});

describe('pointing', () => {
  test('takes the newest answer and drops stale ones', async () => {
    conversation.composer.add([{ file: photo() }]);
    await conversation.composer.settled();
    const pointing = new PointingState(backend, [...conversation.artifacts.values()][0]!);
    await pointing.prepare();
    const answers: ((coverage: number) => void)[] = [];
    vi.spyOn(backend, 'call').mockImplementation(
      (_, args) =>
        new Promise((resolve) => {
          const { request } = args as { request: number };
          answers.push((coverage) =>
            resolve({ request, candidates: [{ name: 'object', coverage, mask_png: '' }] } as never),
          );
        }),
    );
    pointing.addPoint({ x: 10, y: 10 }, true);
    pointing.addPoint({ x: 20, y: 20 }, false);
    answers[1]?.(0.2);
    answers[0]?.(0.1);
    await vi.waitFor(() => expect(pointing.candidate?.coverage).toBe(0.2));
    flushSync();
    expect(pointing.candidate?.coverage).toBe(0.2);
  });

  test('shows the best candidate, keeps the kind that was chosen, and asks anew once the model is ready', async () => {
    const candidate = (name: string, coverage: number) => ({ name, coverage, mask_png: '' });
    const candidates = [candidate('part', 0.1), candidate('object', 0.2), candidate('whole', 0.3)];
    let ready = () => {};
    const call = vi.spyOn(backend, 'call').mockImplementation((name) => {
      if (name === 'prepare_outlining') return new Promise((resolve) => (ready = () => resolve({} as never)));
      const asked = call.mock.calls.filter(([operation]) => operation === 'segment').length;
      const by = asked === 1 ? { outlined_by: null, preparing: 'Tiny' } : { outlined_by: 'Tiny', preparing: null };
      return Promise.resolve({ request: 0, candidates, best: 'whole', ...by } as never);
    });
    const pointing = new PointingState(backend, { id: 'x', name: 'x.png', width: 100, height: 50 } as never);
    const outlining = pointing.outline();
    pointing.addPoint({ x: 1, y: 1 }, true);
    await vi.waitFor(() => expect(pointing.candidate?.name).toBe('whole'));
    expect([pointing.outlinedBy, pointing.coming]).toEqual([null, 'Tiny']);
    ready();
    await outlining;
    await vi.waitFor(() => expect([pointing.outlinedBy, pointing.coming]).toEqual(['Tiny', null]));
    pointing.choose(0);
    pointing.addPoint({ x: 9, y: 9 }, true);
    await vi.waitFor(() => expect(pointing.asking).toBe(false));
    expect(pointing.candidate?.name).toBe('part');
    expect(call.mock.lastCall).toMatchObject(['segment', { chosen: 'part' }]);
    pointing.close();
    expect(call.mock.lastCall).toEqual(['close_pointing', { artifact: 'x' }]);
  });

  test('keeps a region that is asked for before its mask is there', async () => {
    conversation.composer.add([{ file: photo() }]);
    await conversation.composer.settled();
    const pointing = new PointingState(backend, [...conversation.artifacts.values()][0]!);
    const answers: (() => void)[] = [];
    const call = backend.call.bind(backend);
    const asked = vi.spyOn(backend, 'call').mockImplementation(async (name, args) => {
      if (name !== 'segment') return call(name, args as never);
      await new Promise<void>((resolve) => answers.push(resolve));
      const candidates = [{ name: 'object', coverage: 0.2, mask_png: '' }];
      return { request: 0, candidates, best: 'object', outlined_by: null, preparing: null } as never;
    });
    expect(await pointing.accept()).toBeNull();
    pointing.addPoint({ x: 600, y: 400 }, true);
    const region = pointing.accept();
    pointing.addPoint({ x: 620, y: 410 }, true);
    for (const answer of answers) answer();
    expect((await region)?.type).toBe('mask');
    expect(asked.mock.lastCall).toMatchObject(['accept_region', { prompt: { points: [{ x: 600 }, { x: 620 }] } }]);
  });

  test('goes back and forth over points, and forgets what was undone once something new is pointed at', () => {
    vi.spyOn(backend, 'call').mockResolvedValue({ request: 0, candidates: [] } as never);
    const artifact = { id: 'x', name: 'x.png', width: 100, height: 50 } as never;
    const pointing = new PointingState(backend, artifact);
    pointing.addPoint({ x: 1, y: 1 }, true);
    pointing.addPoint({ x: 500, y: -3 }, true);
    expect(pointing.marks.points[1]).toEqual({ x: 99.5, y: 0.5, include: true });
    pointing.undo();
    pointing.undo();
    expect(pointing.marks.points).toEqual([]);
    pointing.redo();
    expect(pointing.marks.points).toHaveLength(1);
    pointing.setBox({ x: 30, y: 40 }, { x: 10, y: 20 });
    expect(pointing.marks.box).toEqual({ x: 10, y: 20, width: 20, height: 20 });
    expect(pointing.canRedo).toBe(false);
  });
});
