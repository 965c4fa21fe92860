/** Messages that go away by themselves: wherever they stand, a request can be written and run. */
import type { Locator, Page } from '@playwright/test';
import { expect } from '@playwright/test';
import { test } from './fake';

const TITLES = ['Cut-outs for the shop', 'Podcast, episode 12', 'Mug photos, tags and titles'];
const toasts = (page: Page) => page.locator('.toast');

async function overlap(first: Locator, second: Locator): Promise<boolean> {
  const [a, b] = [await first.boundingBox(), await second.boundingBox()];
  if (!a || !b) throw new Error('one of them is not shown');
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

for (const [width, height] of [
  [1280, 800],
  [900, 700],
] as const) {
  test(`no message covers the composer at ${width} × ${height}`, async ({ page, fakeAddress }) => {
    await page.setViewportSize({ width, height });
    await page.goto(`${fakeAddress}?speed=0`);
    const composer = page.locator('form.composer');
    const files = [1, 2, 3, 4].map((number) => ({
      name: `photo_${number}.jpg`,
      mimeType: 'image/jpeg',
      buffer: Buffer.from('a photo'),
    }));
    await page.locator('input[type=file]').setInputFiles(files);
    await composer.getByRole('textbox').fill('a request\n'.repeat(40));
    for (const title of TITLES) {
      await page.getByRole('button', { name: `Options for ${title}` }).click();
      await page.getByRole('menuitem', { name: 'Delete' }).click();
      await expect(toasts(page).first()).toContainText(title);
    }
    await expect(toasts(page)).toHaveCount(3);
    const bench = page.getByRole('complementary', { name: 'Bench' });
    for (const toast of await toasts(page).all()) {
      await expect(toast).toBeInViewport({ ratio: 1 });
      expect(await overlap(toast, composer)).toBe(false);
      expect(await overlap(toast, composer.getByRole('button', { name: 'Run', exact: true }))).toBe(false);
      expect(await overlap(toast, page.getByRole('banner'))).toBe(false);
      if (await bench.isVisible()) expect(await overlap(toast, bench)).toBe(false);
    }
    await composer.getByRole('button', { name: 'Run', exact: true }).click({ trial: true });
    await toasts(page).first().getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByRole('button', { name: TITLES.at(-1), exact: true })).toBeVisible();
  });
}
