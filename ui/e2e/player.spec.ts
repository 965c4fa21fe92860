/** A film and a sound in their player: frame by frame, faster and slower, and a part of them in a request. */
import type { Locator, Page } from '@playwright/test';
import { ask, attach, composer, expect, expectAccessible, sample, test } from './serve';

/** Attaches a sample and opens it among the things. Gives its part of the page. */
async function opened(page: Page, name: string): Promise<Locator> {
  await attach(page, sample(name));
  await page.getByRole('tab', { name: 'Things' }).click();
  const bench = page.getByRole('complementary', { name: 'Bench' });
  await bench.getByRole('button', { name: `Show: ${name}` }).click();
  return bench.locator('figure.result');
}

const timeline = (result: Locator) => result.getByRole('slider', { name: /^Position/ });
const element = (result: Locator) => result.locator('video');

/** Where a film is, in seconds. */
function timeOf(film: Locator): Promise<number> {
  return film.evaluate((video: HTMLVideoElement) => video.currentTime);
}

/** Whether there is grass at the lower edge of a film's first, middle and last small frame. */
function greens(strip: Locator): Promise<boolean[]> {
  return strip.evaluate((canvas: HTMLCanvasElement) => {
    const context = canvas.getContext('2d');
    return [0.1, 0.5, 0.9].map((share) => {
      const [, green = 0, blue = 0] = context?.getImageData(canvas.width * share, canvas.height - 4, 1, 1).data ?? [];
      return green > blue;
    });
  });
}

test('a film is stepped through by frames, and the time says which one is shown', async ({ patchbay: page }) => {
  const result = await opened(page, 'clip.mp4');
  const film = element(result);
  await expect.poll(() => film.evaluate((video: HTMLVideoElement) => video.readyState)).toBeGreaterThan(0);
  await expect(result.getByText('frame 0', { exact: true })).toBeVisible();
  await timeline(result).focus();
  for (let step = 0; step < 3; step += 1) await page.keyboard.press('.');
  await expect(result.getByText('frame 3', { exact: true })).toBeVisible();
  await expect(result.getByText('0:00.12 / 0:08.00')).toBeVisible();
  expect(await timeOf(film)).toBeCloseTo(0.121, 2);
  await page.keyboard.press(',');
  await expect(result.getByText('frame 2', { exact: true })).toBeVisible();
  await result.getByRole('button', { name: 'One frame forward: clip.mp4' }).click();
  await expect(result.getByText('frame 3', { exact: true })).toBeVisible();

  // A step stops what plays; the last frame is the last.
  await timeline(result).press('Space');
  await expect.poll(() => timeOf(film)).toBeGreaterThan(0.3);
  await page.keyboard.press('.');
  await expect(film).toHaveJSProperty('paused', true);
  await page.keyboard.press('End');
  await page.keyboard.press('.');
  await expect(result.getByText('frame 199', { exact: true })).toBeVisible();
  await page.keyboard.press('Home');
  await page.keyboard.press(',');
  await expect(result.getByText('frame 0', { exact: true })).toBeVisible();
});

test('a film whose bench is folded away stops, and keeps its time and its range', async ({ patchbay: page }) => {
  const result = await opened(page, 'clip.mp4');
  // What is hidden has no role to be found by.
  const film = page.locator('aside.bench figure.result video');
  await expect.poll(() => film.evaluate((video: HTMLVideoElement) => video.readyState)).toBeGreaterThan(0);
  await timeline(result).focus();
  for (const key of ['.', '.', 'i', 'ArrowRight', 'o', 'Space']) await page.keyboard.press(key);
  const range = result.locator('.range').getByRole('status');
  const marked = (await range.textContent()) ?? '';
  expect(marked).toMatch(/0:05\.08/);
  await expect(film).toHaveJSProperty('paused', false);
  await page.keyboard.press('Control+b');
  await expect(result).toBeHidden();
  await expect(film).toHaveJSProperty('paused', true);
  const left = await timeOf(film);
  await page.keyboard.press('Control+b');
  await expect(result).toBeVisible();
  await expect(range).toHaveText(marked);
  expect(await timeOf(film)).toBeCloseTo(left, 1);
  await expect(result.getByRole('button', { name: 'Play: clip.mp4' })).toBeVisible();
});

test('J, K and L go back, stop and play, faster with every press', async ({ patchbay: page }) => {
  const result = await opened(page, 'clip.mp4');
  const film = element(result);
  const speed = result.getByRole('combobox', { name: 'Speed: clip.mp4' });
  await timeline(result).focus();
  await page.keyboard.press('l');
  await expect(film).toHaveJSProperty('paused', false);
  await page.keyboard.press('l');
  await page.keyboard.press('l');
  await expect(film).toHaveJSProperty('playbackRate', 4);
  await expect(speed).toHaveValue('4');
  await page.keyboard.press('k');
  await expect(film).toHaveJSProperty('paused', true);
  await expect(speed).toHaveValue('1');

  await page.keyboard.press('End');
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await expect(result.getByText('−2×')).toBeVisible();
  await expect.poll(() => timeOf(film)).toBeLessThan(7);
  await page.keyboard.press('k');
  await expect(result.getByText('−2×')).toBeHidden();

  await speed.selectOption('0.25');
  await expect(film).toHaveJSProperty('playbackRate', 0.25);
  // Keys work wherever the focus is in the player, but for those that the control has itself.
  await speed.press('l');
  await expect(film).toHaveJSProperty('paused', false);
});

