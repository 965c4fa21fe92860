import { ask, attach, composer, expect, expectAccessible, lastRun, sample, test } from './serve';

test('every way is a graph, one is chosen and run, and the results of both stay', async ({ patchbay: page }) => {
  await attach(page, sample('clip.mp4'));
  await composer(page).fill('put calm piano music under clip.mp4');
  await composer(page).press('Shift+Enter');
  const bench = page.getByRole('tabpanel');
  const cards = bench.locator('article.solution');
  await expect(cards.nth(1)).toBeVisible();
  await expect(page.locator('section[data-run]')).toHaveCount(0);
  await expect(cards.first().locator('.solution-node')).not.toHaveCount(0);
  await expect(cards.first().getByText('clip.mp4')).toBeVisible();

  await cards.first().getByRole('button', { name: 'Run this way' }).click();
  await expect(page.locator('section[data-run] video')).toHaveCount(1, { timeout: 60_000 });

  const other = bench.locator('article.solution', { has: page.getByRole('button', { name: 'Run this way' }) }).first();
  await other.getByRole('button', { name: 'Run this way' }).click();
  await expect(page.locator('section[data-run]')).toHaveCount(2);
  await expect(page.locator('section[data-run]').last().getByRole('button', { name: 'How', exact: true })).toBeVisible({
    timeout: 60_000,
  });
  await expect(page.locator('section[data-run]').first().locator('video')).toBeVisible();
});

test('a way that cannot run here says what it lacks and is not offered to run', async ({ patchbay: page }) => {
  await attach(page, sample('photo.jpg'));
  await composer(page).fill('turn photo.jpg into a watercolour painting');
  await composer(page).press('Shift+Enter');
  const solution = page.getByRole('tabpanel').locator('article.solution').first();
  await expect(solution).toContainText('cannot run here yet');
  await expect(solution).toContainText('is needed');
  await expect(solution.locator('.score')).toHaveCount(0);
  await expect(solution.getByText('nothing to download')).toHaveCount(0);
  await expect(solution.getByRole('button', { name: 'Run this way' })).toHaveCount(0);
});

test('a value that the words say is a field, and the step runs again with another one', async ({ patchbay: page }) => {
  await ask(page, 'rotate photo.jpg 90 degrees', 'photo.jpg');
  const solution = page.getByRole('tabpanel').locator('article.solution').first();
  const rotation = solution.getByRole('spinbutton', { name: 'Rotation' });
  await expect(rotation).toHaveValue('90');
  await rotation.fill('400');
  await rotation.press('Tab');
  expect(await rotation.evaluate((field) => (field as HTMLInputElement).validity.rangeOverflow)).toBe(true);
  await expect(solution.getByRole('button', { name: 'Run again with these' })).toHaveCount(0);
  await rotation.fill('45');
  await rotation.press('Tab');
  await solution.getByRole('button', { name: 'Run again with these' }).click();
  const runs = page.locator('section[data-run]');
  await expect(runs).toHaveCount(2);
  const turned = runs.last().locator('img').first();
  await expect(turned).toBeVisible();
  // Turned by 45 degrees, a picture is as wide as high, and its corners are clear.
  const sides = await turned.evaluate((image) => {
    const { naturalWidth, naturalHeight } = image as HTMLImageElement;
    return Math.abs(naturalWidth - naturalHeight);
  });
  expect(sides).toBeLessThan(3);
  await expect(rotation).toHaveValue('45');
  // Enter in the field runs it at once.
  await rotation.fill('30');
  await rotation.press('Enter');
  await expect(runs).toHaveCount(3);
  await solution.getByRole('button', { name: 'As usual' }).click();
  await expect(rotation).toHaveValue('90');
});

test('versions of one way are named by the values that differ', async ({ patchbay: page }) => {
  await ask(page, 'rotate photo.jpg 90 degrees', 'photo.jpg');
  const rotation = page.getByRole('tabpanel').getByRole('spinbutton', { name: 'Rotation' });
  await rotation.fill('-45');
  await rotation.press('Enter');
  const second = await lastRun(page, 2);
  await expect(page.getByRole('region', { name: 'Done by: 90° rotation' })).toContainText('90° rotation');
  await expect(second).toHaveAccessibleName('Done by: −45° rotation');
  await second.getByRole('button', { name: 'Compare', exact: true }).click();
  const sides = page.getByRole('dialog').getByRole('combobox');
  await expect(sides.first().locator('option')).toHaveText(['1 · 90° rotation', '2 · −45° rotation']);
});

