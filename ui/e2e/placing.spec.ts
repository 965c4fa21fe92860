/** What is laid over a film or a picture is dragged into place on it, and lies there in the result. */
import { crc32, deflateSync } from 'node:zlib';
import type { Locator, Page } from '@playwright/test';
import { attach, composer, expect, expectAccessible, lastRun, sample, test } from './serve';
import { drag, places } from './stage';

/** A green picture of 120 × 60 pixels. */
function logo(): { name: string; mimeType: string; buffer: Buffer } {
  const part = (kind: string, content: Buffer) => {
    const body = Buffer.concat([Buffer.from(kind), content]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(content.length);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, sum]);
  };
  const size = Buffer.from([0, 0, 0, 120, 0, 0, 0, 60, 8, 2, 0, 0, 0]);
  const rows = Buffer.concat(
    Array.from({ length: 60 }, () => Buffer.from([0, ...Array(120).fill([0, 220, 0]).flat()])),
  );
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const buffer = [signature, part('IHDR', size), part('IDAT', deflateSync(rows)), part('IEND', Buffer.alloc(0))];
  return { name: 'logo.png', mimeType: 'image/png', buffer: Buffer.concat(buffer) };
}

/** Runs a request, whether or not it has to be said first that it was meant so, and gives the best way's card. */
async function run(page: Page, request: string, files: Parameters<Locator['setInputFiles']>[0][]): Promise<Locator> {
  for (const file of files) await attach(page, file);
  await expect(page.locator('form.composer').getByText('logo.png')).toBeVisible();
  await composer(page).fill(request);
  await composer(page).press('Enter');
  const yes = page.getByRole('button', { name: 'Run the best way' });
  await expect(yes.or(page.locator('section[data-run]')).first()).toBeVisible();
  if (await yes.isVisible()) await yes.click();
  await lastRun(page);
  await page.getByRole('tab', { name: 'Ways' }).click();
  return page.getByRole('tabpanel').locator('article.solution').first();
}

/** The colour of a pixel of a picture or of a film's frame that is shown. */
function pixel(shown: Locator, x: number, y: number): Promise<number[]> {
  return shown.evaluate(
    async (media: HTMLImageElement | HTMLVideoElement, [x, y]) => {
      if (media instanceof HTMLVideoElement && media.readyState < 2) {
        media.preload = 'auto';
        await new Promise((loaded) => media.addEventListener('loadeddata', loaded, { once: true }));
      }
      const [width, height] =
        media instanceof HTMLVideoElement
          ? [media.videoWidth, media.videoHeight]
          : [media.naturalWidth, media.naturalHeight];
      const canvas = new OffscreenCanvas(width, height);
      const context = canvas.getContext('2d');
      context?.drawImage(media, 0, 0);
      return Array.from(context?.getImageData(x, y, 1, 1).data ?? []).slice(0, 3);
    },
    [x, y] as const,
  );
}

async function isGreen(shown: Locator, x: number, y: number): Promise<boolean> {
  const [red = 255, green = 0, blue = 255] = await pixel(shown, x, y);
  return green > 150 && red < 90 && blue < 90;
}

