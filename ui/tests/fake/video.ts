/** Videos without a page, and what they can follow. */
import type { Playback, Range } from '../../src/lib/state/playback.svelte';

/** An element that arrives at once where it is sought. */
export class FakeVideo extends EventTarget {
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
export function audio() {
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
