import type { Backend } from './backend';

export * from './backend';
export type * from './bindings';

/** The desktop shell's backend inside its window, the loopback server's anywhere else. */
export async function connect(): Promise<Backend> {
  if ('__TAURI_INTERNALS__' in window) {
    const { TauriBackend } = await import('./tauri');
    return new TauriBackend();
  }
  const { HttpBackend } = await import('./http');
  return new HttpBackend();
}
