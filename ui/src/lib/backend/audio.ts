/** Audio that is played outside the page, where a desktop window can: as `patchbay-playback` has it in Rust. */
import type { Artifact } from './bindings';

/** How things stand. Times are seconds from the start of what plays. */
export interface AudioState {
  /** What whoever loaded the audio called it; empty where nothing is loaded. */
  key: string;
  position: number;
  duration: number;
  playing: boolean;
  /** From 0 to 1. */
  volume: number;
  loop: [from: number, to: number] | null;
  /** Which of two that are loaded is heard: 0 or 1. */
  side: number;
  /** The name of the device that is open. */
  device: string | null;
  /** Why something cannot be heard, as a sentence. */
  problem: string | null;
}

export type AudioControl =
  | { do: 'play' }
  | { do: 'pause' }
  | { do: 'seek'; seconds: number }
  | { do: 'volume'; volume: number }
  | { do: 'loop'; range: [from: number, to: number] | null }
  | { do: 'side'; side: number }
  | { do: 'device'; id: string | null };

export interface AudioDevice {
  id: string;
  name: string;
}

/** One player for the whole window: what is loaded takes the place of what was. */
export interface AudioPort {
  /** Loads what an audio file or a video has to be heard, or two of them to be compared. */
  load(artifacts: readonly Artifact[], key: string, at: number): Promise<AudioState>;
  control(control: AudioControl): Promise<AudioState>;
  devices(): Promise<AudioDevice[]>;
  /** Tells how things stand, up to 20 times a second while something plays. Returns how to stop listening. */
  listen(listener: (state: AudioState) => void): () => void;
}
