/** Two versions beside each other: films in step. */
import type { Page } from '@playwright/test';
import { ask, expect, expectAccessible, lastRun, test } from './serve';

/** Runs the first step once more with another value in a field. */
async function runAgainWith(page: Page, field: string, value: string): Promise<void> {
  const solution = page.getByRole('tabpanel').locator('article.solution').first();
  await solution.getByRole('textbox', { name: field }).fill(value);
  await solution.getByRole('textbox', { name: field }).press('Enter');
  await lastRun(page, 2);
}

test('two films are played, sought and stepped through as one', async ({ patchbay: page }) => {
  await ask(page, 'cut clip.mp4 from 0:02 to 0:03.6', 'clip.mp4');
  await runAgainWith(page, 'Parts', '0:02 to 0:03');
  await page.locator('section[data-run]').last().getByRole('button', { name: 'Compare', exact: true }).click();
  const dialog = page.getByRole('dialog');
  const films = dialog.locator('video');
  await expect(films).toHaveCount(2);
  await expect(dialog.getByRole('button', { name: /^Play/ })).toHaveCount(1);
  const times = () => films.evaluateAll((all) => (all as HTMLVideoElement[]).map(({ currentTime }) => currentTime));
  const line = dialog.getByRole('slider', { name: /^Position/ });
  await expect
    .poll(() => films.evaluateAll((all) => (all as HTMLVideoElement[]).every((one) => one.readyState > 1)))
    .toBe(true);

  for (let step = 0; step < 5; step += 1) await line.press('.');
  await expect(dialog.getByText('frame 5', { exact: true })).toBeVisible();
  await expect.poll(times).toEqual([0.201, 0.201]);

  await line.press('Space');
  await expect.poll(async () => Math.min(...(await times()))).toBeGreaterThan(0.5);
  await line.press('k');
  await expect
    .poll(async () => {
      const [one = 0, other = 1] = await times();
      return Math.abs(one - other);
    })
    .toBeLessThan(0.002);

  // The shorter one waits at its end.
  await line.press('End');
  await expect.poll(async () => (await times()).map((time) => time.toFixed(1))).toEqual(['1.6', '1.0']);
  await line.press('Home');
  await expect.poll(times).toEqual([0, 0]);
  const arrived = () => films.evaluateAll((all) => (all as HTMLVideoElement[]).every(({ seeking }) => !seeking));
  await expect.poll(arrived).toBe(true);

  const muted = () => films.evaluateAll((all) => (all as HTMLVideoElement[]).map((film) => film.muted));
  expect(await muted()).toEqual([false, true]);
  await dialog.getByRole('radio', { name: /^Hear B/ }).click();
  expect(await muted()).toEqual([true, false]);
  await expectAccessible(page);
});
