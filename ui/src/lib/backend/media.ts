/** Addresses of the media server, which both the desktop window and the loopback server have. */
import { m } from '$lib/messages/index.svelte';
import { BackendError, type MediaOptions } from './backend';
import type { Artifact } from './bindings';

/** A server's address and the token it asks for. */
export interface MediaServer {
  base: string;
  token: string;
}

/** Media that browsers show by themselves; all else that has a picture is shown as the server draws it. */
const SHOWN = /^(video|audio)\/|^image\/(png|apng|jpeg|gif|webp|avif|bmp|x-icon|vnd\.microsoft\.icon)$/;
/** The longer side of what the server draws, in pixels. */
const DRAWN = 1920;

export function mediaUrl(server: MediaServer, artifact: Artifact, options: MediaOptions = {}): string | null {
  if (artifact.asset === null) return null;
  const query = new URLSearchParams({ token: server.token });
  const isDrawn = artifact.thumbnail && !options.download && !SHOWN.test(artifact.mime);
  const side = options.thumbnail ?? (isDrawn ? DRAWN : undefined);
  if (side) query.set('thumbnail', String(side));
  if (options.waveform) query.set('waveform', String(options.waveform));
  if (options.download) query.set('download', '1');
  return `${server.base}/media/${artifact.asset}/${encodeURIComponent(artifact.name)}?${query}`;
}

/** Sends a file to a server that takes uploads. */
export async function upload(server: MediaServer, conversation: string, file: File): Promise<Artifact> {
  const query = new URLSearchParams({ conversation, name: file.name });
  const response = await reach(`${server.base}/api/upload?${query}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${server.token}`, 'content-type': 'application/octet-stream' },
    body: file,
  });
  return (await response.json()) as Artifact;
}

/** A fetch whose failures are sentences. */
export async function reach(url: string, init: RequestInit): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(url, init);
  } catch {
    throw new BackendError({ code: 'unreachable', message: m.noAnswer, hint: m.noAnswerHint });
  }
  if (response.ok) return response;
  const body = await response.json().catch(() => null);
  if (body !== null && typeof body === 'object' && 'message' in body) throw BackendError.from(body);
  throw new BackendError({ code: 'http', message: m.answeredWith(response.status) });
}
