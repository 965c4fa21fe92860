/** What the start leaves out is loaded when it is needed, and says so where that fails. No wrong language is seen meanwhile. */
import type { Page } from '@playwright/test';
import { attach, composer, expect, sample, test } from './serve';

/** Keeps a file of the page's code from loading, until what this answers is called. */
async function without(page: Page, file: string): Promise<() => Promise<void>> {
  const files = `**/assets/${file}-*.js`;
  await page.route(files, (route) => route.abort());
  return () => page.unroute(files);
}

test('a view that could not be loaded says so, and opens once it can', async ({ patchbay: page }) => {
  const bring = await without(page, 'ModelsDialog');
  const button = page.getByRole('banner').getByRole('button', { name: 'Runs on this computer' });
  const view = page.getByRole('dialog', { name: 'Local models' });
  await button.focus();
  await page.keyboard.press('Enter');
  const toast = page.locator('.toast', { hasText: 'could not be loaded' });
  await expect(toast).toBeVisible();
  await expect(view).toBeHidden();

  await bring();
  await toast.getByRole('button', { name: 'Try again' }).press('Enter');
  await expect(view.locator(':focus')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(view).toBeHidden();
  await expect(button).toBeFocused();
});

test('a view over the window gives the focus back, also where its button tries once more', async ({
  patchbay: page,
}) => {
  const bring = await without(page, 'PointingView');
  await attach(page, sample('photo.jpg'));
  const chip = page.locator('form.composer button.chip');
  const view = page.getByRole('dialog', { name: /^Pointing at/ });
  await chip.press('Enter');
  await expect(page.getByText('could not be loaded')).toBeVisible();
  await bring();
  for (let time = 0; time < 2; time += 1) {
    await chip.press('Enter');
    await expect(view).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(view).toBeHidden();
    await expect(chip).toBeFocused();
  }
});

test('a result whose player could not be loaded offers to try again in its place', async ({ patchbay: page }) => {
  const bring = await without(page, 'VideoResult');
  await attach(page, sample('clip.mp4'));
  await page.getByRole('tab', { name: 'Things' }).click();
  const bench = page.getByRole('complementary', { name: 'Bench' });
  await bench.getByRole('button', { name: 'Show: clip.mp4' }).click();
  const alert = bench.getByRole('alert');
  await expect(alert).toContainText('could not be loaded');
  await bring();
  await alert.getByRole('button', { name: 'Try again' }).click();
  await expect(bench.locator('figure.result video')).toBeVisible();
  await expect(alert).toBeHidden();
});

test('the language that is set is the first that is seen', async ({ patchbay: page }) => {
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('combobox', { name: 'Language' }).selectOption('vi');
  await expect(page.getByRole('dialog', { name: 'Cài đặt' })).toBeVisible();
  let go = () => {};
  const asked = new Promise<void>((resolve) => {
    go = resolve;
  });
  await page.route('**/api/call/start', async (route) => {
    await asked;
    await route.continue();
  });
  await page.reload();
  await expect(page.getByRole('status')).toHaveText('Đang khởi động…');
  go();
  await expect(page.getByRole('textbox', { name: 'Yêu cầu của bạn' })).toBeVisible();
  await page.getByRole('button', { name: 'Cài đặt' }).click();
  await page.getByRole('combobox', { name: 'Ngôn ngữ' }).selectOption('');
  await page.keyboard.press('Escape');
  await expect(composer(page)).toBeVisible();
});

test.describe('on a system in German', () => {
  test.use({ locale: 'de-DE' });

  test('nothing is seen before the German texts are here', async ({ page, address }) => {
    let go = () => {};
    const asked = new Promise<void>((resolve) => {
      go = resolve;
    });
    const isAsked = page.waitForRequest('**/assets/de-*.js');
    await page.route('**/assets/de-*.js', async (route) => {
      await asked;
      await route.continue();
    });
    await page.goto(address);
    await isAsked;
    await expect(page.locator('#app')).toBeEmpty();
    go();
    await expect(page.getByRole('button', { name: 'Einstellungen' })).toBeVisible();
  });

  test('where they could not be loaded it says so in English, and speaks German once they can', async ({
    page,
    address,
  }) => {
    const bring = await without(page, 'de');
    await page.goto(address);
    const toast = page.locator('.toast', { hasText: 'The texts in this language could not be loaded.' });
    await expect(toast).toBeVisible();
    await expect(composer(page)).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('lang', 'en');
    await bring();
    await toast.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('button', { name: 'Einstellungen' })).toBeVisible();
  });
});
