/** The application behind the desktop window. The only file that names Tauri. */
import { invoke } from '@tauri-apps/api/core';
import { listen } from '@tauri-apps/api/event';
import { getCurrentWebview } from '@tauri-apps/api/webview';
import { getCurrentWindow } from '@tauri-apps/api/window';
import { open, save } from '@tauri-apps/plugin-dialog';
import type { AudioDevice, AudioPort, AudioState } from './audio';
import { type Backend, BackendError, type Desktop, type MediaOptions, type OperationName } from './backend';
import type { Artifact, Event, Operations, Start } from './bindings';
import { type MediaServer, mediaUrl, upload } from './media';

/** Stops listening, also where the listener is not in place yet. */
function stopper(listening: Promise<() => void>): () => void {
  return () => void listening.then((stop) => stop());
}

const desktop: Desktop = {
  pickFiles: async () => (await open({ multiple: true, directory: false })) ?? [],
  pickSavePath: (name, kinds = []) =>
    save({ defaultPath: name, filters: kinds.map((kind) => ({ name: kind.name, extensions: [kind.ending] })) }),
  pickFolder: () => open({ directory: true }),
  pickKind: async ({ name, ending }) =>
    (await open({ multiple: true, directory: false, filters: [{ name, extensions: [ending] }] })) ?? [],
  onDrop: (listener) => {
    const stopDrop = stopper(
      getCurrentWebview().onDragDropEvent(({ payload }) => {
        if (payload.type === 'drop') listener({ over: false, paths: payload.paths });
        else listener({ over: payload.type !== 'leave', paths: [] });
      }),
    );
    // Files that the system hands in (“Open with Patchbay”) wait until they are taken.
    const take = async () => {
      const paths = await invoke<string[]>('take_opened_files');
      if (paths.length > 0) listener({ over: false, paths });
    };
    const stopOpened = stopper(listen('opened', () => void take()));
    void take();
    return () => {
      stopDrop();
      stopOpened();
    };
  },
  onClose: (listener) =>
    stopper(
      getCurrentWindow().onCloseRequested((event) => {
        event.preventDefault();
        listener();
      }),
    ),
  close: () => getCurrentWindow().destroy(),
};

const audio: AudioPort = {
  load: (artifacts, key, at) => {
    const assets = artifacts.map(({ asset, name }) => [asset, name]);
    return invoke<AudioState>('audio_load', { assets, key, at });
  },
  control: (control) => invoke<AudioState>('audio_control', { control }),
  devices: () => invoke<AudioDevice[]>('audio_devices'),
  listen: (listener) => stopper(listen<AudioState>('audio', ({ payload }) => listener(payload))),
};

export class TauriBackend implements Backend {
  readonly desktop = desktop;
  readonly audio = audio;
  private readonly server: MediaServer = { base: '', token: '' };

  async call<Name extends OperationName>(
    name: Name,
    args: Operations[Name]['args'],
  ): Promise<Operations[Name]['reply']> {
    try {
      const reply = await invoke<Operations[Name]['reply']>('call', { name, args });
      if (name === 'start') {
        const start = reply as Start;
        this.server.base = start.media_base;
        this.server.token = start.media_token;
      }
      return reply;
    } catch (thrown) {
      throw BackendError.from(thrown);
    }
  }

  subscribe(listener: (event: Event) => void, onGap: () => void): () => void {
    const stops = [
      stopper(listen<Event>('event', ({ payload }) => listener(payload))),
      // The window was too slow, and some events were dropped.
      stopper(listen('gap', onGap)),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }

  upload(conversation: string, file: File): Promise<Artifact> {
    return upload(this.server, conversation, file);
  }

  mediaUrl(artifact: Artifact, options?: MediaOptions): string | null {
    return mediaUrl(this.server, artifact, options);
  }
}
