/** A batch of many files: named and saved together, tried again, paused, and looked at as a table. */
import { readFileSync } from 'node:fs';
import { deflateSync } from 'node:zlib';
import type { Locator, Page } from '@playwright/test';
import { composer, expect, expectAccessible, lastRun, sample, test } from './serve';

/** Several files are planned and run for longer than one, the more so beside other work. */
test.describe.configure({ timeout: 300_000 });

const photo = readFileSync(sample('photo.jpg'));
const picture = (name: string, buffer: Buffer = photo) => ({ name, mimeType: 'image/jpeg', buffer });

/** Attaches pictures, sends a request about them, and says yes where it is asked about. */
async function send(page: Page, request: string, files: ReturnType<typeof picture>[]): Promise<void> {
  await page.locator('input[type=file]').setInputFiles(files);
  await composer(page).fill(request);
  await composer(page).press('Enter');
  const asked = page.getByRole('button', { name: 'Run the best way' });
  await expect(asked.or(page.locator('section[data-run]')).first()).toBeVisible({ timeout: 180_000 });
  if (await asked.isVisible()) await asked.click();
}

const five = ['a', 'b', 'c', 'd', 'e'].map((name) => picture(`${name}.jpg`));

test('results are saved under the names of a pattern, which is remembered', async ({ patchbay: page }) => {
  await send(page, 'rotate them all by 90 degrees', five);
  const run = await lastRun(page, 1);
  const pattern = run.getByRole('textbox', { name: 'File names' });
  await expect(pattern).toHaveValue('{name}');
  await pattern.fill('{what}');
  await expect(run.getByRole('status').filter({ hasText: '“{what}”' })).toBeVisible();
  await expect(pattern).toHaveAttribute('aria-invalid', 'true');
  await pattern.fill('{source}-web-{number} {height}px');
  const like = run.getByText(/^Like /);
  await expect(like).toHaveText(/^Like a-web-1 \d+px\.jpg, b-web-2 \d+px\.jpg, …$/);
  await expectAccessible(page);

  const named: string[] = [];
  page.on('download', (download) => named.push(download.suggestedFilename()));
  await pattern.press('Enter');
  await expect.poll(() => named.length).toBe(5);
  expect(named.sort().map((name) => name.replace(/ \d+px/, ''))).toEqual([
    ...['a-web-1.jpg', 'b-web-2.jpg', 'c-web-3.jpg', 'd-web-4.jpg', 'e-web-5.jpg'],
  ]);

  await page.reload();
  await expect(page.getByRole('textbox', { name: 'File names' })).toHaveValue('{source}-web-{number} {height}px');
  await page.getByRole('textbox', { name: 'File names' }).fill('');
  await page.getByRole('textbox', { name: 'File names' }).press('Tab');
  await page.reload();
  await expect(page.getByRole('textbox', { name: 'File names' })).toHaveValue('{name}');
});

/** A PNG of one colour; a broken one has a picture that cannot be unpacked, which its header does not tell. */
function png(width: number, height: number, broken = false): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
    const framed = Buffer.alloc(body.length + 8);
    framed.writeUInt32BE(data.length, 0);
    body.copy(framed, 4);
    framed.writeUInt32BE(crc32(body), body.length + 4);
    return framed;
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const row = Buffer.concat([Buffer.from([0]), Buffer.alloc(width * 3, 120)]);
  const pixels = deflateSync(Buffer.concat(Array.from({ length: height }, () => row)));
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const data = chunk('IDAT', broken ? pixels.fill(0xff, 2) : pixels);
  return Buffer.concat([signature, chunk('IHDR', header), data, chunk('IEND', Buffer.alloc(0))]);
}

function crc32(bytes: Buffer): number {
  let crc = ~0;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
}

const SIX = Array.from({ length: 6 }, (_, place) => picture(`p${place + 1}.png`, png(40 + place, 30, place === 3)));

test('only what failed is tried again, and a table says what came of each', async ({ patchbay: page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await send(page, 'rotate them all by 90 degrees', SIX);
  const first = await lastRun(page, 1);
  await expect(first).toHaveAttribute('data-status', 'partial');
  await first.getByRole('button', { name: 'Table' }).click();
  const table = first.getByRole('table');
  await expect(table.getByRole('row')).toHaveCount(7);
  const failed = table.getByRole('row').filter({ hasText: 'p4.png' });
  await expect(failed).toContainText('failed:');
  await expect(table.getByRole('row').filter({ hasText: 'p1' })).toContainText('made');
  await expect(table.getByRole('row').filter({ hasText: 'p1' })).toContainText('30 × 40');

  // What failed comes first.
  await table.getByRole('columnheader', { name: 'State' }).getByRole('button').press('Enter');
  await expect(table.getByRole('rowheader').first()).toHaveText('p4.png');
  await first.getByRole('button', { name: 'Copy as CSV' }).click();
  await expect(first.getByRole('status').filter({ hasText: 'Copied' })).toBeAttached();
  const lines = (await page.evaluate(() => navigator.clipboard.readText())).trim().split(/\r?\n/);
  expect(lines).toHaveLength(7);
  expect(lines[1]).toMatch(/^p4\.png,picture,,,,,,"?failed: /);
  expect(lines[2]).toMatch(/,30,40,,\d+,\d+,made$/);
  await expectAccessible(page);

  // It fails for the same reason once more, after which no third time is offered; what was made is the same.
  const made = async (run: Locator) => {
    await run.getByRole('button', { name: 'Grid' }).click();
    const tiles = run.getByRole('list', { name: '5 results' }).locator('[data-artifact]');
    return tiles.evaluateAll((all) => all.map((one) => (one as HTMLElement).dataset.artifact));
  };
  const before = await made(first);
  await first.getByRole('button', { name: 'Try the 1 failed again' }).click();
  const second = await lastRun(page, 2);
  await expect(second).toHaveAttribute('data-status', 'partial');
  expect(await made(second)).toEqual(before);
  await expect(page.getByRole('button', { name: 'Try the 1 failed again' })).toHaveCount(0);
});

test('a run is paused by the keyboard and goes on', async ({ patchbay: page }) => {
  const large = png(2400, 1800);
  const many = Array.from({ length: 24 }, (_, place) => picture(`large${place + 1}.png`, large));
  await send(page, 'rotate them all by 90 degrees', many);
  const run = page.locator('section[data-run]');
  await run.getByRole('button', { name: 'Pause' }).press('Enter');
  await expect(run.getByRole('status').filter({ hasText: 'Paused.' })).toBeVisible();
  // What runs ends, and then nothing moves: the sign of it is that a reload shows the same.
  const steps = run.getByRole('list', { name: 'Steps' });
  await steps.getByRole('button').first().click();
  await expect(steps.getByRole('progressbar')).toHaveCount(1);
  await expect(steps.getByText('waiting').first()).toBeVisible();
  await page.reload();
  await expect(run.getByRole('button', { name: 'Continue' })).toBeVisible();
  await expect(run).toHaveAttribute('data-status', 'running');
  await expectAccessible(page);
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').fill('continue what is paused');
  await page.keyboard.press('Enter');
  await expect(run.getByRole('button', { name: 'Pause' })).toBeVisible();
  await lastRun(page, 1);
  await expect(run).toHaveAttribute('data-status', 'done');
});
