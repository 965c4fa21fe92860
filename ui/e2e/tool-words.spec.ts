/** What the toolbox says, in the language that is set. */
import type { Page } from '@playwright/test';
import { ask, askNobody, expect, expectAccessible, lastRun, speak, test } from './serve';

/** What an operation of the program is sent, as it comes. */
function sentTo(page: Page, operation: string): unknown[] {
  const sent: unknown[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith(`/api/call/${operation}`)) sent.push(request.postDataJSON());
  });
  return sent;
}

test('words of other languages are fetched with the language alone, and English is what it was', async ({
  patchbay: page,
}) => {
  const scripts = () =>
    page.evaluate(
      () =>
        performance.getEntriesByType('resource').filter(({ name }) => /\/(de|vi|zh-CN)-[^/]*\.js$/.test(name)).length,
    );
  await askNobody(page);
  const run = await ask(page, 'make photo.jpg warmer and crop it to 16:9', 'photo.jpg');
  await run.getByRole('button', { name: 'How', exact: true }).click();
  await expect(run.getByRole('row', { name: /^1 Edit a picture/ })).toContainText('image photo.jpg');
  await run.getByText('Settings of this step').click();
  await expect(run.getByLabel('Warmth').last()).toHaveValue('40');
  expect(await scripts()).toBe(0);

  await speak(page, 'Settings', 'Language', 'de');
  await expect(run.getByLabel('Wärme').last()).toHaveValue('40');
  // The texts of the window, and the words of the toolbox.
  expect(await scripts()).toBe(2);
  await speak(page, 'Einstellungen', 'Sprache', 'en');
  await expect(run.getByLabel('Warmth').last()).toHaveValue('40');
});

test('fields, choices, steps and graphs are German, and what is sent stays English', async ({ patchbay: page }) => {
  await askNobody(page);
  const run = await ask(page, 'make photo.jpg warmer and crop it to 16:9', 'photo.jpg');
  await speak(page, 'Settings', 'Language', 'de');
  await expect(run.getByRole('list', { name: 'Schritte' })).toContainText('Bild bearbeiten');
  await expect(run.locator('p.answer')).toHaveText(/^Hier ist photo_edited\.jpg \(\d+ × \d+, vorher \d+ × \d+\)\./);
  await run.getByRole('button', { name: 'Ablauf', exact: true }).click();
  await expect(run.getByRole('row', { name: /^1 Bild bearbeiten/ })).toContainText('eingebaut');
  await run.getByText('Einstellungen dieses Schritts').click();
  await expect(run.getByText('Zuschneiden auf', { exact: true })).toHaveAttribute(
    'title',
    /^Auf welches Seitenverhältnis soll das Bild zugeschnitten werden, etwa 16:9\?\nBreite zu Höhe/,
  );
  await run.getByText('Weitere', { exact: true }).click();
  await expectAccessible(page);

  const sent = sentTo(page, 'run');
  await run.getByLabel('Look').selectOption('Schwarzweiß');
  await run.getByRole('button', { name: 'Damit erneut ausführen' }).click();
  const again = await lastRun(page, 2);
  await expect(again).toHaveAttribute('data-status', 'done');
  await expect(again.locator('p.title')).toHaveText('2Look: Schwarzweiß');
  expect(JSON.stringify(sent)).toContain('"look":"black and white"');
  await speak(page, 'Einstellungen', 'Sprache', 'en');
});

test('a tool is found in the catalogue by German and by English words', async ({ patchbay: page }) => {
  await speak(page, 'Settings', 'Language', 'de');
  await page.keyboard.press('F1');
  const first = page.getByRole('dialog').getByRole('heading', { level: 4 }).first();
  for (const words of ['zeitraffer', 'timelapse']) {
    await page.getByRole('dialog').getByRole('searchbox').fill(words);
    await expect(first).toHaveText('Zeitraffer aus Bildern');
  }
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').fill('rauschen entfernen');
  await expect(page.getByRole('option').first()).toContainText('Rauschen entfernen');
  await page.keyboard.press('Escape');
  await speak(page, 'Einstellungen', 'Sprache', 'en');
});
