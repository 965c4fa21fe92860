import { beforeEach, expect, test, vi } from 'vitest';
import { Corrections } from '../src/lib/state/corrections.svelte';
import { Patchbay } from '../src/lib/state/patchbay.svelte';
import { FakeBackend } from './fake/backend';

let patchbay: Patchbay;
let corrections: Corrections;

beforeEach(async () => {
  vi.stubGlobal('document', { documentElement: { dataset: {} } });
  vi.stubGlobal('navigator', { languages: ['en'] });
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => {}, removeItem: () => {} });
  patchbay = new Patchbay(new FakeBackend(0));
  await patchbay.begin();
  corrections = new Corrections(patchbay.backend, patchbay.undo);
});

/** A request that a person says was meant otherwise. */
async function corrected(text: string): Promise<void> {
  const { conversation } = patchbay;
  const turn = await conversation.plan({ text, artifacts: [], ask: true });
  const [way] = (await conversation.readAnew(turn!)).others;
  await conversation.takeReading(turn!, way!.reading, true);
}

test('how a request was meant is kept, forgotten, and comes back', async () => {
  await corrected('make it bigger');
  await corrections.load();
  const words = () => corrections.list.map((one) => one.words);
  expect(words()).toEqual(['make it bigger']);
  expect(corrections.list[0]?.tools).toEqual(['Enlarge']);

  await corrections.remove(corrections.list[0]!);
  expect(words()).toEqual([]);
  expect(patchbay.toasts.list.at(-1)?.text).toBe('How “make it bigger” was meant is forgotten.');
  await patchbay.undo.last(patchbay.conversation);
  expect(words()).toEqual(['make it bigger']);
});
