/** Many files at once: however many there are, the page answers. */
import type { Browser, Page } from '@playwright/test';
import { expect } from '@playwright/test';
import { test } from './fake';

/** No task of the page takes longer, in milliseconds of the processor: what other programs take does not count. */
const LONGEST = 50;

interface TraceEvent {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  /** Microseconds of the processor. */
  tdur?: number;
  args: { name?: string };
}

/** The longest task of the page's own thread while `doing`, in milliseconds of the processor. */
async function longestTask(browser: Browser, page: Page, doing: () => Promise<void>): Promise<number> {
  const categories = ['toplevel', 'disabled-by-default-devtools.timeline', 'devtools.timeline', '__metadata'];
  await browser.startTracing(page, { categories });
  await doing();
  const { traceEvents: events } = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] };
  const threads = events.filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain');
  const isOfPage = (event: TraceEvent) => threads.some(({ pid, tid }) => event.pid === pid && event.tid === tid);
  const tasks = events.filter((event) => event.name === 'RunTask' && event.ph === 'X' && isOfPage(event));
  expect(tasks.length).toBeGreaterThan(100);
  const longest = tasks.map(({ tdur }) => (tdur ?? 0) / 1000).sort((a, b) => b - a);
  console.log(`    the longest tasks: ${longest.slice(0, 5).map(Math.round).join(', ')} ms`);
  return longest[0] ?? 0;
}

const composer = (page: Page) => page.getByRole('textbox', { name: 'Your request' });

async function attach(page: Page, count: number): Promise<void> {
  const files = Array.from({ length: count }, (_, number) => ({
    name: `picture_${number + 1}.png`,
    mimeType: 'image/png',
    buffer: Buffer.from('a picture'),
  }));
  await page.locator('input[type=file]').setInputFiles(files);
}

/** Asks for the same with all files, and waits until that is done. */
async function ask(page: Page): Promise<void> {
  await composer(page).fill('make them all sepia');
  await composer(page).press('Enter');
  await expect(page.locator('section[data-run]')).toHaveAttribute('data-status', 'done', { timeout: 80_000 });
}

async function send(page: Page, count: number): Promise<void> {
  await attach(page, count);
  await ask(page);
}

/** Attaches so many pictures, and measures the page from when it has them until their run is shown. */
async function longestOf(browser: Browser, page: Page, address: string, count: number, view: string): Promise<number> {
  await page.goto(`${address}?speed=0`);
  await expect(composer(page)).toBeVisible();
  const list = page.getByRole('button', { name: 'List', exact: true });
  if ((await list.getAttribute('aria-pressed')) !== String(view === 'list')) await list.click();
  await attach(page, count);
  return longestTask(browser, page, async () => {
    await ask(page);
    await expect(page.getByRole('tabpanel').getByText(`${count} × Edit picture`).first()).toBeVisible();
  });
}

/** Playwright's own trace takes pictures of the page, which costs what is measured. */
test.use({ trace: 'off' });

for (const count of [12, 50, 100, 200])
  for (const view of ['graph', 'list'])
    test(`${count} files are planned, run and shown without the page standing still (${view})`, async ({
      browser,
      page,
      fakeAddress,
    }) => {
      // What takes long by itself does so each time; what a busy computer adds does not.
      const first = await longestOf(browser, page, fakeAddress, count, view);
      const longest = first < LONGEST ? first : await longestOf(browser, page, fakeAddress, count, view);
      expect(longest).toBeLessThan(LONGEST);
    });

test('however many files there are, the chat says it once and stays short', async ({ page, fakeAddress }) => {
  await page.goto(`${fakeAddress}?speed=0`);
  await send(page, 200);
  const run = page.locator('section[data-run]');
  await expect(page.getByRole('tabpanel').getByText('200 × Edit picture').first()).toBeVisible();
  expect(await page.getByRole('log').evaluate((log) => log.scrollHeight)).toBeLessThan(3000);
  expect(await page.evaluate(() => document.querySelectorAll('*').length)).toBeLessThan(2500);
  await expect(run.getByRole('list', { name: 'Steps' }).getByRole('listitem')).toHaveCount(1);

  // One result is looked at among all, and more of them on demand.
  const results = run.getByRole('list', { name: '200 results' });
  await expect(results.getByRole('button', { name: /^text_image_editing/ })).toHaveCount(24);
  await results.getByRole('button', { name: '176 more' }).click();
  await expect(results.getByRole('button', { name: /^text_image_editing/ })).toHaveCount(48);
  await results
    .getByRole('button', { name: /^text_image_editing/ })
    .nth(2)
    .click();
  await expect(run.locator('figure.result')).toHaveCount(1);
});

test('a table of 600 results is only as long as what is seen of it', async ({ page, fakeAddress }) => {
  test.setTimeout(180_000);
  await page.goto(`${fakeAddress}?speed=0`);
  await send(page, 600);
  const run = page.locator('section[data-run]');
  await run.getByRole('button', { name: 'Table' }).click();
  const table = run.getByRole('table');
  await expect(table).toHaveAttribute('aria-rowcount', '601');
  expect(await table.getByRole('row').count()).toBeLessThan(45);
  const scroller = run.getByRole('region', { name: '600 results' });
  await scroller.focus();
  await scroller.press('End');
  await expect(table.getByRole('row').last()).toHaveAttribute('aria-rowindex', '601');
  expect(await table.getByRole('row').count()).toBeLessThan(45);
  await table.getByRole('columnheader', { name: 'Name' }).getByRole('button').click();
  await scroller.press('Home');
  await expect(table.getByRole('columnheader', { name: 'Name' })).toHaveAttribute('aria-sort', 'ascending');
  const name = table.getByRole('rowheader').first().getByRole('button');
  await name.click();
  await expect(name).toHaveAttribute('aria-expanded', 'true');
  await expect(run.locator('figure.result')).toHaveCount(1);
});

test('one form sets all files, and each can be set by itself', async ({ page, fakeAddress }) => {
  await page.goto(`${fakeAddress}?speed=0`);
  await send(page, 12);
  const solution = page.getByRole('tabpanel').locator('article.solution').first();
  const exposure = solution.getByRole('spinbutton', { name: 'Exposure' });
  await expect(exposure).toHaveCount(1);
  await exposure.fill('2');
  await exposure.press('Tab');
  await solution.getByRole('button', { name: 'Run again with these' }).click();
  const set = () =>
    page.evaluate(() =>
      (window as unknown as { ran: { values: Record<string, string> }[] }).ran.map((one) => one.values),
    );
  await expect.poll(set).toEqual(Array.from({ length: 12 }, () => ({ exposure: '2' })));

  await expect(page.locator('section[data-run]').last()).toHaveAttribute('data-status', 'done');
  await solution.getByText('Each file by itself').click();
  await solution.getByRole('button', { name: 'picture_3.png' }).click();
  const own = solution.getByRole('spinbutton', { name: 'Exposure' }).nth(1);
  await own.fill('-1');
  await own.press('Tab');
  await expect(solution.getByRole('button', { name: 'Same for all' })).toBeVisible();
  await solution.getByRole('button', { name: 'Run again with these' }).click();
  await expect
    .poll(async () => (await set()).map(({ exposure }) => exposure))
    .toEqual(Array.from({ length: 12 }, (_, place) => (place === 2 ? '-1' : '2')));
});
