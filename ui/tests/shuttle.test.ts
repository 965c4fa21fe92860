import { expect, test } from 'vitest';
import type { Playback, Range } from '../src/lib/state/playback.svelte';
import { Shuttle } from '../src/lib/state/shuttle.svelte';

/** Something that stands where it is sought. */
function standing(time: number) {
  const playback = {
    playing: false,
    time,
    length: 10,
    volume: 1,
    loop: null as Range | null,
    problem: null,
    rate: 1,
    toggle: async () => {
      playback.playing = !playback.playing;
    },
    seek: async (to: number) => {
      playback.time = to;
    },
    setVolume: async () => {},
    setLoop: async () => {},
    setRate: async (rate: number) => {
      playback.rate = rate;
    },
  };
  return playback satisfies Playback;
}

/** Frames that come when they are asked for, a tenth of a second apart. */
function frames() {
  let time = 0;
  let waiting: ((time: number) => void)[] = [];
  const next = () => new Promise<number>((resolve) => waiting.push(resolve));
  return {
    next,
    async draw(count: number) {
      for (let number = 0; number < count; number += 1) {
        for (let turns = 0; turns < 9; turns += 1) await Promise.resolve();
        time += 100;
        const drawn = waiting;
        waiting = [];
        for (const come of drawn) come(time);
        for (let turns = 0; turns < 9; turns += 1) await Promise.resolve();
      }
    },
  };
}

test('L plays, and each further press faster', async () => {
  const playback = standing(0);
  const shuttle = new Shuttle(playback, frames().next);
  const rates: number[] = [];
  for (let press = 0; press < 4; press += 1) {
    await shuttle.forward();
    rates.push(playback.rate);
  }
  expect(playback.playing).toBe(true);
  expect(rates).toEqual([1, 2, 4, 4]);
  await shuttle.stop();
  expect([playback.playing, playback.rate]).toEqual([false, 1]);
});

test('K leaves the speed that was chosen', async () => {
  const playback = standing(0);
  const shuttle = new Shuttle(playback, frames().next);
  playback.rate = 0.5;
  await playback.toggle();
  await shuttle.stop();
  expect(playback.rate).toBe(0.5);
});

test('J goes back, each further press faster, and ends at the start', async () => {
  const playback = standing(2);
  const { next, draw } = frames();
  const shuttle = new Shuttle(playback, next);
  await shuttle.forward();
  const going = shuttle.backward();
  expect([playback.playing, shuttle.back]).toEqual([false, 1]);
  await draw(1);
  await draw(5);
  expect(playback.time).toBeCloseTo(1.5);
  await shuttle.backward();
  expect(shuttle.back).toBe(2);
  await draw(5);
  expect(playback.time).toBeCloseTo(0.5);
  await draw(9);
  await going;
  expect([playback.time, shuttle.back]).toEqual([0, 0]);
});

test('what plays on stops going back', async () => {
  const playback = standing(5);
  const { next, draw } = frames();
  const shuttle = new Shuttle(playback, next);
  const going = shuttle.backward();
  await draw(3);
  await shuttle.forward();
  await draw(3);
  await going;
  expect([playback.playing, shuttle.back]).toEqual([true, 0]);
  expect(playback.time).toBeCloseTo(4.8);
});

test('back, on and back again within a frame goes back once', async () => {
  const playback = standing(5);
  const { next, draw } = frames();
  const shuttle = new Shuttle(playback, next);
  void shuttle.backward();
  await draw(1);
  await shuttle.forward();
  const going = shuttle.backward();
  await draw(4);
  expect(playback.time).toBeCloseTo(4.7);
  await shuttle.stop();
  await draw(1);
  await going;
});

test('what has one speed plays at that', async () => {
  const { setRate: _, rate: __, ...playback } = standing(0);
  const shuttle = new Shuttle(playback, frames().next);
  await shuttle.forward();
  await shuttle.forward();
  await shuttle.stop();
  expect(playback.problem).toBeNull();
});
