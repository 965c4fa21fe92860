/** Keeps the window's start small: a build in which it loads more JavaScript than this fails. */
import type { Plugin } from 'vite';

/** The most JavaScript that the start loads, in bytes before compression. */
const MOST = 500_000;
/** What the start imports when it runs: the larger backend, and the longest texts. */
const WHEN_IT_RUNS = ['/src/lib/backend/tauri.ts', '/src/lib/messages/vi.ts'];

/** A file of the build, as far as it matters here. */
export interface BuiltFile {
  type: 'chunk' | 'asset';
  code?: string;
  isEntry?: boolean;
  /** The files that it imports at once. */
  imports?: string[];
  facadeModuleId?: string | null;
}

/** How many bytes of JavaScript a build's start loads. */
export function startSize(files: Record<string, BuiltFile>): number {
  const isFirst = ({ isEntry, facadeModuleId }: BuiltFile) =>
    isEntry || WHEN_IT_RUNS.some((name) => facadeModuleId?.endsWith(name));
  const needed = Object.keys(files).filter((name) => files[name] && isFirst(files[name]));
  const loaded = new Set<string>();
  for (let name = needed.pop(); name !== undefined; name = needed.pop()) {
    if (loaded.has(name)) continue;
    loaded.add(name);
    needed.push(...(files[name]?.imports ?? []));
  }
  return [...loaded].reduce((sum, name) => sum + new TextEncoder().encode(files[name]?.code).length, 0);
}

/** Fails a build whose start is too large. */
export function keepStartSmall(): Plugin {
  return {
    name: 'keep-start-small',
    apply: 'build',
    generateBundle(_, files) {
      const size = startSize(files);
      if (size > MOST)
        this.error(`The start loads ${size} bytes of JavaScript, more than ${MOST}: load late what it does not need.`);
    },
  };
}
