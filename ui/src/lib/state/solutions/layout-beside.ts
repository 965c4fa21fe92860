/** Layouts that are made beside the page, which answers meanwhile. */
import type { Layout, LayoutRequest } from './layout';
import type { Asked } from './layout.worker';

type Waiting = Map<number, (layout: Layout | null) => void>;

const waiting: Waiting = new Map();
let number = 0;
/** None before the first layout, and where the page can have none. */
let worker: Worker | null = null;
let canWork = typeof Worker !== 'undefined';

function begin(): Worker {
  const begun = new Worker(new URL('./layout.worker.ts', import.meta.url), { type: 'module' });
  begun.addEventListener('message', ({ data }: MessageEvent<{ number: number; layout: Layout }>) => {
    waiting.get(data.number)?.(data.layout);
    waiting.delete(data.number);
  });
  begun.addEventListener('error', () => {
    canWork = false;
    for (const answer of waiting.values()) answer(null);
    waiting.clear();
  });
  return begun;
}

/** Lays out in the page. */
async function layOutHere(request: LayoutRequest): Promise<Layout> {
  return (await import('./layout')).layOut(request);
}

/** Lays out beside the page, or in it where nothing can be done beside it. */
export async function layOutBeside(request: LayoutRequest): Promise<Layout> {
  if (!canWork) return layOutHere(request);
  worker ??= begin();
  const asked: Asked = { number: ++number, request };
  const layout = await new Promise<Layout | null>((answer) => {
    waiting.set(asked.number, answer);
    worker?.postMessage(asked);
  });
  return layout ?? layOutHere(request);
}
