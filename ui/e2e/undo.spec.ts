import { ask, attach, composer, expect, expectAccessible, lastRun, sample, test } from './serve';

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

test('a value that has yet to run is taken back by key, and words that are typed by the field itself', async ({
  patchbay: page,
}) => {
  await ask(page, SQUARE, 'photo.jpg');
  const log = page.getByRole('log');
  const solution = page.getByRole('tabpanel').locator('article.solution').first();
  const rotation = solution.getByRole('spinbutton', { name: 'Rotation' });
  const again = solution.getByRole('button', { name: 'Run again with these' });
  await rotation.fill('45');
  await rotation.press('Tab');
  await expect(again).toBeVisible();
  await page.keyboard.press('Control+z');
  await expect(rotation).toHaveValue('90');
  await expect(again).toHaveCount(0);
  await expect(page.getByRole('status').filter({ hasText: 'Undone: setting 45° rotation' })).toBeVisible();
  await page.keyboard.press('Control+Shift+z');
  await expect(rotation).toHaveValue('45');

  // Typed words are the field's own, until it takes them.
  await rotation.focus();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('12');
  await page.keyboard.press('Control+z');
  await expect(rotation).toHaveValue('45');
  await page.keyboard.press('Control+a');
  await page.keyboard.type('12');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Shift+Tab');
  await expect(rotation).toBeFocused();
  await expect(rotation).toHaveValue('12');
  await page.keyboard.press('Control+z');
  await expect(rotation).toHaveValue('45');

  // A slider has no words.
  const slider = solution.getByRole('slider', { name: 'Rotation' });
  await slider.press('ArrowRight');
  await slider.press('ArrowRight');
  await expect(rotation).toHaveValue('47');
  await slider.press('Control+z');
  await expect(rotation).toHaveValue('45');

  await slider.press('Control+z');
  await expect(rotation).toHaveValue('90');
  await slider.press('Control+z');
  await expect(log).toContainText(`“${SQUARE}” was taken back.`);
});

test('a region that was pointed at is taken back and brought back', async ({ patchbay: page }) => {
  await attach(page, sample('photo.jpg'));
  await page.locator('form.composer button.chip').click();
  const view = page.getByRole('dialog', { name: 'Pointing at photo.jpg' });
  const picture = await view.getByRole('application').getByRole('img').boundingBox();
  if (!picture) throw new Error('the picture is not shown');
  await page.mouse.click(picture.x + picture.width / 2, picture.y + picture.height / 2);
  await expect(view.getByRole('status')).toHaveText(/^Point 1, include/);
  await page.keyboard.press('Enter');
  const region = page.locator('form.composer').getByText('region 1 of photo.jpg');
  await expect(region).toBeVisible();
  const toast = page.getByRole('status').filter({ hasText: 'region 1 of photo.jpg was added to your request' });
  await toast.getByRole('button', { name: 'Undo' }).click();
  await expect(region).toHaveCount(0);
  await composer(page).press('Control+Shift+z');
  await expect(region).toBeVisible();
  await composer(page).press('Control+z');
  await expect(region).toHaveCount(0);

  await composer(page).press('Control+Shift+z');
  await page.getByRole('tab', { name: 'Things' }).click();
  const options = page.getByRole('button', { name: 'Options for region 1 of photo.jpg' });
  await options.click();
  await page.getByRole('menuitem', { name: 'Rename…' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('the sky');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Options for the sky' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await expect(options).toHaveCount(0);
  const things = page.getByRole('tabpanel');
  await composer(page).press('Control+z');
  await expect(things.getByText('the sky')).toBeVisible();
  await composer(page).press('Control+z');
  await expect(options).toHaveCount(1);
});

test('a request is deleted with what it made, and comes back', async ({ patchbay: page }) => {
  await ask(page, SQUARE, 'photo.jpg');
  await ask(page, 'make it black and white');
  await lastRun(page, 2);
  const log = page.getByRole('log');
  const remove = log.getByRole('button', { name: 'Delete the request and what it made' });
  await remove.last().focus();
  await page.keyboard.press('Enter');
  await expect(log).not.toContainText('make it black and white');
  await expect(composer(page)).toBeFocused();
  const toast = page.getByRole('status').filter({ hasText: '“make it black and white” was deleted.' });
  await toast.getByRole('button', { name: 'Undo' }).click();
  await expect(log.locator('figure.result img')).toHaveCount(2);
  await expectAccessible(page);

  // What a later request works on stays.
  await remove.first().click();
  await expect(log).not.toContainText(SQUARE);
  await expect(page.getByRole('status').filter({ hasText: 'stays: a later request uses it.' })).toBeVisible();
  await expect(log.locator('figure.result img')).toHaveCount(1);
  await page.getByRole('tab', { name: 'Things' }).click();
  await expect(page.getByRole('tabpanel').getByText('photo_edited.jpg', { exact: true })).toBeVisible();
  await page.reload();
  await expect(log.locator('figure.result img')).toHaveCount(1);
  await expect(log).not.toContainText(SQUARE);
  await expect(page.getByRole('navigation', { name: 'Conversations' })).toContainText('make it black and white');
});
