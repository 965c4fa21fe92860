/** Work that is done piece by piece, so that the page answers between two pieces: one a frame, in order. */
import { Frames } from './frames';

let waiting: (() => void)[] = [];

/** Each piece follows a frame and is no part of it: what the frame lays out and draws is a piece of work by itself. */
const frames = new Frames<null>(() => setTimeout(doNext));

function doNext(): void {
  const [next, ...others] = waiting;
  waiting = others;
  next?.();
  if (waiting.length > 0) frames.add(null);
}

/** Ends the piece of work that is being done; what waits for this goes on as another one. */
export function nextPiece(): Promise<void> {
  return new Promise((go) => setTimeout(go));
}

/** Does a piece of work when it is its turn. Returns how to leave it. */
export function inTurn(work: () => void): () => void {
  waiting.push(work);
  frames.add(null);
  return () => {
    waiting = waiting.filter((one) => one !== work);
  };
}
