// The first request in the real window: a clip is dropped, music is asked for, and the film that comes out plays there.
// `cargo xtask test window` starts it on a display of its own, with TAURI_DRIVER and PATCHBAY naming the programs.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import test from 'node:test';
import { Window, until } from './webdriver.mjs';

const { TAURI_DRIVER, PATCHBAY, SCREENSHOT } = process.env;
const SAMPLES = resolve(import.meta.dirname, '../../assets/samples');
const WORDS = 'put calm piano music under clip.mp4';

/** Does the first request; the selector of the film that came of it. */
async function askForMusic(window) {
  await window.find('textarea#composer', 30);
  await window.attach(join(SAMPLES, 'clip.mp4'));
  await window.type('textarea#composer', `${WORDS}{Enter}`);
  await window.find('section[data-run] video', 90);
  return 'section[data-run] video';
}

/** Does what `attempt` does; once more where the window did not answer in time: WebKitGTK hangs now and then where a film is
    wound while it plays (bugs 260796 and 292527 of WebKit). A page that hangs by itself hangs twice. */
async function twice(t, attempt) {
  await attempt(t).catch((error) => {
    if (!error.message.includes('aborted due to timeout')) throw error;
    t.diagnostic(`once more: ${error.message}`);
    return attempt(t);
  });
}

test('a clip gets music in the window', { timeout: 360_000 }, (t) => twice(t, getMusic));

async function getMusic(t) {
  const data = mkdtempSync(join(tmpdir(), 'patchbay-window-'));
  const open = { window: await Window.open(TAURI_DRIVER, PATCHBAY, { PATCHBAY_DATA: data }) };
  try {
    await playMusic(open, data);
  } finally {
    // One that hangs does not close either; its driver is killed.
    await open.window.close().catch((error) => t.diagnostic(error.message));
    rmSync(data, { recursive: true, force: true });
  }
}

/** Asks for music, plays what came of it, and opens the program anew, in the place of the window that was open. */
async function playMusic(open, data) {
  let { window } = open;
  // What the window shows where it did not come this far.
  const film = await askForMusic(window).catch(async (error) => {
    if (SCREENSHOT) writeFileSync(SCREENSHOT, await window.screenshot());
    throw error;
  });

  const length = await until('the film can be played', 20, () =>
    window.script(`const film = document.querySelector('${film}'); return film.error ? -1 : film.duration || null`),
  );
  assert.ok(Math.abs(length - 8) < 0.3, `the film is ${length} s long`);

  await window.click('section[data-run] button[aria-label^="Play"]');
  await until('the film goes on', 20, () =>
    window.script(`return document.querySelector('${film}').currentTime > 0.5`),
  );
  await window.script(`document.querySelector('${film}').currentTime = 6`);
  await until('the film is where it was wound to, and shows a picture', 20, () =>
    window.script(
      `const film = document.querySelector('${film}');
       return film.currentTime >= 6 && !film.seeking && film.videoWidth === 640`,
    ),
  );
  if (SCREENSHOT) {
    const still = `film.pause(); film.onseeked = () => requestAnimationFrame(() => done(null)); film.currentTime = 3`;
    await window.scriptThatCalls(`const [done] = arguments, film = document.querySelector('${film}'); ${still}`);
    writeFileSync(SCREENSHOT, await window.screenshot());
  }

  // What was done is still there for who closes the program and comes back.
  await window.close();
  window = await Window.open(TAURI_DRIVER, PATCHBAY, { PATCHBAY_DATA: data });
  open.window = window;
  await window.click('.line button.open', 20);
  await until('the request is shown again', 20, () =>
    window.script(`return document.body.innerText.includes(${JSON.stringify(WORDS)})`),
  );
  await window.find(film, 20);
}
