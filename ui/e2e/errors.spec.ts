import { attach, expect, expectAccessible, speak, test } from './serve';

test('what goes wrong is said in the language that is set', async ({ patchbay: page }) => {
  await speak(page, 'Settings', 'Language', 'de');
  await attach(page, [
    { name: 'urlaub.mp4', mimeType: 'video/mp4', buffer: Buffer.from([0, 1, 2, 3, 4, 5, 6, 7]) },
    { name: 'leer.wav', mimeType: 'audio/wav', buffer: Buffer.alloc(0) },
  ] as never);
  const problems = page.locator('form.composer').getByRole('alert');
  await expect(problems).toHaveCount(2);
  await expect(problems.first()).toContainText('„urlaub.mp4“ ist beschädigt oder nicht das, was der Name sagt');
  await expect(problems.last()).toContainText('„leer.wav“ ist leer (0 Byte). Die Datei wurde wohl nicht vollständig');
  await expectAccessible(page);

  await page.route('**/api/call/create_conversation', (route) => route.abort());
  await page.route('**/api/call/plan', (route) => route.abort());
  await page.locator('#composer').fill('etwas');
  await page.locator('#composer').press('Enter');
  await expect(page.getByText('Patchbay antwortet nicht.')).toBeVisible();
  await speak(page, 'Einstellungen', 'Sprache', 'en');
});
