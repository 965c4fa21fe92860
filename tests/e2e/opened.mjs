// “Open with Patchbay”: files that the system hands in are attached to the next request, at the start and while the window is open;
// then a request is done with them. Runs against the built program and against an installed one, with TAURI_DRIVER and PATCHBAY.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import test from 'node:test';
import { Window, until } from './webdriver.mjs';

const { TAURI_DRIVER, PATCHBAY, PATCHBAY_DATA, SCREENSHOT } = process.env;
const SAMPLES = resolve(import.meta.dirname, '../../assets/samples');

test('files opened with Patchbay are attached, and a request works on them', { timeout: 240_000 }, async (t) => {
  const data = PATCHBAY_DATA ?? mkdtempSync(join(tmpdir(), 'patchbay-opened-'));
  const environment = { PATCHBAY_DATA: data };
  const window = await Window.open(TAURI_DRIVER, PATCHBAY, environment, [join(SAMPLES, 'photo.jpg')]);
  t.after(async () => {
    await window.close();
    if (!PATCHBAY_DATA) rmSync(data, { recursive: true, force: true });
  });
  await window.find('textarea#composer', 30);
  const isAttached = (name) =>
    until(`${name} is attached`, 20, () =>
      window.script(`return document.querySelector('form.composer').innerText.includes(${JSON.stringify(name)})`),
    );
  await isAttached('photo.jpg');

  const second = spawn(PATCHBAY, ['voice.wav'], { cwd: SAMPLES, env: { ...process.env, ...environment } });
  const [status] = await once(second, 'exit');
  assert.equal(status, 0, 'the second start ends by itself');
  await isAttached('voice.wav');

  const words = 'turn photo.jpg into a 5 second video with voice.wav as its sound';
  await window.type('textarea#composer', `${words}{Enter}`);
  const failed = async (error) => {
    if (SCREENSHOT) writeFileSync(SCREENSHOT, await window.screenshot());
    throw error;
  };
  await window.find('section[data-run] video', 120).catch(failed);
  if (SCREENSHOT) writeFileSync(SCREENSHOT, await window.screenshot());
});
