/** Closing while something runs asks first, and closing while nothing runs does not. */
import { expect, type Page } from '@playwright/test';
import { test } from './fake';

declare global {
  interface Window {
    desktop: { askToClose(): void; isClosed: boolean };
  }
}

/** Begins a run that takes its time. */
async function begin(page: Page): Promise<void> {
  const photo = { name: 'photo.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('a photo') };
  await page.locator('input[type=file]').setInputFiles(photo);
  const composer = page.getByRole('textbox', { name: 'Your request' });
  await composer.fill('make it black and white');
  await composer.press('Enter');
  await expect(page.locator('section[data-run]')).toHaveAttribute('data-status', 'running');
}

const closed = (page: Page) => page.evaluate(() => window.desktop.isClosed);
const askToClose = (page: Page) => page.evaluate(() => window.desktop.askToClose());

test('the desktop window asks, and stays or closes as it is told', async ({ page, fakeAddress }) => {
  await page.goto(`${fakeAddress}?speed=20&desktop`);
  await begin(page);
  const question = page.getByRole('dialog', { name: 'Close Patchbay?' });
  await askToClose(page);
  await expect(question).toContainText('1 step still runs. What is finished is kept.');
  const keep = question.getByRole('button', { name: 'Keep running' });
  await expect(keep).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(question).toBeHidden();
  expect(await closed(page)).toBe(false);

  await askToClose(page);
  await question.getByRole('button', { name: 'Close anyway' }).click();
  await expect.poll(() => closed(page)).toBe(true);
});

test('the question goes away with what it is about, and then the window closes at once', async ({
  page,
  fakeAddress,
}) => {
  await page.goto(`${fakeAddress}?speed=3&desktop`);
  await begin(page);
  await askToClose(page);
  const question = page.getByRole('dialog', { name: 'Close Patchbay?' });
  await expect(question).toBeVisible();
  await expect(page.locator('section[data-run]')).toHaveAttribute('data-status', 'done');
  await expect(question).toBeHidden();
  expect(await closed(page)).toBe(false);
  await askToClose(page);
  expect(await closed(page)).toBe(true);
});

test('the browser asks before it leaves a page in which something runs', async ({ page, fakeAddress }) => {
  await page.goto(`${fakeAddress}?speed=3`);
  await begin(page);
  const asked = page.waitForEvent('dialog');
  await page.close({ runBeforeUnload: true });
  const dialog = await asked;
  expect(dialog.type()).toBe('beforeunload');
  await dialog.dismiss();

  await expect(page.locator('section[data-run]')).toHaveAttribute('data-status', 'done');
  const gone = page.waitForEvent('close');
  page.on('dialog', () => expect.soft('asked', 'nothing runs').toBe('not asked'));
  await page.close({ runBeforeUnload: true });
  await gone;
});
