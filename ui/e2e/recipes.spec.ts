import { readFileSync } from 'node:fs';
import { ask, attach, composer, expect, expectAccessible, lastRun, sample, test } from './serve';

test('what was done to one picture is done to two others with a recipe', async ({ patchbay: page }) => {
  const run = await ask(page, 'make it black and white and rotate it 90 degrees', 'photo.jpg');
  await run.getByRole('button', { name: 'Keep as a recipe…' }).click();
  const keep = page.getByRole('dialog', { name: 'Keep as a recipe' });
  await expect(keep.getByLabel('Name of the recipe')).toHaveValue('Edit a picture');
  await expectAccessible(page);
  await keep.getByLabel('Name of the recipe').fill('Grey and upright');
  await page.keyboard.press('Enter');
  await expect(keep).toHaveCount(0);

  const toast = page.getByRole('status').filter({ hasText: 'Kept as “Grey and upright”.' });
  await toast.getByRole('button', { name: 'Show' }).click();
  const list = page.getByRole('dialog', { name: 'Recipes' });
  const recipe = list.getByRole('list', { name: 'Recipes' }).getByRole('listitem').first();
  await expect(recipe).toContainText('Rotation 90');
  await expect(recipe).toContainText('black and white');
  // Nothing is attached: it says what to attach.
  await expect(recipe).toContainText('Attach one picture or more: each is done by itself.');
  const picker = page.waitForEvent('filechooser');
  await recipe.getByRole('button', { name: 'Add files' }).click();
  await (await picker).setFiles(sample('voice.wav'));
  await expect(recipe).toContainText('Takes one picture; of several, each by itself');
  await expect(recipe).toContainText('It has no use for voice.wav.');
  await expect(recipe.getByRole('button', { name: 'Run recipe' })).toHaveAttribute('aria-disabled', 'true');
  await expectAccessible(page);

  await recipe.getByRole('button', { name: 'Rename' }).click();
  await list.getByLabel('Name of the recipe').fill('For the shop');
  await page.keyboard.press('Enter');
  await expect(recipe.getByRole('heading', { name: 'For the shop' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(list).toHaveCount(0);

  await page.getByRole('button', { name: 'Remove voice.wav from the request' }).click();
  const buffer = readFileSync(sample('photo.jpg'));
  const other = (name: string) => ({ name, mimeType: 'image/jpeg', buffer });
  await attach(page, [other('a.jpg'), other('b.jpg')] as never);
  await composer(page).fill('words of mine');
  await page.getByRole('button', { name: 'Recipes' }).click();
  await list.getByRole('button', { name: 'Run recipe: For the shop' }).click();
  const followed = await lastRun(page, 2);
  await expect(followed).toHaveAttribute('data-status', 'done');
  await expect(followed.locator('figure.result img')).toHaveCount(2);
  const asked = page.getByRole('group', { name: 'You asked' }).last();
  await expect(asked).toContainText('For the shop');
  await expect(asked.getByRole('img', { name: 'Recipe' })).toBeVisible();
  // Nothing was understood that could have been meant otherwise.
  const answer = page.getByRole('group', { name: 'Patchbay answered' }).last();
  await expect(answer).not.toContainText(/Understood as|I meant something else/);
  // What was attached went with it, and the words stay.
  await expect(page.locator('form.composer button.chip')).toHaveCount(0);
  await expect(composer(page)).toHaveValue('words of mine');
  await expect(composer(page)).toBeFocused();
});

test('recipes are deleted, brought back, looked for and run from the palette', async ({ patchbay: page }) => {
  const run = await ask(page, 'make it black and white', 'photo.jpg');
  const keep = page.getByRole('dialog', { name: 'Keep as a recipe' });
  const list = page.getByRole('dialog', { name: 'Recipes' });
  const rows = list.getByRole('heading', { level: 3 });
  await page.keyboard.press('Control+Alt+r');
  const before = await rows.count();
  await page.keyboard.press('Escape');
  for (let number = before; number < 9; number += 1) {
    await run.getByRole('button', { name: 'Keep as a recipe…' }).click();
    await keep.getByLabel('Name of the recipe').fill(`Grey ${number}`);
    await page.keyboard.press('Enter');
    await expect(keep).toHaveCount(0);
  }
  // From the menu of a thing too, under the name of its steps.
  await page.getByRole('tab', { name: 'Things' }).click();
  await page.getByRole('button', { name: /^Options for photo_/ }).click();
  await page.getByRole('menuitem', { name: 'Keep as a recipe…' }).click();
  await expect(keep.getByLabel('Name of the recipe')).toHaveValue('Edit a picture');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status').filter({ hasText: 'Kept as “Edit a picture”.' })).toBeVisible();

  await composer(page).press('Control+Alt+r');
  await expect(rows).toHaveCount(10);
  await expect(list.getByRole('searchbox')).toBeFocused();
  await page.keyboard.type('grey 8');
  await expect(rows).toHaveText(['Grey 8']);
  await page.keyboard.press('Tab');
  await page.keyboard.press('F2');
  await page.keyboard.press('Escape');
  await expect(rows).toHaveText(['Grey 8']);
  await page.keyboard.press('Delete');
  await expect(list).toContainText('No recipe has these words.');
  await list.getByRole('searchbox').fill('');
  await expect(rows).toHaveCount(9);
  const toast = page.getByRole('status').filter({ hasText: 'The recipe “Grey 8” was deleted.' });
  await toast.getByRole('button', { name: 'Undo' }).click();
  await expect(rows).toHaveCount(10);

  await list.getByRole('button', { name: 'Delete: Grey 8' }).click();
  await expect(rows).toHaveCount(9);
  // The focus is at the recipe beside it.
  await expect(list.getByRole('button', { name: /^Add files: / }).last()).toBeFocused();
  await page.keyboard.press('Control+z');
  await expect(rows).toHaveCount(10);
  await page.keyboard.press('Escape');

  // Without a file the palette shows the recipe and what it takes; with one it runs.
  const find = async () => {
    await composer(page).press('Control+k');
    await page.getByRole('combobox').fill('grey 8');
    await page.keyboard.press('Enter');
  };
  await find();
  await expect(list.getByRole('button', { name: 'Add files: Grey 8' })).toBeFocused();
  await page.keyboard.press('Escape');
  await attach(page, sample('photo.jpg'));
  await expect(page.locator('form.composer button.chip')).toBeVisible();
  await find();
  const followed = await lastRun(page, 2);
  await expect(followed.locator('figure.result img')).toHaveCount(1);
  await page.reload();
  await expect(page.getByRole('group', { name: 'You asked' }).last()).toContainText('Grey 8');
  await expect(page.locator('form.composer button.chip')).toHaveCount(0);
});
