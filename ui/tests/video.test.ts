import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { DeckPlayback } from '../src/lib/state/audio.svelte';
import { FrameFollower, VideoPlayback } from '../src/lib/state/video.svelte';
import { audio, FakeVideo } from './fake/video';

beforeEach(() => {
  vi.stubGlobal('requestAnimationFrame', () => 0);
  vi.stubGlobal('cancelAnimationFrame', () => {});
});
afterEach(() => vi.unstubAllGlobals());

function video() {
  const [element, clock] = [new FakeVideo(), audio()];
  const playback = new VideoPlayback(element as unknown as HTMLVideoElement, clock as unknown as DeckPlayback, 10);
  playback.follow();
  return { element, clock, playback };
}

test('frames that stand follow a step of one frame', async () => {
  const { element, playback } = video();
  await playback.seek(0.041);
  playback.keepStep();
  expect(element.currentTime).toBe(0.041);
  await playback.seek(0.081);
  playback.keepStep();
  expect(element.sought).toEqual([0.041, 0.081]);
});

test('at another speed the element plays its own audio, and at the usual one it goes on together', async () => {
  const { element, clock, playback } = video();
  await playback.seek(3);
  await playback.toggle();
  expect(clock.playing).toBe(true);
  await playback.setRate(2);
  expect([clock.playing, element.paused, element.playbackRate, element.muted]).toEqual([false, false, 2, false]);
  expect([element.currentTime, element.volume]).toEqual([3, 0.5]);
  element.currentTime = 5;
  await playback.setRate(1);
  expect([clock.playing, clock.time, element.muted]).toEqual([true, 5, true]);
});

test('frames do not start anew behind their end', () => {
  const [element, clock] = [new FakeVideo(), audio()];
  element.duration = 4;
  const follower = new FrameFollower(element as unknown as HTMLVideoElement, clock);
  follower.follow();
  Object.assign(clock, { playing: true, time: 3.9 });
  follower.keepStep();
  expect(element.paused).toBe(false);
  clock.time = 6;
  follower.keepStep();
  follower.keepStep();
  expect([element.paused, element.currentTime]).toEqual([true, 4]);
  expect(element.sought).toEqual([3.9, 4]);
});
