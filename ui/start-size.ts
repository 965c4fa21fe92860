/** Keeps the window's start small: a build in which it loads more JavaScript than this fails. */
import type { Plugin } from 'vite';

/** The most JavaScript that the start loads, in bytes before compression: the program and the texts of the window. */
const MOST = 500_000;
/** What the start imports when it runs: the larger backend, and the longest texts. */
const WHEN_IT_RUNS = ['/src/lib/backend/tauri.ts', '/src/lib/messages/vi.ts'];
/** The most that the words of the toolbox come to, which a start in another language than English loads beside that. */
const MOST_WORDS = 200_000;
/** The longest words of the toolbox. */
const WORDS = '/src/lib/messages/tools/vi/index.ts';

/** A file of the build, as far as it matters here. */
export interface BuiltFile {
  type: 'chunk' | 'asset';
  code?: string;
  isEntry?: boolean;
  /** The files that it imports at once. */
  imports?: string[];
  facadeModuleId?: string | null;
}

/** How many bytes of JavaScript some files of a build are, with all that they import at once. */
function loadedSize(files: Record<string, BuiltFile>, isFirst: (file: BuiltFile) => boolean): number {
  const needed = Object.keys(files).filter((name) => files[name] && isFirst(files[name]));
  const loaded = new Set<string>();
  for (let name = needed.pop(); name !== undefined; name = needed.pop()) {
    if (loaded.has(name)) continue;
    loaded.add(name);
    needed.push(...(files[name]?.imports ?? []));
  }
  return [...loaded].reduce((sum, name) => sum + new TextEncoder().encode(files[name]?.code).length, 0);
}

/** How many bytes of JavaScript a build's start loads, but for the words of the toolbox. */
export function startSize(files: Record<string, BuiltFile>): number {
  return loadedSize(
    files,
    ({ isEntry, facadeModuleId }) => isEntry || WHEN_IT_RUNS.some((name) => facadeModuleId?.endsWith(name)),
  );
}

/** How many bytes the words of the toolbox come to in a build. */
export function wordsSize(files: Record<string, BuiltFile>): number {
  return loadedSize(files, ({ facadeModuleId }) => facadeModuleId?.endsWith(WORDS) ?? false);
}

/** Fails a build of the program's own page whose start is too large. */
export function keepStartSmall(): Plugin {
  return {
    name: 'keep-start-small',
    apply: ({ build }, { command }) => command === 'build' && !build?.rollupOptions?.input,
    generateBundle(_, files) {
      const size = startSize(files);
      if (size > MOST)
        this.error(`The start loads ${size} bytes of JavaScript, more than ${MOST}: load late what it does not need.`);
      const words = wordsSize(files);
      if (words > MOST_WORDS)
        this.error(`The words of the toolbox are ${words} bytes, more than ${MOST_WORDS}: the start awaits them.`);
    },
  };
}
