import {
  ask,
  askNobody,
  attach,
  belowTheFold,
  composer,
  expect,
  expectAccessible,
  lastRun,
  sample,
  test,
} from './serve';

test('a picture is changed, looked at, compared with before and saved', async ({ patchbay: page }) => {
  const run = await ask(page, 'make photo.jpg black and white and rotate it 90 degrees', 'photo.jpg');
  const result = run.locator('figure.result').last();
  await expect(result.getByRole('img').first()).toHaveJSProperty('complete', true);

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    run.getByRole('button', { name: 'Save…', exact: true }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^photo.*\.(jpe?g|png)$/);

  await result.getByRole('button', { name: /^Zoom/ }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();

  await run.getByRole('button', { name: 'How', exact: true }).click();
  await expect(run.getByRole('table')).toContainText('photo.jpg');
});

test('the arrow up brings the last request back to be changed', async ({ patchbay: page }) => {
  await ask(page, 'rotate photo.jpg 90 degrees', 'photo.jpg');
  await composer(page).press('ArrowUp');
  await expect(composer(page)).toHaveValue('rotate photo.jpg 90 degrees');
  await composer(page).press('ArrowDown');
  await expect(composer(page)).toHaveValue('');
  await composer(page).fill('half a request');
  await composer(page).press('ArrowUp');
  await expect(composer(page)).toHaveValue('half a request');
});

test('a film gets music and plays', async ({ patchbay: page }) => {
  const run = await ask(page, 'put calm piano music under clip.mp4', 'clip.mp4');
  const film = run.locator('video');
  await expect.poll(() => film.evaluate((video: HTMLVideoElement) => video.readyState)).toBeGreaterThan(0);
  await run.getByRole('button', { name: /^Play/ }).click();
  await expect.poll(() => film.evaluate((video: HTMLVideoElement) => video.currentTime)).toBeGreaterThan(0.3);
  await run.getByRole('slider', { name: /^Position/ }).press('End');
  await expect
    .poll(() => film.evaluate((video: HTMLVideoElement) => video.duration - video.currentTime))
    .toBeLessThan(0.2);
});

test('what cannot be read says why, can be dismissed, stops nothing and leaves with the next request', async ({
  patchbay: page,
}) => {
  await attach(page, [
    { name: 'holiday.mp4', mimeType: 'video/mp4', buffer: Buffer.from('these are only words') },
    { name: 'empty.wav', mimeType: 'audio/wav', buffer: Buffer.alloc(0) },
  ] as never);
  const problems = page.locator('form.composer').getByRole('alert');
  await expect(problems).toHaveCount(2);
  await expect(problems.first()).toContainText('holiday.mp4');

  await page.getByRole('button', { name: 'Remove empty.wav from the request' }).click();
  await expect(problems).toHaveCount(1);

  const run = await ask(page, 'show me the edges of photo.jpg', 'photo.jpg');
  await expect(run.locator('figure.result img')).toBeVisible();
  await expect(problems).toHaveCount(0);
});

test('files without words are not sent, and what is missing is said', async ({ patchbay: page }) => {
  await attach(page, sample('photo.jpg'));
  await expect(page.locator('form.composer').getByText('photo.jpg')).toBeVisible();
  const missing = page.locator('form.composer').getByRole('alert');
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await expect(missing).toHaveText('Say what is to be done with this, then run.');
  await expect(composer(page)).toBeFocused();
  await expect(composer(page)).toHaveAccessibleDescription('Say what is to be done with this, then run.');
  await expect(page.locator('form.composer').getByText('photo.jpg')).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.type('m');
  await expect(missing).toHaveCount(0);
});

test('what no tool does is refused, and its words are marked', async ({ patchbay: page }) => {
  await attach(page, sample('clip.mp4'));
  await expect(page.locator('form.composer').getByText('clip.mp4')).toBeVisible();
  await composer(page).fill('convert clip.mp4 to an edl');
  await composer(page).press('Enter');
  await expect(page.getByText("I can't do this yet")).toBeVisible();
  await expect(page.locator('mark')).toHaveText('edl');
  await expect(page.getByText(/^Here (is|are)/)).toHaveCount(0);

  // The clip is in the conversation already: attached once more, it would be another file, of another name.
  const run = await ask(page, 'cut clip.mp4 to the first 2 seconds');
  await expect(run.locator('video')).toBeVisible();
});

test('a wish is done without a detail that nothing takes, by one click', async ({ patchbay: page }) => {
  await attach(page, sample('photo.jpg'));
  await composer(page).fill('make photo.jpg black and white and save it as a psd');
  await composer(page).press('Enter');
  await page.getByRole('button', { name: /^Do it without “.*psd/ }).click();
  await expect((await lastRun(page, 1)).locator('figure.result img')).toBeVisible();
});

test('what has to be asked about is asked, and what can be done is offered beside it', async ({ patchbay: page }) => {
  await attach(page, sample('photo.jpg'));
  await composer(page).fill('show me the edges of photo.jpg, and count how many photos I gave you');
  await composer(page).press('Enter');
  await expect(page.getByRole('button', { name: 'Count the objects in photo.jpg' })).toBeVisible();
  await page.getByRole('button', { name: /^Run the best way/ }).click();
  await expect((await lastRun(page, 1)).locator('figure.result').first()).toBeVisible();
});

test('a web page is shown in a frame that runs no scripts', async ({ patchbay: page }) => {
  const run = await ask(page, 'build a web page that presents clip.mp4', 'clip.mp4');
  const frame = run.locator('iframe');
  await expect(frame).toHaveAttribute('sandbox', '');
  await expect(frame.contentFrame().locator('video, h1').first()).toBeAttached();
});

test('what a request lacks is told once, and pointing at it goes on with the request', async ({ patchbay: page }) => {
  const run = await ask(page, 'remove the dog from photo.jpg', 'photo.jpg');
  await expect(run.getByRole('alert')).toHaveCount(1);
  await expect(run.getByText('This computer cannot do')).toHaveCount(1);
  await expect(run.getByRole('alert').getByRole('button')).toHaveCount(2);
  await expect(run.getByRole('button', { name: 'How', exact: true })).toBeVisible();
  await expect(run.getByRole('button', { name: /^Get \d+ MB and run$/ })).toBeVisible();
  await composer(page).fill('what I write meanwhile');
  await run.getByRole('button', { name: 'Point at it instead' }).click();
  const view = page.getByRole('dialog', { name: 'Pointing at photo.jpg' });
  await expect(view.getByRole('status')).toHaveText('Click on what you mean, or drag a box around it');
  // What is drawn over the picture takes the click.
  await view.getByRole('application').getByRole('img').click({ force: true });
  await expect(view.getByRole('status')).toHaveText(/^Point 1, include/);
  await page.keyboard.press('Enter');
  const next = await lastRun(page, 2);
  await expect(next.locator('figure.result img')).toBeVisible();
  await expect(page.getByRole('group', { name: 'You asked' }).last()).toContainText('remove the dog from photo.jpg');
  await expect(composer(page)).toHaveValue('what I write meanwhile');
});

test('what cannot come out otherwise is not offered once more', async ({ patchbay: page }) => {
  await askNobody(page);
  const run = await ask(page, 'turn photo.jpg into a watercolour painting', 'photo.jpg');
  await expect(run.getByRole('alert').getByRole('button')).toHaveText([/^Get \d.* and run$/]);
});

test('a likely change of a step is done at once, on what the step worked on', async ({ patchbay: page }) => {
  await ask(page, 'rotate photo.jpg by 90 degrees', 'photo.jpg');
  await page.route('**/api/call/readings', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), take: 0, unsure: false } });
  });
  await composer(page).fill('too much, 45 degrees');
  await composer(page).press('Enter');
  const run = await lastRun(page, 2);
  await expect(run.locator('figure.result img')).toBeVisible();
  // What was planned at first is not to be seen any more.
  await expect(page.getByRole('group', { name: 'You asked' })).toHaveCount(2);
  await run.getByRole('button', { name: 'How', exact: true }).click();
  await expect(run.getByRole('table')).toContainText('photo.jpg');
  await expect(run.getByRole('table')).not.toContainText('photo_edited');
});

