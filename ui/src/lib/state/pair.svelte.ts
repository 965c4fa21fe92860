/** Two videos that play, are sought and are stepped through as one, of which one is heard. */
import type { DeckPlayback } from './audio.svelte';
import { ElementPlayback, type Playback, type Range } from './playback.svelte';
import { FrameFollower, VideoPlayback } from './video.svelte';

export type Two<Item> = [Item, Item];

/** Which of two lengths lasts longer: what is of that length tells the time. */
export function longerOf([first, second]: Two<number>): 0 | 1 {
  return second > first ? 1 : 0;
}

export class PairPlayback implements Playback {
  private readonly elements: Two<HTMLVideoElement>;
  private readonly leader: ElementPlayback | VideoPlayback;
  private readonly follower: FrameFollower;
  /** Plays the audio of both outside the page, where the window can. */
  private readonly audio: DeckPlayback | null;
  private ownSide = $state(0);
  private ownVolume = $state(1);

  readonly playing = $derived.by(() => this.leader.playing);
  readonly time = $derived.by(() => this.leader.time);
  readonly length = $derived.by(() => this.leader.length);
  readonly loop = $derived.by(() => this.leader.loop);
  readonly rate = $derived.by(() => this.leader.rate);
  readonly problem = $derived.by(() => this.leader.problem);
  readonly volume = $derived.by(() => (this.audio ? this.leader.volume : this.ownVolume));
  readonly side = $derived.by(() => this.audio?.side ?? this.ownSide);

  constructor(elements: Two<HTMLVideoElement>, seconds: Two<number>, audio: DeckPlayback | null) {
    const lead = longerOf(seconds);
    this.elements = elements;
    this.audio = audio;
    this.leader = audio
      ? new VideoPlayback(elements[lead], audio, seconds[lead])
      : new ElementPlayback(elements[lead], seconds[lead]);
    this.follower = new FrameFollower(elements[1 - lead] as HTMLVideoElement, this.leader);
    if (audio) (elements[1 - lead] as HTMLVideoElement).muted = true;
    else this.hear();
  }

  /** Listens to both elements, and returns how to stop. */
  follow(): () => void {
    const stops = [this.leader.follow(), this.follower.follow()];
    return () => {
      for (const stop of stops) stop();
    };
  }

  /** Brings both to the same place; to be called whenever that changes. */
  keepStep(): void {
    if (this.leader instanceof VideoPlayback) this.leader.keepStep();
    this.follower.keepStep();
  }

  toggle(): Promise<void> {
    return this.leader.toggle();
  }

  seek(to: number): Promise<void> {
    return this.leader.seek(to);
  }

  setLoop(range: Range | null): Promise<void> {
    return this.leader.setLoop(range);
  }

  setRate(rate: number): Promise<void> {
    return this.leader.setRate(rate);
  }

  async setVolume(volume: number): Promise<void> {
    this.ownVolume = volume;
    if (this.audio) await this.leader.setVolume(volume);
    else this.hear();
  }

  /** Lets the other of the two be heard. */
  async setSide(side: number): Promise<void> {
    this.ownSide = side;
    if (this.audio) await this.audio.setSide(side);
    else this.hear();
  }

  private hear(): void {
    for (const [side, element] of this.elements.entries()) {
      element.muted = side !== this.ownSide || this.ownVolume <= 0;
      if (this.ownVolume > 0) element.volume = Math.min(1, this.ownVolume);
    }
  }
}