for (const { name, form } of [
  { name: 'clip.mp4', form: /^cut out 0:0[23]\.\d\d to 0:0[67]\.\d\d of clip\.mp4$/ },
  { name: 'voice.wav', form: /^cut out 0:01\.\d\d to 0:0[23]\.\d\d of voice\.wav$/ },
]) {
  test(`a marked part of ${name} is named in the request`, async ({ patchbay: page }) => {
    const result = await opened(page, name);
    await page.getByRole('button', { name: `Remove ${name} from the request` }).click();
    const line = timeline(result);
    const end = Number(await line.getAttribute('aria-valuemax'));
    await line.click({ position: { x: ((await line.boundingBox())?.width ?? 0) * 0.35, y: 8 } });
    await page.waitForFunction(
      (least) => Number(document.querySelector('figure [role=slider]')?.getAttribute('aria-valuenow')) > least,
      end * 0.3,
    );
    await line.press('i');
    await line.click({ position: { x: ((await line.boundingBox())?.width ?? 0) * 0.8, y: 8 } });
    await line.press('o');
    const clear = result.getByRole('button', { name: `Clear the range: ${name}` });
    await expect(clear).toBeVisible();
    await composer(page).fill('cut out then');
    await composer(page).evaluate((field: HTMLTextAreaElement) => field.setSelectionRange(8, 12));
    await line.press('u');
    await expect(composer(page)).toHaveValue(form);
    await expect(composer(page)).toBeFocused();
    await expect(page.getByRole('button', { name: `Remove ${name} from the request` })).toBeVisible();
    await expectAccessible(page);

    // Both the key and the button take the range away.
    await line.press('Escape');
    await expect(clear).toBeHidden();
    await line.press('i');
    await clear.click();
    await expect(clear).toBeHidden();
    await expect(result.getByRole('button', { name: 'Use this part' })).toBeHidden();
  });
}

test('a request takes the part that was marked', async ({ patchbay: page }) => {
  const result = await opened(page, 'clip.mp4');
  await timeline(result).press('ArrowRight');
  await timeline(result).press('o');
  await composer(page).fill('keep');
  await result.getByRole('button', { name: 'Use this part' }).click();
  await expect(composer(page)).toHaveValue('keep 0:00 to 0:05 of clip.mp4');
  const run = await ask(page, await composer(page).inputValue());
  await expect(run.locator('video')).toBeVisible();
  const made = run.locator('video');
  await expect.poll(() => made.evaluate((video: HTMLVideoElement) => video.duration)).toBeCloseTo(5, 1);
});

test('frames and sound of a film stand under it, and a click there seeks', async ({ patchbay: page }) => {
  const result = await opened(page, 'clip.mp4');
  const strip = result.locator('canvas');
  await expect.poll(() => greens(strip)).toEqual([true, true, true]);
  await expect(result.locator('svg path.rest')).toBeVisible();

  const box = await strip.boundingBox();
  await strip.click({ position: { x: (box?.width ?? 0) / 2, y: 10 } });
  await expect.poll(() => timeOf(element(result))).toBeCloseTo(4, 0);
  await timeline(result).press('i');
  const range = await result.locator('.timeline .range').boundingBox();
  expect(range?.x).toBeCloseTo((box?.x ?? 0) + (box?.width ?? 0) / 2, -1);
  expect(range?.height).toBeGreaterThan(box?.height ?? 0);
});

test('the strip of a film is not made before it comes into view', async ({ patchbay: page }) => {
  await page.setViewportSize({ width: 1280, height: 400 });
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('waveform=')) asked.push(request.url());
  });
  const text = (number: number) => ({
    name: `note ${number}.txt`,
    mimeType: 'text/plain',
    buffer: Buffer.from('words'),
  });
  await attach(page, Array.from({ length: 9 }, (_, number) => text(number)) as never);
  await expect(page.getByRole('button', { name: '9 files' })).toBeVisible();
  await attach(page, sample('clip.mp4'));
  await page.getByRole('tab', { name: 'Things' }).click();
  const show = page.getByRole('button', { name: 'Show: clip.mp4' });
  await show.evaluate((button: HTMLElement) => button.click());
  const result = page.locator('figure.result');
  await expect.poll(() => element(result).evaluate((video: HTMLVideoElement) => video.readyState)).toBeGreaterThan(0);
  expect(asked).toEqual([]);
  await expect(result.locator('canvas')).toHaveCount(0);
  await timeline(result).scrollIntoViewIfNeeded();
  await expect.poll(() => greens(result.locator('canvas'))).toEqual([true, true, true]);
  await expect.poll(() => asked.length).toBe(1);
});

test('many films are small, and only the one that is picked gets a strip', async ({ patchbay: page }) => {
  const run = await ask(page, 'split clip.mp4 into 6 parts', 'clip.mp4');
  const tiles = run.getByRole('list', { name: '6 results' }).getByRole('button');
  await expect(tiles).toHaveCount(6);
  await expect(run.locator('canvas')).toHaveCount(0);
  await tiles.nth(2).click();
  await expect(run.locator('canvas')).toHaveCount(1);
});

test('a film shows its first frame while its poster is made', async ({ patchbay: page }) => {
  let serve = () => {};
  const wanted = new Promise<void>((resolve) => {
    serve = resolve;
  });
  await page.route(/thumbnail=960/, async (route) => {
    await wanted;
    await route.continue();
  });
  const film = element(await opened(page, 'clip.mp4'));
  await expect.poll(() => film.evaluate((video: HTMLVideoElement) => video.readyState)).toBeGreaterThan(1);
  await expect(film).not.toHaveAttribute('poster');
  serve();
  await expect(film).toHaveAttribute('poster', /thumbnail=960/);
});
