import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { DeckPlayback } from '../src/lib/state/audio.svelte';
import { longerOf, PairPlayback } from '../src/lib/state/pair.svelte';
import { audio, FakeVideo } from './fake/video';

beforeEach(() => {
  vi.stubGlobal('requestAnimationFrame', () => 0);
  vi.stubGlobal('cancelAnimationFrame', () => {});
});
afterEach(() => vi.unstubAllGlobals());

function pair(lengths: [number, number], deck: ReturnType<typeof audio> | null = null) {
  const elements = [new FakeVideo(), new FakeVideo()] as const;
  for (const [side, element] of elements.entries()) element.duration = lengths[side] ?? 0;
  const playback = new PairPlayback(
    elements as unknown as [HTMLVideoElement, HTMLVideoElement],
    lengths,
    deck as unknown as DeckPlayback | null,
  );
  playback.follow();
  return { elements, playback };
}

test('the longer of two tells the time', () => {
  expect([longerOf([3, 5]), longerOf([5, 3]), longerOf([4, 4])]).toEqual([1, 0, 0]);
});

test('two films play, stop and are sought as one', async () => {
  const { elements, playback } = pair([3, 5]);
  expect(playback.length).toBe(5);
  await playback.seek(2);
  playback.keepStep();
  expect(elements.map(({ currentTime }) => currentTime)).toEqual([2, 2]);
  await playback.toggle();
  await playback.setRate(0.5);
  playback.keepStep();
  expect(elements.map(({ paused, playbackRate }) => [paused, playbackRate])).toEqual([
    [false, 0.5],
    [false, 0.5],
  ]);
  await playback.toggle();
  playback.keepStep();
  // The shorter waits at its end.
  await playback.seek(4.5);
  playback.keepStep();
  expect(elements.map(({ paused, currentTime }) => [paused, currentTime])).toEqual([
    [true, 3],
    [true, 4.5],
  ]);
});

test('one of two is heard, as loud as is set', async () => {
  const { elements, playback } = pair([5, 5]);
  const muted = () => elements.map((element) => element.muted);
  expect(muted()).toEqual([false, true]);
  await playback.setSide(1);
  await playback.setVolume(0.3);
  expect([muted(), playback.volume, elements[1].volume]).toEqual([[true, false], 0.3, 0.3]);
  await playback.setVolume(0);
  expect(muted()).toEqual([true, true]);
});

test('audio outside the page is the clock of both', async () => {
  const deck = audio();
  const { elements, playback } = pair([10, 10], deck);
  expect(elements.map((element) => element.muted)).toEqual([true, true]);
  await playback.toggle();
  await playback.seek(7);
  playback.keepStep();
  expect([deck.playing, ...elements.map(({ currentTime }) => currentTime)]).toEqual([true, 7, 7]);
});
