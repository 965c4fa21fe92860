import type { Page } from '@playwright/test';
import { ask, attach, composer, expect, sample, test } from './serve';

async function openPointing(page: Page) {
  await attach(page, sample('photo.jpg'));
  await page.locator('form.composer button.chip').click();
  const view = page.getByRole('dialog', { name: 'Pointing at photo.jpg' });
  await expect(view).toBeVisible();
  await expect(view.getByRole('status')).toHaveText('Click on what you mean, or drag a box around it');
  return view;
}

async function middle(page: Page) {
  const box = await page.getByRole('application').getByRole('img').boundingBox();
  if (!box) throw new Error('the picture is not shown');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2, box };
}

test('points include and exclude, are undone, and become a region for the next request', async ({ patchbay: page }) => {
  const view = await openPointing(page);
  const { x, y } = await middle(page);
  const status = view.getByRole('status');
  await page.mouse.click(x, y);
  await expect(status).toHaveText(/^Point 1, include: the mask covers .* %/);
  await page.mouse.click(x + 60, y, { button: 'right' });
  await expect(status).toHaveText(/^Point 2, exclude/);
  await page.keyboard.press('Control+z');
  await expect(status).toHaveText(/^The mask covers/);
  await page.keyboard.press('Control+Shift+z');
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Enter');

  await expect(view).toBeHidden();
  await expect(page.locator('form.composer').getByText('region 1 of photo.jpg')).toBeVisible();
  await composer(page).fill('cut this out');
  await composer(page).press('Enter');
  const run = page.locator('section[data-run]').last();
  await expect(run.locator('figure.result img')).toBeVisible({ timeout: 60_000 });
});

test('a region is kept that is asked for before its mask is there', async ({ patchbay: page }) => {
  const view = await openPointing(page);
  const { x, y } = await middle(page);
  const held: (() => Promise<void>)[] = [];
  await page.route('**/api/call/segment', (route) => void held.push(() => route.continue()));
  await page.mouse.click(x, y);
  await expect.poll(() => held.length).toBe(1);
  await page.keyboard.press('Enter');
  await expect(view).toBeVisible();
  for (const answer of held) await answer();
  await expect(view).toBeHidden();
  await expect(page.locator('form.composer').getByText('region 1 of photo.jpg')).toBeVisible();
  await expect(composer(page)).toBeFocused();
});

test('a drag draws a box, a click on a point removes it, escape leaves', async ({ patchbay: page }) => {
  const view = await openPointing(page);
  const { x, y } = await middle(page);
  const status = view.getByRole('status');
  await page.mouse.move(x - 80, y - 80);
  await page.mouse.down();
  await page.mouse.move(x + 80, y + 80, { steps: 5 });
  await page.mouse.up();
  await expect(status).toHaveText(/^Box: the mask covers/);
  await page.keyboard.press('Control+z');
  await expect(status).toHaveText('Click on what you mean, or drag a box around it');

  await page.mouse.click(x, y);
  await expect(status).toHaveText(/^Point 1/);
  await page.mouse.click(x, y);
  await expect(status).toHaveText('Click on what you mean, or drag a box around it');
  await page.keyboard.press('Escape');
  await expect(view).toBeHidden();
  await expect(page.locator('form.composer button.chip')).toBeFocused();
});

test('everything works by keyboard', async ({ patchbay: page }) => {
  await attach(page, sample('photo.jpg'));
  await expect(page.locator('form.composer button.chip')).toBeVisible();
  await page.getByRole('log').focus();
  await page.keyboard.press('p');
  const view = page.getByRole('dialog', { name: 'Pointing at photo.jpg' });
  const status = view.getByRole('status');
  await expect(status).toHaveText('Click on what you mean, or drag a box around it');
  await page.keyboard.press('ArrowRight');
  await expect(status).toHaveText(/^Crosshair at/);
  await page.keyboard.press('Space');
  await expect(status).toHaveText(/^Point 1, include/);
  await page.keyboard.press('i');
  await expect(view.getByRole('button', { name: 'Invert' })).toHaveAttribute('aria-pressed', 'true');
  await page.keyboard.press('i');
  await page.keyboard.press('n');
  await expect(status).toHaveText('region 1 of photo.jpg was added to your request');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Space');
  await expect(status).toHaveText(/^Point 1, include/);
  await page.keyboard.press('Enter');
  await expect(page.locator('form.composer').getByText('region 2 of photo.jpg')).toBeVisible();
});

test('the wheel zooms at the pointer', async ({ patchbay: page }) => {
  await openPointing(page);
  const before = await middle(page);
  const at = { x: before.box.x + before.box.width * 0.25, y: before.box.y + before.box.height * 0.25 };
  await page.mouse.move(at.x, at.y);
  await page.mouse.wheel(0, -400);
  await expect.poll(async () => (await middle(page)).box.width).toBeGreaterThan(before.box.width * 1.2);
  const after = (await middle(page)).box;
  expect((at.x - after.x) / after.width).toBeCloseTo(0.25, 2);
  expect((at.y - after.y) / after.height).toBeCloseTo(0.25, 2);
});

test('a result can be pointed at', async ({ patchbay: page }) => {
  const run = await ask(page, 'make photo.jpg black and white', 'photo.jpg');
  await run.locator('figure.result button.open').click();
  await expect(page.getByRole('dialog', { name: /^Pointing at/ })).toBeVisible();
});