test('numbers have sliders, places a picture, and times the frames of the film', async ({ patchbay: page }) => {
  await ask(page, 'rotate photo.jpg 90 degrees', 'photo.jpg');
  const solution = page.getByRole('tabpanel').locator('article.solution').first();
  const slider = solution.getByRole('slider', { name: 'Rotation' });
  const rotation = solution.getByRole('spinbutton', { name: 'Rotation' });
  await expect(slider).toHaveValue('90');
  await slider.press('ArrowRight');
  await expect(rotation).toHaveValue('91');
  await expect(slider).toHaveAttribute('aria-valuetext', '91 °');
  // Beyond what the slider shows, and still possible.
  await rotation.fill('270');
  await rotation.press('Enter');
  await expect(slider).toHaveValue('180');
  expect(await rotation.evaluate((field) => (field as HTMLInputElement).validity.valid)).toBe(true);

  await solution.getByText('More', { exact: true }).click();
  const places = solution.getByRole('radiogroup', { name: 'Place of the text' });
  await expect(places.getByRole('radio', { checked: true })).toHaveCount(0);
  await expect(places.locator('img')).toBeVisible();
  await places.getByRole('radio', { name: 'bottom right' }).click();
  await places.getByRole('radio', { name: 'bottom right' }).press('ArrowUp');
  const right = places.getByRole('radio', { name: 'right', exact: true });
  await expect(right).toBeChecked();
  await expect(right).toBeFocused();
  await expectAccessible(page);

  await ask(page, 'cut clip.mp4 from 0:02 to 0:05', 'clip.mp4');
  const trimming = page.getByRole('tabpanel').locator('article.solution').first();
  const parts = trimming.getByRole('textbox', { name: 'Parts' });
  await expect(parts).toHaveValue('0:02 to 0:05');
  const shownAt = () =>
    trimming.locator('video').evaluateAll((films) => (films as HTMLVideoElement[]).map((film) => film.currentTime));
  await expect.poll(shownAt).toEqual([2, 5]);
  await parts.fill('last 0:03');
  await expect.poll(shownAt).toEqual([5, 7.9]);
  await parts.fill('the middle of it');
  await expect(trimming.locator('video')).toHaveCount(0);
});

test('times show the frames of what an earlier step made, once it is there', async ({ patchbay: page }) => {
  await ask(page, 'cut clip.mp4 from 0:02 to 0:05, then grab a still of it at 0:01', 'clip.mp4');
  await expect(page.locator('section[data-run] img').first()).toBeVisible({ timeout: 60_000 });
  const times = page.getByRole('tabpanel').getByRole('textbox', { name: 'At' }).first();
  await expect(times).toHaveValue('0:01');
  const frames = times.locator('xpath=..').locator('video');
  const shown = () =>
    frames.evaluateAll((films) =>
      (films as HTMLVideoElement[]).map((film) => [film.currentTime, Math.round(film.duration)]),
    );
  await expect.poll(shown).toEqual([[1, 3]]);
});

test('the same ways are there as a list', async ({ patchbay: page }) => {
  await ask(page, 'show me the edges of photo.jpg', 'photo.jpg');
  await page.getByRole('button', { name: 'List' }).click();
  const bench = page.getByRole('tabpanel');
  await expect(bench.getByRole('listitem').first()).toContainText('photo.jpg');
  await expect(bench.locator('.solution-node')).toHaveCount(0);
});

test('cables have the colour of what they carry, and nodes tell how their step stands', async ({ patchbay: page }) => {
  await ask(page, 'show me the edges of photo.jpg', 'photo.jpg');
  const first = page.getByRole('tabpanel').locator('article.solution').first();
  const stroke = (at: number) =>
    first
      .locator('.graph path')
      .nth(at)
      .evaluate((path) => getComputedStyle(path).stroke);
  const image = await page.evaluate(() => {
    const probe = document.body.appendChild(document.createElement('i'));
    probe.style.color = 'var(--image)';
    const { color } = getComputedStyle(probe);
    probe.remove();
    return color;
  });
  expect(await stroke(0)).toBe(image);
  await expect(first.locator('.solution-node.done').first()).toBeAttached();
});
