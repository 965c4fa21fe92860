/** A place on a frame of a film: marked in the player for the request, and chosen for a step's setting. */
import { readFileSync } from 'node:fs';
import type { Locator, Page } from '@playwright/test';
import { ask, attach, composer, expect, expectAccessible, lastRun, sample, test } from './serve';
import { drag, places } from './stage';

/** Opens what is attached among the things. Gives its part of the page. */
async function opened(page: Page, name: string): Promise<Locator> {
  await page.getByRole('tab', { name: 'Things' }).click();
  const bench = page.getByRole('complementary', { name: 'Bench' });
  await bench.getByRole('button', { name: `Show: ${name}` }).click();
  return bench.locator('figure.result');
}

/** The numbers of a box in words such as “120 × 40 at 300, 200”. */
async function numbers(said: Locator): Promise<number[]> {
  await expect(said).toHaveText(/^\d+ × \d+ at \d+, \d+$/);
  return ((await said.textContent())?.match(/\d+/g) ?? []).map(Number);
}

/** So near as a pointer gets where a film is shown smaller than it is. */
function expectNear(found: number[], wanted: number[]): void {
  for (const [place, number] of wanted.entries()) expect(Math.abs((found[place] ?? 0) - number)).toBeLessThanOrEqual(3);
}

/** How many pixels are drawn over a film. */
function drawn(result: Locator): Promise<number> {
  return result.locator('.places canvas').evaluate((canvas: HTMLCanvasElement) => {
    const pixels = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? [];
    return Array.from(pixels).filter((value, index) => index % 4 === 3 && value > 0).length;
  });
}

test('a place that is marked on a film is hidden, and another one is chosen in the field', async ({
  patchbay: page,
}) => {
  // Two runs that follow a place through every frame.
  test.slow();
  await attach(page, sample('clip.mp4'));
  const result = await opened(page, 'clip.mp4');
  await composer(page).fill('blur  and follow it');
  await composer(page).evaluate((field: HTMLTextAreaElement) => field.setSelectionRange(5, 5));
  await result.getByRole('button', { name: 'Play: clip.mp4' }).click();
  await expect(result.locator('video')).toHaveJSProperty('paused', false);
  const mark = result.getByRole('button', { name: 'Mark a place: clip.mp4' });
  await mark.click();
  await expect(mark).toHaveAttribute('aria-pressed', 'true');
  await expect(result.locator('video')).toHaveJSProperty('paused', true);

  const stage = result.getByRole('application', { name: 'Place on clip.mp4' });
  await expect(stage).toBeFocused();
  const at = await places(stage, 640, 360);
  await drag(page, at(300, 200), at(420, 240));
  const said = result.locator('.place').getByRole('status');
  expectNear(await numbers(said), [120, 40, 300, 200]);
  // By its inside it is moved, by its corner made larger.
  await drag(page, at(360, 220), at(260, 120));
  expectNear(await numbers(said), [120, 40, 200, 100]);
  await drag(page, at(320, 140), at(360, 180));
  const box = await numbers(said);
  expectNear(box, [160, 80, 200, 100]);
  await expect(stage).toHaveAccessibleName(new RegExp(`^Place on clip.mp4. ${await said.textContent()}`));
  await expectAccessible(page);

  await result.getByRole('button', { name: 'Use this place' }).click();
  const [width, height, left, top] = box;
  const words = `${width}x${height} at ${left},${top}`;
  await expect(composer(page)).toHaveValue(`blur ${words} and follow it`);
  await expect(composer(page)).toBeFocused();
  await expect(stage).toBeHidden();
  // It stays drawn as long as the request names it.
  await expect.poll(() => drawn(result)).toBeGreaterThan(100);
  await composer(page).fill('blur it');
  await expect(result.locator('.places')).toBeHidden();

  await composer(page).fill(`blur ${words} and follow it`);
  await composer(page).press('Enter');
  await lastRun(page);
  await page.getByRole('tab', { name: 'Ways' }).click();
  const solution = page.getByRole('tabpanel').locator('article.solution').first();
  await expect(solution).toContainText('Hide a place');
  const field = solution.getByRole('textbox', { name: 'Place' });
  await expect(field).toHaveValue(words);
  await solution.getByRole('button', { name: 'Choose on the frame' }).click();
  const view = page.getByRole('dialog', { name: 'Place on clip.mp4' });
  expect(await numbers(view.getByRole('status'))).toEqual(box);
  const scrubber = view.getByRole('slider', { name: 'Time of the frame' });
  await scrubber.fill('4');
  await expect(view.locator('video')).toHaveJSProperty('currentTime', 4);
  const large = view.getByRole('application');
  const on = await places(large, 640, 360, 24);
  await drag(page, on(50, 40), on(150, 90));
  const chosen = await numbers(view.getByRole('status'));
  expectNear(chosen, [100, 50, 50, 40]);
  await expectAccessible(page);
  await view.getByRole('button', { name: 'Use this place' }).click();
  await expect(view).toBeHidden();
  await expect(field).toHaveValue(`${chosen[0]}x${chosen[1]} at ${chosen[2]},${chosen[3]}`);
  await expect(field).toBeFocused();
  await page.keyboard.press('Enter');
  const again = await lastRun(page, 2);
  await expect(again.locator('video')).toBeVisible();
});

