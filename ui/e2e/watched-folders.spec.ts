/** A folder that a recipe watches: chosen, seen, paused and ended in the recipes' dialog. */
import { expect, type Page } from '@playwright/test';
import { test } from './fake';
import { expectAccessible } from './serve';

declare global {
  interface Window {
    takeFile(name: string, trouble?: string): Promise<void>;
  }
}

const recipes = (page: Page) => page.getByRole('dialog', { name: 'Recipes' });
const watched = (page: Page) => recipes(page).getByRole('region', { name: 'Watched folders' });

/** Keeps a recipe, and opens the list. */
async function open(page: Page, address: string, how = 'desktop'): Promise<void> {
  await page.goto(`${address}?speed=0&${how}`);
  const photo = { name: 'photo.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('a photo') };
  await page.locator('input[type=file]').setInputFiles(photo);
  const composer = page.getByRole('textbox', { name: 'Your request' });
  await composer.fill('make it black and white');
  await composer.press('Enter');
  await expect(page.locator('section[data-run]')).toHaveAttribute('data-status', 'done');
  await page.getByRole('button', { name: 'Keep as a recipe…' }).click();
  await page.getByRole('dialog').getByLabel('Name of the recipe').fill('Grey');
  await page.keyboard.press('Enter');
  await composer.press('Control+Alt+r');
  await expect(recipes(page).getByRole('heading', { name: 'Grey' })).toBeVisible();
}

const willPick = (page: Page, folder: string) =>
  page.evaluate((folder) => Object.assign(window.desktop, { folder }), folder);

/** Has the folders chosen with the keyboard alone, and watches. */
async function watch(page: Page, folder: string, output: string): Promise<void> {
  const form = recipes(page).getByRole('form', { name: 'Watch a folder with Grey…' });
  await recipes(page).getByRole('button', { name: 'Watch a folder with Grey…' }).press('Enter');
  await expect(form.getByRole('button', { name: 'Choose: Folder to watch' })).toBeFocused();
  await willPick(page, folder);
  await page.keyboard.press('Enter');
  await expect(form).toContainText(folder);
  await page.keyboard.press('Tab');
  await willPick(page, output);
  await page.keyboard.press('Enter');
  await expect(form).toContainText(output);
  await expectAccessible(page);
  await form.getByRole('button', { name: 'Watch', exact: true }).press('Enter');
}

for (const colorScheme of ['dark', 'light'] as const) {
  test.describe(`in ${colorScheme}`, () => {
    test.use({ colorScheme });

    test('a folder is watched, and its files are counted and seen', async ({ page, fakeAddress }) => {
      await open(page, fakeAddress);
      await watch(page, '/home/me/shots', '/home/me/web');
      await expect(watched(page)).toContainText('/home/me/shots');
      await expect(watched(page)).toContainText('Recipe: Grey. Results go into /home/me/web.');
      await expect(recipes(page).getByRole('button', { name: 'Watch a folder with Grey…' })).toBeFocused();
      await page.evaluate(() => window.takeFile('a.jpg'));
      await expect(watched(page)).toContainText('1 done');
      await page.evaluate(() => window.takeFile('b.jpg', 'b.jpg: “b.jpg” is not a readable picture.'));
      await expect(watched(page)).toContainText('1 done, 1 failed');
      await expect(watched(page)).toContainText('“b.jpg” is not a readable picture.');
      await expectAccessible(page);

      await watched(page).getByRole('button', { name: 'Open the conversation of shots' }).click();
      await expect(recipes(page)).toHaveCount(0);
      await expect(page.getByRole('group', { name: 'You asked' })).toHaveCount(2);
      await page.evaluate(() => window.takeFile('c.jpg'));
      await expect(page.getByRole('group', { name: 'You asked' })).toHaveCount(3);
    });
  });
}

test('watching is paused, goes on, is ended and brought back', async ({ page, fakeAddress }) => {
  await open(page, fakeAddress);
  await watch(page, '/home/me/shots', '/home/me/web');
  await watched(page).getByRole('button', { name: 'Pause watching shots' }).press('Enter');
  await expect(watched(page)).toContainText('Paused: 0 done');
  const goOn = watched(page).getByRole('button', { name: 'Go on watching shots' });
  await expect(goOn).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(watched(page)).not.toContainText('Paused');
  await watched(page).getByRole('button', { name: 'End watching shots' }).press('Enter');
  await expect(watched(page)).toHaveCount(0);
  await expect(recipes(page).getByRole('button', { name: 'Add files: Grey' })).toBeFocused();
  const toast = page.getByRole('status').filter({ hasText: 'shots is not watched any more.' });
  await toast.getByRole('button', { name: 'Undo' }).click();
  await expect(watched(page)).toContainText('/home/me/shots');
});

test('what cannot be watched says why, and Escape leaves the form alone', async ({ page, fakeAddress }) => {
  await open(page, fakeAddress);
  await watch(page, '/home/me/shots', '/home/me/shots/done');
  const form = recipes(page).getByRole('form');
  await expect(form.getByRole('alert')).toContainText('would be taken as new files');
  await expect(watched(page)).toHaveCount(0);
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(form).toHaveCount(0);
  await expect(recipes(page)).toBeVisible();
});

test('in a browser no folder can be chosen', async ({ page, fakeAddress }) => {
  await open(page, fakeAddress, 'browser');
  await expect(recipes(page).getByRole('button', { name: /^Watch a folder/ })).toHaveCount(0);
});
