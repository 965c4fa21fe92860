/** The one door between the window and the application. What stands behind it (a desktop shell, a loopback server) is
 *  nobody's business but this folder's. */

import { wordsOf } from '$lib/messages/errors';
import { m } from '$lib/messages/index.svelte';
import type { AudioPort } from './audio';
import type { AppError, Artifact, ErrorDetail, Event, Operations } from './bindings';

export type * from './audio';

export type OperationName = keyof Operations;

/** What the application answered instead of a reply: a sentence, and what to do about it, in the window's language where it has
 *  words for it. */
export class BackendError extends Error {
  readonly code: string;
  readonly hint: string;

  constructor(error: Pick<AppError, 'message' | 'detail'> & { code: string; hint?: string }) {
    const said = wordsOf(m.errors, error.detail) ?? error;
    super(said.message);
    this.code = error.code;
    this.hint = said.hint ?? '';
  }

  /** Whatever was thrown, as a sentence with a hint. */
  static from(thrown: unknown): BackendError {
    if (thrown instanceof BackendError) return thrown;
    if (thrown !== null && typeof thrown === 'object' && 'message' in thrown) {
      const { message, code, hint, detail } = thrown as Record<keyof AppError, unknown>;
      const said = { message: String(message), code: String(code ?? 'unknown'), hint: String(hint ?? '') };
      return new BackendError({ ...said, ...(detail ? { detail: detail as ErrorDetail } : {}) });
    }
    return new BackendError({ message: String(thrown), code: 'unknown' });
  }
}

/** A form in which something can be saved. */
export interface SaveKind {
  name: string;
  ending: string;
}

/** What only a desktop window can do: real paths instead of uploads and downloads. */
export interface Desktop {
  pickFiles(): Promise<string[]>;
  /** `kinds`: what can be written, by the endings that say so; none: what the name says. */
  pickSavePath(name: string, kinds?: SaveKind[]): Promise<string | null>;
  pickFolder(): Promise<string | null>;
  /** Has a person choose files of one kind, by their ending. */
  pickKind(kind: { name: string; ending: string }): Promise<string[]>;
  /** Tells of files that are dragged over the window, dropped on it, or opened with it. Returns how to stop listening. */
  onDrop(listener: (drop: { over: boolean; paths: string[] }) => void): () => void;
  /** Tells that a person wants to close the window, which stays open. Returns how to let it close again. */
  onClose(listener: () => void): () => void;
  /** Closes the window without asking. */
  close(): Promise<void>;
}

export interface MediaOptions {
  /** A small image of at most this many pixels on its longer side. */
  thumbnail?: number;
  /** A JSON list of so many `[min, max]`. */
  waveform?: number;
  /** To be saved, not shown. */
  download?: boolean;
}

export interface Backend {
  readonly desktop: Desktop | null;
  /** Plays audio outside the page; none where the page's own elements play it. */
  readonly audio?: AudioPort;
  call<Name extends OperationName>(name: Name, args: Operations[Name]['args']): Promise<Operations[Name]['reply']>;
  /** Events as they come. `onGap` is told when some may have been missed. Returns how to stop listening. */
  subscribe(listener: (event: Event) => void, onGap: () => void): () => void;
  /** Takes in a file that has no path (dropped in a browser, pasted). */
  upload(conversation: string, file: File): Promise<Artifact>;
  /** Where an artifact's file can be fetched; none for what is not a file. */
  mediaUrl(artifact: Artifact, options?: MediaOptions): string | null;
}
