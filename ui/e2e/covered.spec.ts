/** What a view over the whole window covers is not drawn: WebKitGTK paints its scrollbars over the view. */
import { expect } from '@playwright/test';
import { test } from './fake';

test('while something is pointed at, nothing of the window below is drawn', async ({ page, fakeAddress }) => {
  await page.setViewportSize({ width: 900, height: 420 });
  await page.goto(`${fakeAddress}?speed=0`);
  const picture = { name: 'photo.png', mimeType: 'image/png', buffer: Buffer.from('a picture') };
  await page.locator('input[type=file]').setInputFiles(picture);
  const composer = page.getByRole('textbox', { name: 'Your request' });
  await composer.fill('make it black and white');
  await composer.press('Enter');
  await expect(page.locator('section[data-run]')).toHaveAttribute('data-status', 'done');
  const log = page.getByRole('log', { includeHidden: true });
  await log.evaluate((list) => list.scrollTo({ top: 60 }));
  const point = page.getByRole('button', { name: /^Point at something in text_image_editing/ }).first();
  await point.focus();
  await page.keyboard.press('Enter');
  const view = page.getByRole('dialog', { name: /^Pointing at/ });
  await expect(view).toBeVisible();
  await expect(log).toHaveCSS('visibility', 'hidden');
  const top = await log.evaluate((list) => list.scrollTop);

  await page.keyboard.press('Escape');
  await expect(view).toBeHidden();
  await expect(log).toHaveCSS('visibility', 'visible');
  expect(await log.evaluate((list) => list.scrollTop)).toBe(top);
  await expect(point).toBeFocused();
});
