import { expect, test } from 'vitest';
import type { Artifact, Run, Step } from '../src/lib/backend';
import { de } from '../src/lib/messages/de';
import { answerOf } from '../src/lib/state/answers';
import { artifactOf } from './fake/artifacts';

const german = { m: de, locale: 'de' };
const film = { ...artifactOf('g', 'strand.mp4', 'video', { given: true }), width: 1920, height: 1080, seconds: 75 };
const made = (more: Partial<Artifact> = {}, inputs: Artifact[] = [film]): Artifact => ({
  ...artifactOf('m', 'strand_kurz.mp4', 'video', { run: 'r', step: 0, tool: 'video_trimming', inputs }),
  ...more,
});
const runOf = (steps: Partial<Step>[], more: Partial<Run> = {}) =>
  ({
    id: 'r',
    status: 'done',
    missing: [],
    steps: steps.map((one) => ({ error: null, ...one })),
    ...more,
  }) as unknown as Run;
const known = (...all: Artifact[]) => new Map(all.map((one) => [one.id, one]));

test('a result is told with its facts, what differs from what it was made from, and each note once', () => {
  const result = made({ width: 1080, height: 1080, seconds: 7.46 });
  const run = runOf([{ notes: ['It had no sound.'] }, { notes: ['It had no sound.'] }]);
  expect(answerOf(run, [result], known(film, result), german)).toBe(
    `Hier ist strand_kurz.mp4 (7,5 s, 1:08 kürzer, ${de.pixels(1080, 1080)}, vorher ${de.pixels(1920, 1080)}). It had no sound.`,
  );
  const same = made({ width: 1920, height: 1080, seconds: 75.04 });
  expect(answerOf(runOf([]), [same], known(film, same), german)).toBe(
    `Hier ist strand_kurz.mp4 (1:15, ${de.pixels(1920, 1080)}).`,
  );
});

test('what differs is measured from what was given, through all steps of the run', () => {
  const between = { ...made({ width: 640, height: 360, seconds: 75 }), id: 'b' };
  const result = made({ width: 640, height: 360, seconds: 75 }, [between]);
  expect(answerOf(runOf([]), [result], known(film, between, result), german)).toContain(
    `vorher ${de.pixels(1920, 1080)}`,
  );
  const of_two = made({ width: 640, height: 360, seconds: 75 }, [film, { ...film, id: 'h' }]);
  expect(answerOf(runOf([]), [of_two], known(film, { ...film, id: 'h' }, of_two), german)).not.toContain('vorher');
});

test('words are the answer themselves, unless they are long; several results are listed', () => {
  const text = {
    ...artifactOf('t', 'titel.txt', 'text', { run: 'r', step: 0, tool: 'x', inputs: [] }),
    text: 'Ein Tag am Meer',
  };
  expect(answerOf(runOf([]), [text], known(), german)).toBe('Ein Tag am Meer');
  expect(answerOf(runOf([]), [{ ...text, text: 'x'.repeat(700) }], known(), german)).toBe('Hier ist titel.txt.');
  const many = Array.from({ length: 9 }, (_, place) => ({ ...film, name: `${place}.mp4` }));
  expect(answerOf(runOf([]), many, known(), german)).toBe(
    `Hier sind 9 Ergebnisse: ${de.andMore('0.mp4, 1.mp4, 2.mp4, 3.mp4, 4.mp4', 4)}.`,
  );
});

test('what failed, is missing or was stopped is told in the words of the server', () => {
  const result = made({ seconds: 5 });
  const missing = [{ tool: 'x' }] as unknown as Run['missing'];
  for (const run of [
    runOf([], { status: 'cancelled' }),
    runOf([], { missing }),
    runOf([{ error: { message: 'No.', hint: '' } }]),
  ]) {
    expect(answerOf(run, [result], known(film, result), german)).toBeNull();
  }
});