test('a change of a step that is unsure is asked about, and done by one click', async ({ patchbay: page }) => {
  await ask(page, 'rotate photo.jpg by 90 degrees', 'photo.jpg');
  await page.route('**/api/call/readings', async (route) => {
    const response = await route.fetch();
    const { take: _, ...found } = await response.json();
    await route.fulfill({ response, json: { ...found, unsure: true } });
  });
  await composer(page).fill('too much, 45 degrees');
  await composer(page).press('Enter');
  const ways = page.getByRole('group', { name: 'Did you mean one of these?' });
  await ways
    .getByRole('button', { name: /^Change “.*45/ })
    .first()
    .click();
  const run = await lastRun(page, 2);
  await expect(run.locator('figure.result img')).toBeVisible();
  await expect(page.getByRole('group', { name: 'You asked' })).toHaveCount(2);
});

test('what asks for nothing runs nothing, and a question is answered with requests', async ({ patchbay: page }) => {
  await attach(page, sample('photo.jpg'));
  await composer(page).fill('what can you do?');
  await composer(page).press('Enter');
  const answer = page.getByRole('group', { name: 'Patchbay answered' });
  await expect(answer).toContainText('With photo.jpg you can ask for this');
  await expect(answer.locator('[data-run]')).toHaveCount(0);
  const request = answer.getByRole('button').first();
  const words = await request.innerText();
  await request.click();
  await expect(composer(page)).toHaveValue(words);
  await answer.getByRole('button', { name: 'What can Patchbay do?' }).click();
  await expect(page.getByRole('dialog', { name: 'What can Patchbay do?' })).toBeVisible();
});