test('a logo is dragged to another place on a frame, made larger, and lies there in the film', async ({
  patchbay: page,
}) => {
  const solution = await run(page, 'put the logo logo.png on clip.mp4', [logo(), sample('clip.mp4')]);
  await expect(solution).toContainText('Put a picture on a video');
  await solution.getByText('More', { exact: true }).click();
  const open = solution.getByRole('button', { name: 'Place it on the frame…' }).first();
  await open.click();
  const view = page.getByRole('dialog', { name: 'logo.png on clip.mp4' });
  const said = view.getByRole('status');
  await expect(said).toHaveText('bottom right, 160 × 80');
  const stage = view.getByRole('application');
  await expect(stage).toBeFocused();
  const scrubber = view.getByRole('slider', { name: 'Time of the frame' });
  await page.keyboard.press('.');
  await expect(scrubber).toHaveValue('0.04');
  await expectAccessible(page);

  // It lies where it is dropped, and its corner makes it larger there.
  const at = await places(stage, 640, 360, 24);
  await drag(page, at(540, 300), at(150, 90));
  await expect(said).toHaveText(/^160 × 80 at 8\d, 6\d$/);
  await drag(page, at(243, 143), at(403, 223));
  await expect(said).toHaveText(/^3(19|2\d) × 1(59|6\d) at 8\d, 6\d$/);
  await expect(stage).toHaveAccessibleName(/logo.png on clip.mp4. 3/);
  await page.keyboard.press('Escape');
  await expect(view).toBeHidden();
  const exact = solution.getByRole('textbox', { name: 'Exact place' });
  await expect(exact).toHaveValue('');

  await open.click();
  await drag(page, at(540, 300), at(150, 90));
  await drag(page, at(243, 143), at(403, 223));
  await page.keyboard.press('Enter');
  await expect(view).toBeHidden();
  await expect(exact).toHaveValue(/^3(19|2\d)x1(59|6\d) at 8\d,6\d$/);
  await solution.getByRole('button', { name: 'Run again with these' }).click();
  const again = await lastRun(page, 2);
  const film = again.locator('video');
  await expect(film).toBeVisible();
  expect(await isGreen(film, 100, 80)).toBe(true);
  expect(await isGreen(film, 385, 205)).toBe(true);
  expect(await isGreen(film, 70, 56)).toBe(false);
  expect(await isGreen(film, 425, 240)).toBe(false);
});

test('a logo lies anywhere on a picture, or snaps to a place', async ({ patchbay: page }) => {
  const solution = await run(page, 'put the logo logo.png on photo.jpg', [logo(), sample('photo.jpg')]);
  await expect(solution).toContainText('Put a picture on a picture');
  await solution.getByText('More', { exact: true }).click();
  const open = solution.getByRole('button', { name: 'Place it on the picture…' }).first();
  await open.click();
  const view = page.getByRole('dialog', { name: 'logo.png on photo.jpg' });
  const said = view.getByRole('status');
  await expect(said).toHaveText('bottom right, 320 × 160');
  const at = await places(view.getByRole('application'), 1280, 853, 24);
  // Near the middle it snaps; with Alt it does not.
  await drag(page, at(1100, 750), at(645, 430));
  await expect(said).toHaveText('middle, 320 × 160');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Shift+ArrowDown');
  await expect(said).toHaveText('320 × 160 at 481, 357');
  await page.keyboard.down('Alt');
  await drag(page, at(640, 430), at(648, 428));
  await page.keyboard.up('Alt');
  await expect(said).toHaveText(/^320 × 160 at 4(8[6-9]|9[0-2]), 35\d$/);
  const [x = 0, y = 0] = ((await said.textContent())?.match(/\d+/g) ?? []).slice(2).map(Number);
  await page.keyboard.press('Enter');
  await expect(view).toBeHidden();
  await expect(solution.getByRole('textbox', { name: 'Exact place' })).toHaveValue(`320x160 at ${x},${y}`);
  await expect(open).toBeFocused();
  await solution.getByRole('button', { name: 'Run again with these' }).click();
  const picture = (await lastRun(page, 2)).locator('img[alt*="photo"]').first();
  await expect(picture).toBeVisible();
  // It is shown smaller than it is: as shares of its sides.
  const [wide, high] = await picture.evaluate((image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight]);
  const near = (left: number, top: number) =>
    isGreen(picture, Math.round((left / 1280) * (wide ?? 0)), Math.round((top / 853) * (high ?? 0)));
  expect(await near(x + 10, y + 10)).toBe(true);
  expect(await near(x + 310, y + 150)).toBe(true);
  expect(await near(x - 12, y + 80)).toBe(false);
  expect(await near(x + 332, y + 80)).toBe(false);

  // A place that has a name counts again once it is chosen.
  await solution.getByRole('radio', { name: 'top left' }).click();
  await expect(solution.getByRole('textbox', { name: 'Exact place' })).toHaveValue('');
});
