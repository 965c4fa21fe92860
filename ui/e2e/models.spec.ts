import { attach, composer, expect, expectAccessible, sample, test } from './serve';

test('what a way lacks comes on one click, and the way runs', async ({ patchbay: page, hub }) => {
  await attach(page, sample('photo.jpg'));
  await composer(page).fill('make a depth map of photo.jpg');
  await composer(page).press('Shift+Enter');
  const solution = page.getByRole('tabpanel').locator('article.solution').first();
  await expect(solution).toContainText('Depth Anything V2 Small');
  hub.held = true;
  await solution.getByRole('button', { name: /^Get .* and run$/ }).click();
  await expect(solution.getByRole('progressbar')).toBeVisible();
  await expectAccessible(page);
  await solution.getByRole('button', { name: 'Pause' }).click();
  await expect(solution.getByRole('progressbar')).toHaveCount(0);
  await expect(page.locator('section[data-run]')).toHaveCount(0);
  hub.held = false;
  await solution.getByRole('button', { name: /^Get .* and run$/ }).click();
  const run = page.locator('section[data-run]').last();
  await expect(run.locator('img').first()).toBeVisible({ timeout: 60_000 });
  await run.getByRole('button', { name: 'How', exact: true }).click();
  await expect(run.locator('.how')).toContainText('Depth Anything V2 Small');
});

test('models are listed, verified, removed and got again', async ({ patchbay: page }) => {
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog', { name: 'Commands' }).getByRole('combobox').fill('local models');
  await page.keyboard.press('Enter');
  const list = page.getByRole('dialog', { name: 'Local models' });
  const model = list.locator('[data-model="depth-anything-v2-small"]');
  await expect(model).toContainText('Apache-2.0');
  await expectAccessible(page);
  if (await model.getByText('on this computer').isVisible()) {
    await model.getByRole('button', { name: 'Remove…' }).click();
    await model.getByRole('button', { name: 'Remove', exact: true }).click();
  }
  await model.getByRole('button', { name: /^Get/ }).click();
  await expect(model.getByText('on this computer')).toBeVisible();
  await model.getByRole('button', { name: 'Verify' }).click();
  await expect(model.getByRole('status')).toHaveText('Every file is as it came.');
  await list.getByRole('checkbox').check();
  await expect(list.locator('[data-model="mobile-sam"]').getByRole('button', { name: /^Get/ })).toBeDisabled();
  await list.getByRole('checkbox').uncheck();
});