test('what was done can have been meant otherwise', async ({ patchbay: page }) => {
  await ask(page, 'make photo.jpg black and white', 'photo.jpg');
  // What is known of a request that was just made is not kept.
  await page.reload();
  let go = () => {};
  const asked = new Promise<void>((resolve) => {
    go = resolve;
  });
  await page.route('**/api/call/readings', async (route) => {
    await asked;
    await route.continue();
  });
  await page.getByRole('button', { name: 'I meant something else' }).click();
  await expect(page.getByRole('button', { name: 'Reading it again…' })).toBeDisabled();
  go();
  const ways = page.getByRole('group', { name: 'Did you mean one of these?' });
  await expect(ways.or(page.getByText('I see no other way to read it.'))).toBeVisible();
});

test('the newest result stays in view, unless a person reads elsewhere', async ({ patchbay: page }) => {
  await askNobody(page);
  await ask(page, 'make photo.jpg black and white', 'photo.jpg');
  for (const [count, words] of ['rotate it 90 degrees', 'show me the edges of it', 'make it brighter'].entries()) {
    await composer(page).fill(words);
    await composer(page).press('Enter');
    const run = await lastRun(page, count + 2);
    await expect(run.locator('figure.result img').first()).toHaveJSProperty('complete', true);
    await expect.poll(() => belowTheFold(page), { message: words }).toBeLessThan(2);
    await expect(run.getByRole('button', { name: 'How', exact: true })).toBeInViewport({ ratio: 1 });
  }
  // A scroll event that comes after the list grew does not tell that a person scrolled.
  await page.getByRole('log').evaluate((log) => {
    const more = document.createElement('div');
    more.style.cssText = 'height: 300px; flex: none';
    log.firstElementChild?.append(more);
    log.dispatchEvent(new Event('scroll'));
  });
  await expect.poll(() => belowTheFold(page)).toBeLessThan(2);
  await page.getByRole('log').hover();
  await page.mouse.wheel(0, -500);
  await expect.poll(() => belowTheFold(page)).toBeGreaterThan(300);
  // What comes while a person reads elsewhere leaves the view where it is.
  await page.getByRole('log').evaluate((log) => {
    const more = document.createElement('div');
    more.style.cssText = 'height: 200px; flex: none';
    log.firstElementChild?.append(more);
  });
  await expect.poll(() => belowTheFold(page)).toBeGreaterThan(500);
});

test('requests that are sent at once are all done, each with its own words', async ({ patchbay: page }) => {
  await askNobody(page);
  await attach(page, sample('photo.jpg'));
  for (const words of ['make photo.jpg black and white', 'rotate the photo', 'blur the photo']) {
    await composer(page).fill(words);
    await composer(page).press('Enter');
    await expect(composer(page)).toHaveValue('');
  }
  await lastRun(page, 3);
  await expect(page.getByRole('group', { name: 'You asked' })).toHaveText([/black and white/, /rotate/, /blur/]);
  const done = page.getByRole('list', { name: 'Steps' });
  await expect(done).toHaveText([/black and white/, /rotation/, /blur/]);
  for (const words of ['rotation', 'blur']) await expect(done.filter({ hasText: words })).toHaveCount(1);
});

test('a result of a result is named once', async ({ patchbay: page }) => {
  await askNobody(page);
  await ask(page, 'make photo.jpg black and white', 'photo.jpg');
  for (const [count, words] of ['rotate it 90 degrees', 'make it brighter'].entries()) {
    await composer(page).fill(words);
    await composer(page).press('Enter');
    const run = await lastRun(page, count + 2);
    await expect(run.locator('figure.result')).toContainText(/photo_edited( \(\d\))?\.jpg/);
  }
});

test('the window says whether it is kept off the network', async ({ patchbay: page }) => {
  const pill = page.locator('header button.pill');
  const light = () => pill.locator('.dot').evaluate((dot) => getComputedStyle(dot).backgroundColor);
  await expect(pill).toHaveText('Runs on this computer');
  const off = await light();
  await pill.click();
  const offline = page.getByRole('dialog', { name: 'Local models' }).getByRole('checkbox');
  await offline.check();
  await expect(pill).toHaveText('Offline: everything stays here');
  expect(await light()).not.toBe(off);
  await offline.uncheck();
});

