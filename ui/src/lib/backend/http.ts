/** The application behind `patchbay-cli serve`: calls by fetch, events by server-sent events, files by upload. */
import type { Backend, MediaOptions, OperationName } from './backend';
import type { Artifact, Event, Operations } from './bindings';
import { type MediaServer, mediaUrl, reach, upload } from './media';

const TOKEN_KEY = 'patchbay.token';

/** The token of the address bar, which is then taken out of it so that it is in no history and no screenshot. */
function takeToken(): string {
  const url = new URL(location.href);
  const token = url.searchParams.get('token');
  if (token === null) return sessionStorage.getItem(TOKEN_KEY) ?? '';
  sessionStorage.setItem(TOKEN_KEY, token);
  url.searchParams.delete('token');
  history.replaceState(null, '', url);
  return token;
}

export class HttpBackend implements Backend {
  readonly desktop = null;
  private readonly server: MediaServer = { base: location.origin, token: takeToken() };

  async call<Name extends OperationName>(
    name: Name,
    args: Operations[Name]['args'],
  ): Promise<Operations[Name]['reply']> {
    const response = await reach(`${this.server.base}/api/call/${name}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${this.server.token}`, 'content-type': 'application/json' },
      body: JSON.stringify(args),
    });
    return (await response.json()) as Operations[Name]['reply'];
  }

  subscribe(listener: (event: Event) => void, onGap: () => void): () => void {
    const source = new EventSource(`${this.server.base}/api/events?token=${encodeURIComponent(this.server.token)}`);
    let lost = false;
    source.onmessage = (message) => listener(JSON.parse(message.data) as Event);
    source.onerror = () => {
      lost = true;
    };
    source.onopen = () => {
      if (lost) onGap();
      lost = false;
    };
    return () => source.close();
  }

  upload(conversation: string, file: File): Promise<Artifact> {
    return upload(this.server, conversation, file);
  }

  mediaUrl(artifact: Artifact, options?: MediaOptions): string | null {
    return mediaUrl(this.server, artifact, options);
  }
}
