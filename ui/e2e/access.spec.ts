import type { Locator } from '@playwright/test';
import { ask, attach, composer, expect, expectAccessible, sample, test } from './serve';

for (const colorScheme of ['dark', 'light'] as const) {
  test.describe(`in ${colorScheme}`, () => {
    test.use({ colorScheme });

    test('an empty window has no serious violation', async ({ patchbay: page }) => {
      await expectAccessible(page);
    });

    test('a request with its answer, ways and things has none', async ({ patchbay: page }) => {
      await ask(page, 'show me the edges of photo.jpg', 'photo.jpg');
      await expectAccessible(page);
      await page.getByRole('button', { name: 'List' }).click();
      await expectAccessible(page);
      await page.getByRole('tab', { name: 'Things' }).click();
      await expectAccessible(page);
    });

    test('pointing has none', async ({ patchbay: page }) => {
      await attach(page, sample('photo.jpg'));
      await page.locator('form.composer button.chip').click();
      await expect(page.getByRole('dialog')).toBeVisible();
      await expectAccessible(page);
    });

    test('the list of commands has none', async ({ patchbay: page }) => {
      await page.keyboard.press('Control+k');
      const palette = page.getByRole('dialog', { name: 'Commands' });
      const field = palette.getByRole('combobox');
      await expect(field).toBeFocused();
      await expectAccessible(page);
      await field.fill('no command has this name');
      await expect(palette.getByRole('status')).toHaveText('Nothing has that name.');
      await expectAccessible(page);
    });

    test('a request with files, one of which cannot be read, has none', async ({ patchbay: page }) => {
      const words = { name: 'holiday.mp4', mimeType: 'video/mp4', buffer: Buffer.from('these are only words') };
      await attach(page, [words] as never);
      await attach(page, sample('photo.jpg'), sample('clip.mp4'));
      await expect(page.locator('form.composer').getByRole('alert')).toBeVisible();
      await expect(page.locator('form.composer').getByText('clip.mp4')).toBeVisible();
      await expectAccessible(page);
    });

    test('settings have none', async ({ patchbay: page }) => {
      await page.getByRole('button', { name: 'Settings' }).click();
      await expect(page.getByRole('dialog', { name: 'Settings' })).toBeVisible();
      await expectAccessible(page);
    });
  });
}

test('parts are resized and folded by keyboard', async ({ patchbay: page }) => {
  const splitter = page.getByRole('separator', { name: 'Width of the bench' });
  const before = Number(await splitter.getAttribute('aria-valuenow'));
  await splitter.press('ArrowRight');
  await expect(splitter).toHaveAttribute('aria-valuenow', String(before - 16));
  await page.keyboard.press('Control+b');
  await expect(page.getByRole('complementary', { name: 'Bench' })).toBeHidden();
  await page.keyboard.press('Control+b');
  await expect(page.getByRole('complementary', { name: 'Bench' })).toBeVisible();
});

for (const [width, height] of [
  [900, 600],
  [640, 400],
] as const) {
  test(`nothing is cut off at ${width} × ${height}`, async ({ patchbay: page }) => {
    await page.setViewportSize({ width, height });
    await expect(composer(page)).toBeInViewport({ ratio: 1 });
    await expect(page.getByRole('button', { name: 'Run', exact: true })).toBeInViewport({ ratio: 1 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    await page.getByRole('button', { name: 'Show the bench' }).click();
    await expect(page.getByRole('tab', { name: 'Ways' })).toBeInViewport({ ratio: 1 });
    await page.keyboard.press('Escape');
    await expect(page.getByRole('tab', { name: 'Ways' })).toBeHidden();
  });
}

test('the button of an open menu looks pressed, the one that closes a dialog does not', async ({ patchbay: page }) => {
  await attach(page, sample('photo.jpg'));
  await page.getByRole('tab', { name: 'Things' }).click();
  const menu = page.getByRole('button', { name: 'Options for photo.jpg' });
  await menu.press('Enter');
  await expect(page.getByRole('menu')).toBeVisible();
  await expect(menu).not.toHaveCSS('background-color', 'rgba(0, 0, 0, 0)');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Settings' }).click();
  const close = page.getByRole('dialog').getByRole('button', { name: 'Close' });
  await expect(close).toHaveCSS('background-color', 'rgba(0, 0, 0, 0)');
});

test('a wide window gives chat and bench more room', async ({ patchbay: page }) => {
  await page.setViewportSize({ width: 2560, height: 1440 });
  const widthOf = async (part: Locator) => Math.round((await part.boundingBox())?.width ?? 0);
  expect(await widthOf(page.locator('form.composer'))).toBe(1100);
  expect(await widthOf(page.getByRole('complementary', { name: 'Bench' }))).toBe(768);
  const splitter = page.getByRole('separator', { name: 'Width of the bench' });
  await splitter.press('ArrowLeft');
  await expect(splitter).toHaveAttribute('aria-valuenow', '784');
});

test('what is done with a region stands together at 900 px', async ({ patchbay: page }) => {
  await page.setViewportSize({ width: 900, height: 700 });
  await attach(page, sample('photo.jpg'));
  await page.locator('form.composer button.chip').click();
  const view = page.getByRole('dialog', { name: /^Pointing at/ });
  await view.getByRole('application').getByRole('img').click({ force: true });
  await expect(view.getByRole('status')).toHaveText(/^Point 1, include/);
  const cancel = await view.getByRole('button', { name: 'Cancel' }).boundingBox();
  const use = await view.getByRole('button', { name: 'Use as region 1' }).boundingBox();
  expect(Math.abs((use?.y ?? 0) - (cancel?.y ?? 0))).toBeLessThan(2);
  expect((use?.x ?? 0) + (use?.width ?? 0)).toBeGreaterThan(860);
});

test('the window speaks the language that is set', async ({ patchbay: page }) => {
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('combobox', { name: 'Language' }).selectOption('vi');
  await expect(page.getByRole('dialog', { name: 'Cài đặt' })).toBeVisible();
  await page.getByRole('combobox').selectOption('en');
  await expect(page.getByRole('dialog', { name: 'Settings' })).toBeVisible();
});
