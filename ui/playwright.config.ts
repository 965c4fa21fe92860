import { defineConfig } from '@playwright/test';

/** The interface in Chromium against `patchbay-cli serve`, whose path is in PATCHBAY_CLI (see `e2e/serve.ts`). */
export default defineConfig({
  testDir: 'e2e',
  // Media work for minutes would mean that something hangs; a plan and a short run take seconds.
  timeout: 90_000,
  expect: { timeout: 30_000 },
  workers: 1,
  reporter: [['list']],
  use: {
    viewport: { width: 1280, height: 800 },
    colorScheme: 'dark',
    trace: 'retain-on-failure',
    launchOptions: {
      executablePath: process.env.CHROMIUM,
      args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
    },
  },
});
