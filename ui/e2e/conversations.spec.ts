/** The list of conversations: drafts in it, and finding one. */
import { attach, expect, expectAccessible, sample, test } from './serve';

test('of conversations in which nothing was asked, those with something in them stay as drafts', async ({
  patchbay: page,
}) => {
  const list = page.getByRole('navigation', { name: 'Conversations' });
  const rows = list.getByRole('listitem');
  const begin = list.getByRole('button', { name: 'New conversation' }).first();
  // Other tests leave theirs.
  const others = await rows.count();
  /** Expects these rows before those of other tests. */
  async function expectFirst(...names: string[]) {
    await expect(rows).toHaveCount(others + names.length);
    for (const [place, name] of names.entries()) await expect(rows.nth(place)).toHaveText(name);
  }
  await attach(page, sample('photo.jpg'));
  await expect(page.locator('form.composer button.chip')).toBeVisible();
  await begin.click();
  await expectFirst('Draft: photo.jpg');

  await attach(page, [{ name: 'empty.wav', mimeType: 'audio/wav', buffer: Buffer.alloc(0) }] as never);
  await expect(page.locator('form.composer').getByRole('alert')).toBeVisible();
  await expectFirst('New conversation', 'Draft: photo.jpg');
  await begin.click();
  await expectFirst('Draft: photo.jpg');
  await begin.click();
  await expectFirst('Draft: photo.jpg');

  await rows.first().getByRole('button', { name: 'Draft: photo.jpg', exact: true }).click();
  await expect(page.locator('form.composer').getByText('photo.jpg')).toBeVisible();
});

test('many conversations can be searched by the words of their titles and of what is in them', async ({
  patchbay: page,
}) => {
  const list = page.getByRole('navigation', { name: 'Conversations' });
  const field = list.getByRole('searchbox', { name: 'Find conversations' });
  await page.evaluate(async () => {
    const call = async (name: string, args: object) => {
      const authorization = `Bearer ${sessionStorage.getItem('patchbay.token')}`;
      const headers = { authorization, 'content-type': 'application/json' };
      return (await fetch(`/api/call/${name}`, { method: 'POST', headers, body: JSON.stringify(args) })).json();
    };
    for (let number = 1; number <= 11; number += 1) {
      const { id } = await call('create_conversation', {});
      await call('rename_conversation', { id, title: `Holiday film, part ${number}` });
      if (number === 7) await call('import_text', { conversation: id, text: 'Hi', name: 'harbour.txt' });
    }
  });
  await expect(field).toBeVisible();
  await list.getByRole('button', { name: 'Holiday film, part 3', exact: true }).focus();
  await page.keyboard.press('Control+f');
  await expect(field).toBeFocused();
  await page.keyboard.type('11 holi');
  await expect(list.getByRole('listitem')).toHaveText(['Holiday film, part 11']);
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(list.locator('[aria-current=page]')).toHaveText('Holiday film, part 11');
  await field.fill('holiday HARB');
  await expect(list.getByRole('listitem')).toHaveText(['Holiday film, part 7harbour.txt']);
  await field.fill('no such words');
  await expect(list.getByRole('status')).toHaveText('No conversation has these words.');
  await field.press('Escape');
  await expect(list.getByRole('listitem')).not.toHaveCount(0);
});
