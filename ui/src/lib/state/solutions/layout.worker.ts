/** Lays out beside the page. */
import { type LayoutRequest, layOut } from './layout';

/** What is asked of it: a number to tell answers apart, and what is to be laid out. */
export interface Asked {
  number: number;
  request: LayoutRequest;
}

addEventListener('message', ({ data }: MessageEvent<Asked>) => {
  postMessage({ number: data.number, layout: layOut(data.request) });
});
