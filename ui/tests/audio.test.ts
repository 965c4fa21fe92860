import { expect, test } from 'vitest';
import type { Artifact, AudioControl, AudioPort, AudioState } from '../src/lib/backend';
import { AudioDeck, DeckPlayback } from '../src/lib/state/audio.svelte';
import { artifactOf } from './fake/artifacts';

const NOTHING: AudioState = {
  key: '',
  position: 0,
  duration: 0,
  playing: false,
  volume: 1,
  loop: null,
  side: 0,
  device: null,
  problem: null,
};

/** A port in memory, which can refuse, fail, and tell what is not asked. */
class FakePort implements AudioPort {
  state: AudioState = NOTHING;
  readonly asked: string[] = [];
  failsOnce = false;
  problem: string | null = null;
  private listener: (state: AudioState) => void = () => {};

  async load(artifacts: readonly Artifact[], key: string, at: number) {
    this.asked.push(`load ${artifacts.map(({ name }) => name).join(' ')} at ${at}`);
    await Promise.resolve();
    this.state = { ...NOTHING, key, position: at, duration: 10 };
    return this.state;
  }
  async control(control: AudioControl) {
    this.asked.push(control.do);
    await Promise.resolve();
    if (this.failsOnce) {
      this.failsOnce = false;
      throw new Error('The window lost the player.');
    }
    if (control.do === 'play') this.state = { ...this.state, playing: !this.problem, problem: this.problem };
    if (control.do === 'pause') this.state = { ...this.state, playing: false };
    if (control.do === 'seek') this.state = { ...this.state, position: control.seconds };
    if (control.do === 'side') this.state = { ...this.state, side: control.side };
    if (control.do === 'loop') this.state = { ...this.state, loop: control.range };
    return this.state;
  }
  async devices() {
    return [];
  }
  listen(listener: (state: AudioState) => void) {
    this.listener = listener;
    return () => {};
  }
  tell(change: Partial<AudioState>) {
    this.state = { ...this.state, ...change };
    this.listener(this.state);
  }
}

function audio(port = new FakePort()) {
  const deck = new AudioDeck(port);
  const playback = (...names: string[]) =>
    new DeckPlayback(
      deck,
      names.map((name) => ({ ...artifactOf(name, name, 'audio', { given: true }), seconds: 10 })),
      () => null,
    );
  return { port, playback };
}

test('audio is loaded once, and each keeps its place where another one plays', async () => {
  const { port, playback } = audio();
  const [one, other] = [playback('one.wav'), playback('other.wav')];
  await one.toggle();
  expect(one.playing).toBe(true);
  port.tell({ position: 4 });
  await one.toggle();
  await other.toggle();
  expect([one.playing, other.playing]).toEqual([false, true]);
  expect([one.time, other.time]).toEqual([4, 0]);
  await one.toggle();
  expect(port.asked.filter((what) => what.startsWith('load'))).toEqual([
    'load one.wav at 0',
    'load other.wav at 0',
    'load one.wav at 4',
  ]);
});

test('a place is kept also where another takes over while it plays', async () => {
  const { port, playback } = audio();
  const [one, other] = [playback('one.wav'), playback('other.wav')];
  await one.toggle();
  port.tell({ position: 3 });
  await other.toggle();
  expect(one.time).toBe(3);
  expect(one.playing).toBe(false);
});

test('two presses at once are one after the other', async () => {
  const { port, playback } = audio();
  const one = playback('one.wav');
  await Promise.all([one.toggle(), one.toggle()]);
  expect(port.asked.filter((what) => what.startsWith('load'))).toHaveLength(1);
  expect(one.playing).toBe(false);
});

test('no device is a sentence, and playing can be tried again', async () => {
  const { port, playback } = audio();
  const one = playback('one.wav');
  port.problem = 'This computer has no device to play sound on.';
  await one.toggle();
  expect([one.playing, one.problem]).toEqual([false, port.problem]);
  expect(one.silent).toBe(false);
  port.problem = null;
  await one.toggle();
  expect([one.playing, one.problem]).toEqual([true, null]);
});

test('a port that fails or tells nonsense breaks nothing', async () => {
  const { port, playback } = audio();
  const one = playback('one.wav');
  await one.toggle();
  port.failsOnce = true;
  await one.toggle();
  expect(one.problem).toBe('The window lost the player.');
  port.tell({ position: Number.NaN });
  expect(one.time).toBe(0);
  port.tell({ position: 2, key: 'nobody' });
  expect(one.playing).toBe(false);
  await one.seek(99);
  expect(one.time).toBe(10);
});

test('what is marked or chosen before it plays holds once it does', async () => {
  const { port, playback } = audio();
  const both = playback('a.wav', 'b.wav');
  await both.setLoop([1, 2]);
  await both.setSide(1);
  await both.seek(1.5);
  expect([both.loop, both.side, both.time]).toEqual([[1, 2], 1, 1.5]);
  expect(port.asked).toEqual([]);
  await both.toggle();
  expect(port.asked).toEqual(['load a.wav b.wav at 1.5', 'loop', 'side', 'play']);
  expect([both.loop, both.side]).toEqual([[1, 2], 1]);
});