test('a conversation, its results and a half-written request are there again after a reload', async ({
  patchbay: page,
}) => {
  await ask(page, 'show me the edges of photo.jpg', 'photo.jpg');
  await composer(page).fill('and now make it');
  await page.waitForResponse((response) => response.url().endsWith('/api/call/save_draft'));
  await page.reload();
  await expect(composer(page)).toHaveValue('and now make it');
  await expect(page.locator('section[data-run] figure.result img')).toBeVisible();
  expect(page.url()).not.toContain('token');
});

test('conversations are renamed, deleted and brought back', async ({ patchbay: page }) => {
  await ask(page, 'show me the edges of photo.jpg', 'photo.jpg');
  const list = page.getByRole('navigation', { name: 'Conversations' });
  const row = list.locator('[aria-current=page]');
  await row.press('F2');
  const field = list.getByRole('textbox');
  await field.fill('Edges');
  await field.press('Enter');
  await expect(list.getByRole('button', { name: 'Edges', exact: true })).toBeVisible();

  await list.getByRole('button', { name: 'Options for Edges' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await expect(list.getByRole('button', { name: 'Edges', exact: true })).toBeHidden();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(list.getByRole('button', { name: 'Edges', exact: true })).toBeVisible();
});

test('files can be dropped on the window and pasted into it', async ({ patchbay: page }) => {
  const drop = await page.evaluateHandle(() => {
    const transfer = new DataTransfer();
    transfer.items.add(new File(['some words to work on'], 'notes.txt', { type: 'text/plain' }));
    return transfer;
  });
  await page.dispatchEvent('body', 'dragenter', { dataTransfer: drop });
  await expect(page.getByText('Drop to add to your request')).toBeVisible();
  await page.dispatchEvent('body', 'drop', { dataTransfer: drop });
  await expect(page.locator('form.composer').getByText('notes.txt')).toBeVisible();

  await page.evaluate(() => {
    const transfer = new DataTransfer();
    transfer.items.add(new File(['more words'], 'more.txt', { type: 'text/plain' }));
    window.dispatchEvent(new ClipboardEvent('paste', { clipboardData: transfer, bubbles: true }));
  });
  await expect(page.locator('form.composer').getByText('more.txt')).toBeVisible();
});

test('many files are counted', async ({ patchbay: page }) => {
  const files = Array.from({ length: 12 }, (_, number) => ({
    name: `note ${number}.txt`,
    mimeType: 'text/plain',
    buffer: Buffer.from(`note ${number}`),
  }));
  await attach(page, files as never);
  const count = page.getByRole('button', { name: /12 files/ });
  await expect(count).toBeVisible();
  await count.click();
  await expect(page.locator('form.composer').getByText('note 11.txt')).toBeVisible();
});

test('artifacts are renamed, traced back and deleted', async ({ patchbay: page }) => {
  await ask(page, 'show me the edges of photo.jpg', 'photo.jpg');
  await page.getByRole('tab', { name: 'Things' }).click();
  const bench = page.getByRole('complementary', { name: 'Bench' });
  await expect(bench.locator('article')).toHaveCount(2);
  await bench
    .locator('article')
    .first()
    .getByRole('button', { name: /^Options/ })
    .click();
  await page.getByRole('menuitem', { name: 'Where it came from' }).click();
  await expect(bench.locator('article').first()).toContainText('given by you');

  await bench.getByRole('button', { name: 'Options for photo.jpg' }).click();
  await page.getByRole('menuitem', { name: 'Rename…' }).click();
  await bench.getByRole('textbox', { name: 'Name' }).fill('park.jpg');
  await bench.getByRole('textbox', { name: 'Name' }).press('Enter');
  await expect(bench.getByText('park.jpg', { exact: true }).first()).toBeVisible();
});

test('a sound can be played', async ({ patchbay: page }) => {
  await attach(page, sample('voice.wav'));
  await page.getByRole('tab', { name: 'Things' }).click();
  await page.getByRole('button', { name: 'Show: voice.wav' }).click();
  const sound = page.locator('audio');
  await page.getByRole('button', { name: 'Play: voice.wav' }).click();
  await expect.poll(() => sound.evaluate((audio: HTMLAudioElement) => audio.currentTime)).toBeGreaterThan(0.1);
});

test('a step is seen while it runs', async ({ patchbay: page }) => {
  await attach(page, sample('clip.mp4'));
  await composer(page).fill('stabilise clip.mp4');
  await composer(page).press('Enter');
  const run = page.locator('section[data-run]').last();
  await expect(run.getByRole('progressbar')).toBeVisible({ timeout: 30_000 });
  await expect(run.locator('video')).toBeVisible({ timeout: 90_000 });
  await expect(run.getByRole('progressbar')).toHaveCount(0);
});
