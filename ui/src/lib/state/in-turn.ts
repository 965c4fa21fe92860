/** Work that is done piece by piece, so that the page answers between two pieces: one a frame, in order. */
import { Frames } from './frames';

let waiting: (() => void)[] = [];

const frames = new Frames<null>(() => {
  const [next, ...others] = waiting;
  waiting = others;
  next?.();
  if (waiting.length > 0) frames.add(null);
});

/** Does a piece of work when it is its turn. Returns how to leave it. */
export function inTurn(work: () => void): () => void {
  waiting.push(work);
  frames.add(null);
  return () => {
    waiting = waiting.filter((one) => one !== work);
  };
}
