import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { DeckPlayback } from '../src/lib/state/audio.svelte';
import type { Playback, Range } from '../src/lib/state/playback.svelte';
import { FrameFollower, VideoPlayback } from '../src/lib/state/video.svelte';

beforeEach(() => {
  vi.stubGlobal('requestAnimationFrame', () => 0);
  vi.stubGlobal('cancelAnimationFrame', () => {});
});
afterEach(() => vi.unstubAllGlobals());

/** An element that arrives at once where it is sought. */
class FakeVideo extends EventTarget {
  paused = true;
  muted = false;
  volume = 1;
  seeking = false;
  duration = 10;
  playbackRate = 1;
  readonly sought: number[] = [];
  private at = 0;

  get currentTime() {
    return this.at;
  }
  set currentTime(to: number) {
    this.at = to;
    this.sought.push(to);
    this.dispatchEvent(new Event('seeked'));
  }
  async play() {
    this.paused = false;
    this.dispatchEvent(new Event('play'));
  }
  pause() {
    this.paused = true;
    this.dispatchEvent(new Event('pause'));
  }
}

/** Audio outside the page, or anything else that frames can follow. */
function audio() {
  const clock = {
    playing: false,
    time: 0,
    length: 10,
    volume: 0.5,
    loop: null as Range | null,
    problem: null,
    silent: false,
    toggle: async () => {
      clock.playing = !clock.playing;
    },
    seek: async (to: number) => {
      clock.time = to;
    },
    setVolume: async () => {},
    setLoop: async () => {},
    leave: () => {},
  };
  return clock satisfies Playback;
}

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
