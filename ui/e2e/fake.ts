/** The interface on an application in the page itself (`tests/fake`): what a page costs without a server beside it. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { test as base } from '@playwright/test';
import { build, preview } from 'vite';

const UI = resolve(import.meta.dirname, '..');

export const test = base.extend<object, { fakeAddress: string }>({
  /** Where the page is, built as it is shipped. */
  fakeAddress: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from here
    async ({}, use) => {
      const outDir = mkdtempSync(join(tmpdir(), 'patchbay-fake-'));
      const page = {
        build: { outDir, emptyOutDir: true, rollupOptions: { input: join(UI, 'tests/fake/index.html') } },
      };
      await build({ root: UI, logLevel: 'error', ...page });
      const server = await preview({ root: UI, logLevel: 'error', ...page, preview: { port: 0, open: false } });
      await use(`${server.resolvedUrls?.local[0]}tests/fake/index.html`);
      await server.close();
      rmSync(outDir, { recursive: true, force: true });
    },
    { scope: 'worker' },
  ],
});
