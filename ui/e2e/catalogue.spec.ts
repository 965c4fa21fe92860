/** The catalogue of tools: what can be asked for. */
import { expect, type Page } from '@playwright/test';
import { test } from './fake';
import { expectAccessible } from './serve';

const composer = (page: Page) => page.getByRole('textbox', { name: 'Your request' });
const view = (page: Page) => page.getByRole('dialog', { name: 'What can Patchbay do?' });
const labels = (page: Page) => view(page).getByRole('heading', { level: 4 });

async function open(page: Page, address: string): Promise<void> {
  await page.goto(`${address}?speed=0`);
  await expect(composer(page)).toBeVisible();
}

for (const colorScheme of ['dark', 'light'] as const) {
  test.describe(`in ${colorScheme}`, () => {
    test.use({ colorScheme });

    test('the catalogue has no serious violation', async ({ page, fakeAddress }) => {
      await open(page, fakeAddress);
      await page.keyboard.press('F1');
      await expect(labels(page).first()).toBeVisible();
      await expectAccessible(page);
      await view(page).getByRole('searchbox').fill('no such thing');
      await expect(view(page).getByRole('status')).toHaveText('No tool fits that.');
      await expectAccessible(page);
    });
  });
}

test('the catalogue opens from the first page, the header, the commands and by a key', async ({
  page,
  fakeAddress,
}) => {
  await open(page, fakeAddress);
  for (const button of await page.getByRole('button', { name: 'What can Patchbay do?' }).all()) {
    await button.click();
    await expect(view(page).getByRole('searchbox')).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(view(page)).toBeHidden();
    await expect(button).toBeFocused();
  }
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Commands' }).fill('what can');
  await page.keyboard.press('Enter');
  await expect(view(page)).toBeVisible();
});

test('tools are found by words, and an example is taken with the keyboard alone', async ({ page, fakeAddress }) => {
  await open(page, fakeAddress);
  await page.keyboard.press('F1');
  await expect(view(page).getByRole('region', { name: 'Several kinds together' })).toContainText(
    'put the sound under the video',
  );
  await page.keyboard.type('vignette');
  await expect(labels(page)).toHaveText(['Edit picture']);
  await expect(view(page)).toContainText('Change light, colours, size or shape of an image');
  await page.keyboard.press('ArrowDown');
  await expect(view(page).getByRole('button', { name: 'add a vignette to the picture' })).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await expect(view(page)).toBeHidden();
  await expect(composer(page)).toHaveValue('add a vignette to the picture');
  await expect(composer(page)).toBeFocused();
});

test('more examples of a tool are shown on demand', async ({ page, fakeAddress }) => {
  await open(page, fakeAddress);
  await page.keyboard.press('F1');
  await expect(view(page).getByRole('searchbox')).toBeFocused();
  await page.keyboard.type('edit picture');
  await expect(view(page).locator('button.example')).toHaveCount(3);
  await view(page).getByRole('button', { name: '2 more' }).click();
  await expect(view(page).locator('button.example')).toHaveCount(5);
});

test('with something attached, only what takes it is listed, until all is asked for', async ({ page, fakeAddress }) => {
  await open(page, fakeAddress);
  const video = { name: 'beach.mp4', mimeType: 'video/mp4', buffer: Buffer.alloc(1000) };
  await page.locator('input[type=file]').setInputFiles(video);
  await expect(page.locator('form.composer').getByText('beach.mp4')).toBeVisible();
  await expect(page.locator('form.composer').getByText('Reading…')).toHaveCount(0);
  await page.keyboard.press('F1');
  const fits = view(page).getByRole('checkbox', { name: 'Only what takes what is attached' });
  await expect(fits).toBeChecked();
  await expect(labels(page)).toHaveText(['Build web page', 'Caption video', 'Trim video', 'Dub video']);
  await fits.uncheck();
  await expect(labels(page).filter({ hasText: 'Edit picture' })).toBeVisible();
});