test('a place that is marked on one of two films is not drawn on the other', async ({ patchbay: page }) => {
  await attach(page, [sample('clip.mp4')]);
  await attach(page, { name: 'other.mp4', mimeType: 'video/mp4', buffer: readFileSync(sample('clip.mp4')) });
  await page.getByRole('tab', { name: 'Things' }).click();
  const bench = page.getByRole('complementary', { name: 'Bench' });
  for (const name of ['clip.mp4', 'other.mp4']) await bench.getByRole('button', { name: `Show: ${name}` }).click();
  const one = bench.locator('figure.result', { has: page.getByRole('slider', { name: 'Position: clip.mp4' }) });
  const other = bench.locator('figure.result', { has: page.getByRole('slider', { name: 'Position: other.mp4' }) });
  await one.getByRole('slider', { name: 'Position: clip.mp4' }).press('m');
  await page.keyboard.press('Space');
  await page.keyboard.press('Enter');
  await expect(composer(page)).toHaveValue(/^\d+x\d+ at \d+,\d+$/);
  await expect.poll(() => drawn(one)).toBeGreaterThan(100);
  await expect(other.locator('video')).toBeVisible();
  await expect(other.locator('.places')).toHaveCount(0);
  // One that is typed is meant on both.
  await composer(page).fill('blur 90x80 at 7,6');
  await expect.poll(() => drawn(other)).toBeGreaterThan(100);
  await expect.poll(() => drawn(one)).toBeGreaterThan(100);
});

test('a film that is stored lying is marked upright, by keys alone', async ({ patchbay: page }) => {
  // As a phone writes it: the track's matrix turns it by a quarter.
  const film = readFileSync(sample('clip.mp4'));
  const matrix = film.indexOf('tkhd') + 44;
  for (const [place, number] of [0, 0x10000, 0, -0x10000, 0, 0].entries())
    film.writeInt32BE(number, matrix + 4 * place);
  await attach(page, { name: 'upright.mp4', mimeType: 'video/mp4', buffer: film });
  const result = await opened(page, 'upright.mp4');
  const timeline = result.getByRole('slider', { name: /^Position/ });
  await timeline.press('ArrowRight');
  await timeline.press('o');
  await timeline.press('m');
  const stage = result.getByRole('application', { name: 'Place on upright.mp4' });
  await expect(stage).toBeFocused();
  const said = result.locator('.place').getByRole('status');
  await page.keyboard.press('Space');
  await expect(said).toHaveText('90 × 160 at 135, 240');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Alt+ArrowRight');
  await page.keyboard.press('Alt+Shift+ArrowUp');
  await expect(said).toHaveText('101 × 159 at 124, 241');
  await page.keyboard.press('Escape');
  await expect(stage).toBeHidden();
  await expect(timeline).toBeFocused();

  // From one bar beside it to the other it is as wide as the film.
  await timeline.press('m');
  const at = await places(stage, 360, 640);
  await drag(page, at(-100, 100), at(460, 300));
  const [width, height, left, top] = await numbers(said);
  expect([width, left]).toEqual([360, 0]);
  expectNear([height ?? 0, top ?? 0], [200, 100]);
  await composer(page).fill('blur');
  await stage.press('Enter');
  await expect(composer(page)).toHaveValue(`blur ${width}x${height} at ${left},${top} from 0:00 to 0:05`);
});

test('a box on a picture begins where the field says', async ({ patchbay: page }) => {
  await ask(page, 'crop photo.jpg to 50%x50% at 25%,25%', 'photo.jpg');
  const solution = page.getByRole('tabpanel').locator('article.solution').first();
  const field = solution.getByRole('textbox', { name: 'Crop to box' });
  await expect(field).toHaveValue('50%x50% at 25%,25%');
  await solution.getByRole('button', { name: 'Choose on the picture' }).click();
  const view = page.getByRole('dialog', { name: 'Place on photo.jpg' });
  await expect(view.getByRole('status')).toHaveText('640 × 427 at 320, 213');
  await page.keyboard.press('Escape');
  await expect(view).toBeHidden();
  await expect(field).toHaveValue('50%x50% at 25%,25%');

  await solution.getByRole('button', { name: 'Choose on the picture' }).click();
  await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('Enter');
  await expect(view).toBeHidden();
  await expect(field).toHaveValue('640x427 at 321,213');
  await expect(field).toBeFocused();
});
