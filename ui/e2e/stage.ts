/** Pointing at what lies on a stage: a picture or a film that is shown whole in its middle. */
import type { Locator, Page } from '@playwright/test';

/** Where on the page a film of so many pixels shows one of them, where it is shown whole in the middle of the stage. */
export async function places(stage: Locator, width: number, height: number, margin = 0) {
  const box = await stage.boundingBox();
  if (!box) throw new Error('the stage is not shown');
  const most = margin > 0 ? 1 : Number.POSITIVE_INFINITY;
  const scale = Math.min(most, (box.width - 2 * margin) / width, (box.height - 2 * margin) / height);
  return (x: number, y: number): [number, number] => [
    box.x + box.width / 2 + (x - width / 2) * scale,
    box.y + box.height / 2 + (y - height / 2) * scale,
  ];
}

/** Drags from one place on the page to another. */
export async function drag(page: Page, from: [number, number], to: [number, number]): Promise<void> {
  await page.mouse.move(...from);
  await page.mouse.down();
  await page.mouse.move(...to, { steps: 4 });
  await page.mouse.up();
}
