/** Finding by words in the list of commands. */
import { expect } from '@playwright/test';
import { test } from './fake';

test('a tool is found by words of its examples, and puts one into the composer', async ({ page, fakeAddress }) => {
  await page.goto(`${fakeAddress}?speed=0`);
  const composer = page.getByRole('textbox', { name: 'Your request' });
  await expect(composer).toBeVisible();
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: 'Commands' });
  const options = palette.getByRole('option');
  const field = palette.getByRole('combobox');
  await field.fill('border WHITE');
  await expect(options).toHaveText([/^Edit picture/]);
  await expect(options.first()).toHaveAttribute('data-selected');
  await field.press('Enter');
  await expect(palette).toBeHidden();
  await expect(composer).toHaveValue('add a white border to the picture');
  await expect(composer).toBeFocused();
});

test('what a person has to say in an example is selected', async ({ page, fakeAddress }) => {
  await page.goto(`${fakeAddress}?speed=0`);
  const composer = page.getByRole('textbox', { name: 'Your request' });
  await expect(composer).toBeVisible();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Commands' }).fill('cut out');
  await page.getByRole('option', { name: /^Cut out/ }).click();
  await expect(composer).toBeFocused();
  await page.keyboard.type('mug');
  await expect(composer).toHaveValue('cut the mug out of the picture');
});

test('the best match is the one that Enter chooses', async ({ page, fakeAddress }) => {
  await page.goto(`${fakeAddress}?speed=0`);
  await expect(page.getByRole('textbox', { name: 'Your request' })).toBeVisible();
  await page.keyboard.press('Control+k');
  const field = page.getByRole('combobox', { name: 'Commands' });
  await field.press('ArrowDown');
  await field.fill('mug photos');
  await expect(page.getByRole('option')).toHaveText(['Mug photos, tags and titles']);
  await field.press('Enter');
  await expect(page.getByRole('button', { name: 'Mug photos, tags and titles', exact: true })).toHaveAttribute(
    'aria-current',
    'page',
  );
});
