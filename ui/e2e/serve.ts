/** One server for all test files, until a test fails, with data of its own, and the steps that several tests take. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import AxeBuilder from '@axe-core/playwright';
import { test as base, expect, type Locator, type Page } from '@playwright/test';
import { Hub } from './hub';

const CLI = process.env.PATCHBAY_CLI ?? resolve(import.meta.dirname, '../../target/debug/patchbay-cli');

async function serve(data: string, hub: Hub): Promise<{ address: string; server: ChildProcess }> {
  const env = { ...process.env, PATCHBAY_HUB: hub.address, PATCHBAY_MODELS: join(data, 'models') };
  const server = spawn(CLI, ['serve', '--no-open', '--data', data], { stdio: ['ignore', 'pipe', 'inherit'], env });
  const lines = createInterface({ input: server.stdout });
  const address = await new Promise<string>((found, failed) => {
    server.once('error', failed);
    server.once('exit', (code) => failed(new Error(`the server ended with ${code}`)));
    lines.once('line', found);
  });
  return { address, server };
}

export const test = base.extend<{ patchbay: Page }, { address: string; hub: Hub }>({
  hub: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from here
    async ({}, use) => {
      const hub = await Hub.start();
      await use(hub);
      hub.stop();
    },
    { scope: 'worker' },
  ],
  address: [
    async ({ hub }, use) => {
      const data = mkdtempSync(join(tmpdir(), 'patchbay-e2e-'));
      const { address, server } = await serve(data, hub);
      await use(address);
      server.kill();
      rmSync(data, { recursive: true, force: true });
    },
    { scope: 'worker' },
  ],
  /** The window with nothing in it yet. */
  patchbay: async ({ page, address }, use) => {
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(error.message));
    await page.goto(address);
    await expect(composer(page)).toBeVisible();
    await use(page);
    expect(errors).toEqual([]);
  },
});

export { expect };

export function sample(name: string): string {
  return resolve(import.meta.dirname, '../../assets/samples', name);
}

export function composer(page: Page): Locator {
  return page.getByRole('textbox', { name: 'Your request' });
}

/** Attaches files by their paths, or by name and content. */
export async function attach(page: Page, ...files: Parameters<Locator['setInputFiles']>[0][]): Promise<void> {
  await page.locator('input[type=file]').setInputFiles(files.flat() as string[]);
}

/** Sends a request with samples and waits until its run has ended. Gives the run's part of the page. */
export async function ask(page: Page, request: string, ...samples: string[]): Promise<Locator> {
  await attach(page, ...samples.map(sample));
  for (const name of samples) await expect(page.locator('form.composer').getByText(name)).toBeVisible();
  await composer(page).fill(request);
  await composer(page).press('Enter');
  return lastRun(page);
}

/** Has what was planned done without asking whether something else was meant. */
export async function askNobody(page: Page): Promise<void> {
  const sure = { unsure: false, leads: false, others: [] };
  await page.route('**/api/call/readings', (route) => route.fulfill({ json: sure }));
}

/** The newest run's part of the page, once `count` runs are there and it has ended; without a count, once it has. */
export async function lastRun(page: Page, count?: number): Promise<Locator> {
  const runs = page.locator('section[data-run]');
  if (count !== undefined) await expect(runs).toHaveCount(count, { timeout: 60_000 });
  await expect(runs.last()).toHaveAttribute('data-status', /^(done|partial|failed|cancelled)$/, { timeout: 60_000 });
  return runs.last();
}

/**
 * Sets a language; the first two are what stands in the window before. The server keeps it: the next test finds it
 * unless it is set back.
 */
export async function speak(page: Page, settings: string, field: string, locale: string): Promise<void> {
  await page.getByRole('button', { name: settings }).click();
  await page.getByRole('combobox', { name: field }).selectOption(locale);
  await expect(page.locator('html')).toHaveAttribute('lang', locale);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
}

/** How many pixels of the conversation lie below what is shown of it. */
export function belowTheFold(page: Page): Promise<number> {
  return page.getByRole('log').evaluate((log) => log.scrollHeight - log.scrollTop - log.clientHeight);
}

/** No serious violation of the accessibility rules that a program can check. */
export async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).exclude('iframe').analyze();
  const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  expect(serious.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
}
