/** Two versions compared: films in step, and pictures under a line that is moved. */
import type { Locator, Page } from '@playwright/test';
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
  await expect.poll(async () => Math.min(...(await times())), { intervals: [20] }).toBeGreaterThan(0.5);
  await line.press('k');
  // On a busy machine the longer one may be past the end of the shorter one by now.
  await expect
    .poll(() =>
      films.evaluateAll((all) => {
        const [one, other] = all as [HTMLVideoElement, HTMLVideoElement];
        return Math.abs(Math.min(one.currentTime, other.duration) - other.currentTime);
      }),
    )
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

/** Where the line between two images is, as a share of what they lie on. */
function lineAt(stage: Locator): Promise<number> {
  return stage.evaluate((element) => {
    const [box, line] = [element, element.querySelector('.line')].map((one) => one?.getBoundingClientRect());
    return box && line ? (line.x + line.width / 2 - box.x) / box.width : Number.NaN;
  });
}

test('a picture of another size is compared with before, also large and zoomed', async ({ patchbay: page }) => {
  const run = await ask(page, 'crop photo.jpg to a square', 'photo.jpg');
  const result = run.locator('figure.result').last();
  await result.getByRole('button', { name: 'Compare with before' }).click();
  await expect(result.getByRole('slider')).toBeVisible();
  // Both are fitted to the same box.
  const boxes = await result.locator('.compare img').evaluateAll((all) =>
    all.map((image) => {
      const { width, height } = image.getBoundingClientRect();
      return [width, height, getComputedStyle(image).objectFit];
    }),
  );
  expect(boxes[1]).toEqual(boxes[0]);

  await result.getByRole('button', { name: /^Zoom/ }).click();
  const dialog = page.getByRole('dialog');
  const stage = dialog.locator('.stage');
  await expect(stage.locator('img')).toHaveCount(2);
  expect(await lineAt(stage)).toBeCloseTo(0.5, 1);
  const handle = await stage.locator('.line').boundingBox();
  const stageBox = await stage.boundingBox();
  if (!handle || !stageBox) throw new Error('The line is not there.');
  await page.mouse.move(handle.x + handle.width / 2, handle.y + 60);
  await page.mouse.down();
  await page.mouse.move(stageBox.x + stageBox.width * 0.25, handle.y + 60, { steps: 4 });
  await page.mouse.up();
  expect(await lineAt(stage)).toBeCloseTo(0.25, 1);
  const line = await lineAt(stage);
  await dialog.getByRole('slider').press('ArrowRight');
  expect(await lineAt(stage)).toBeGreaterThan(line);

  // Both are zoomed and panned together.
  await page.keyboard.press('+');
  await dialog.getByRole('button', { name: 'Fit' }).focus();
  await page.keyboard.press('ArrowLeft');
  const transforms = () =>
    stage.locator('img').evaluateAll((all) => (all as HTMLElement[]).map(({ style }) => style.transform));
  const [one, other] = await transforms();
  expect(one).toMatch(/scale\(/);
  expect(other).toBe(one);
  await expectAccessible(page);
  await page.keyboard.press('c');
  await expect(stage.locator('img')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
});

test('pictures of two runs lie over each other and are zoomed together', async ({ patchbay: page }) => {
  await ask(page, 'rotate photo.jpg 90 degrees', 'photo.jpg');
  const rotation = page.getByRole('tabpanel').getByRole('spinbutton', { name: 'Rotation' }).first();
  await rotation.fill('45');
  await rotation.press('Enter');
  await lastRun(page, 2);
  await page.locator('section[data-run]').last().getByRole('button', { name: 'Compare', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.locator('.stage img')).toHaveCount(2);
  await expect(dialog.locator('.stage .tag')).toHaveText([/^1 · /, /^2 · /]);
  const slider = dialog.locator('.stage').getByRole('slider');
  await slider.press('Home');
  expect(await lineAt(dialog.locator('.stage'))).toBeCloseTo(0, 1);
  await slider.press('+');
  await dialog.getByRole('button', { name: 'Zoom in' }).click();
  const scales = await dialog
    .locator('.stage img')
    .evaluateAll((all) => (all as HTMLElement[]).map(({ style }) => /scale\(([\d.]+)/.exec(style.transform)?.[1]));
  expect(scales[0]).toBe(scales[1]);
  // Each stands by itself below, too.
  await expect(dialog.locator('figure.result')).toHaveCount(2);
});
