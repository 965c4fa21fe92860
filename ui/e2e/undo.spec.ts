import { ask, composer, expect, test } from './serve';

const SQUARE = 'rotate photo.jpg 90 degrees';

test('a key takes the last request back, and brings it back', async ({ patchbay: page }) => {
  const run = await ask(page, SQUARE, 'photo.jpg');
  await expect(run.locator('figure.result img')).toBeVisible();
  const log = page.getByRole('log');

  await composer(page).press('Control+z');
  await expect(log).toContainText(`“${SQUARE}” was taken back.`);
  await expect(log.locator('figure.result')).toHaveCount(0);
  await expect(page.getByRole('status').filter({ hasText: 'Undone' })).toBeVisible();

  await composer(page).press('Control+Shift+z');
  await expect(log.locator('figure.result img')).toBeVisible();

  // Words in the composer are what the key takes back there.
  await composer(page).pressSequentially('abc');
  await composer(page).press('Control+z');
  await expect(log.locator('figure.result img')).toBeVisible();
});

test('words take the last request back, and what follows works on what was there before', async ({
  patchbay: page,
}) => {
  await ask(page, SQUARE, 'photo.jpg');
  await ask(page, 'make it black and white');
  const log = page.getByRole('log');
  // What else it can mean is not told unasked where it was done.
  await expect(log.getByRole('button', { name: 'I meant something else' })).toBeVisible();
  await expect(log).not.toContainText(/Did you mean|no other way/);
  await composer(page).fill('undo that');
  await composer(page).press('Enter');
  await expect(log).toContainText('I took “make it black and white” back.');
  await expect(log.locator('figure.result')).toHaveCount(1);

  const answer = page.getByRole('group', { name: 'Patchbay answered' }).last();
  await answer.getByRole('button', { name: 'Bring it back' }).click();
  await expect(log.locator('figure.result')).toHaveCount(2);
  await expect(answer.getByRole('button', { name: 'Bring it back' })).toHaveCount(0);

  await page.reload();
  await expect(log.locator('figure.result')).toHaveCount(2);
});

test('a request is changed and sent again in place of the one of before', async ({ patchbay: page }) => {
  await ask(page, SQUARE, 'photo.jpg');
  await composer(page).fill('something else');
  await page.getByRole('button', { name: 'Change the request and send it again' }).click();
  await expect(composer(page)).toHaveValue(SQUARE);
  await expect(page.locator('form.composer button.chip')).toBeVisible();
  await composer(page).press('Escape');
  await expect(composer(page)).toHaveValue('something else');

  await page.getByRole('button', { name: 'Change the request and send it again' }).click();
  await composer(page).fill('rotate photo.jpg 180 degrees');
  await composer(page).press('Enter');
  const log = page.getByRole('log');
  await expect(log).toContainText(`“${SQUARE}” was taken back.`);
  await expect(log.locator('figure.result img')).toHaveCount(1);
  await expect(log.locator('figure.result img')).toBeVisible();
  await expect(composer(page)).toHaveValue('something else');
});
