// Every tool that a model does, asked for in words in the real window, on tiny random models: each run says which model made it.
// `cargo xtask test window` starts it, with TAURI_DRIVER and PATCHBAY naming the programs.
import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve, sep } from 'node:path';
import test from 'node:test';
import { Window, until } from './webdriver.mjs';

const { TAURI_DRIVER, PATCHBAY } = process.env;
const SAMPLES = resolve(import.meta.dirname, '../../assets/samples');
const PARITY = resolve(import.meta.dirname, '../parity');
const { models, requests } = JSON.parse(readFileSync(join(PARITY, 'models.json'), 'utf8'));
const FILES = [
  ...['config.json', 'model.gguf', 'model.safetensors', 'diffusion_pytorch_model.fp16.safetensors'],
  ...['preprocessor_config.json', 'generation_config.json'],
  ...['tokenizer.json', 'vocab.json', 'merges.txt', 'special_tokens_map.json'],
];

/** Copies the fixtures into a folder of models, with a registry of one's own that names them. */
function makeModels(library) {
  const entries = models.map(({ fixtures, network, tools, settings = '' }) => {
    const name = fixtures.at(-1);
    const folder = join(library, 'fixtures', name);
    for (const fixture of fixtures) cpSync(join(PARITY, 'fixtures', fixture), folder, { recursive: true });
    const isOfModel = (path) => path.includes(sep) || FILES.includes(path);
    const isFile = (path) => statSync(join(folder, path)).isFile();
    const files = readdirSync(folder, { recursive: true }).filter((path) => isFile(path) && isOfModel(path));
    const values = {
      id: `tiny-${name}`,
      name: 'Tiny',
      network,
      tools,
      folder,
      bytes: 1,
      memory: 1000,
      devices: ['cpu'],
      licence: 'MIT',
    };
    const lines = Object.entries(values).map(([key, value]) => `${key} = ${JSON.stringify(value)}`);
    const paths = files.map((path) => `{ path = ${JSON.stringify(path)} }`);
    return ['[[model]]', ...lines, `files = [${paths}]`, `settings = { ${settings} }`].join('\n');
  });
  writeFileSync(join(library, 'registry.toml'), entries.join('\n'));
}

/** The last run: its number, whether it ended, and what it says of how it came about. */
const RUN = `
  const runs = document.querySelectorAll('section[data-run]'), run = runs[runs.length - 1];
  const how = run && [...run.querySelectorAll('button')].find((button) => button.textContent.trim() === 'How');
  if (how && how.getAttribute('aria-expanded') === 'false') how.click();
  return { runs: runs.length, how: run?.querySelector('.how')?.innerText ?? '', all: run?.innerText ?? '' };`;

/** Says that a request is meant as it is shown, where that is asked; answers whether it was. */
const YES = `
  const answer = document.querySelector('.answer');
  const isAsked = answer?.innerText.includes('Is this what you mean?') ?? false;
  if (isAsked) [...answer.querySelectorAll('button')].find((one) => one.innerText.startsWith('Run the best way')).click();
  return isAsked`;

/** Asks the first request of a conversation, and waits for the run's end. */
async function ask(window, words) {
  await window.type('textarea#composer', `${words}{Enter}`);
  let isSaid = false;
  const done = until(`“${words}” is done`, 60, async () => {
    isSaid ||= await window.script(YES);
    const seen = await window.script(RUN);
    return seen.runs === 1 && seen.how && seen;
  });
  return done.catch(async (error) => {
    const shown = await window.script(`return document.querySelector('main')?.innerText.slice(-1000)`);
    throw new Error(`${error.message}; the window shows: ${shown}`);
  });
}

/** Points at the middle of the photo, which becomes a region for the next request. */
async function point(window) {
  await until('the photo can be pointed at', 10, () =>
    window.script(
      `const chips = [...document.querySelectorAll('form.composer button.chip')];
       const photo = chips.find((chip) => chip.innerText.includes('photo'));
       photo?.click();
       return Boolean(photo);`,
    ),
  );
  await until('the picture is shown', 20, () =>
    window.script(`return document.querySelector('[role=application] img')?.getBoundingClientRect().width > 100`),
  );
  await window.click('[role=application]');
  await until('the point has a mask', 20, () =>
    window.script(`return document.querySelector('.live[role=status]')?.innerText.startsWith('Point 1')`),
  );
  await window.script(
    `document.querySelector('[role=application]').dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }))`,
  );
  await until('the region is there', 10, () =>
    window.script(`return document.querySelector('form.composer').innerText.includes('region 1')`),
  );
}

test('what a model does is asked for in words in the window', { timeout: 600_000 }, async (t) => {
  const data = mkdtempSync(join(tmpdir(), 'patchbay-models-'));
  const library = join(data, 'models');
  makeModels(library);
  const environment = { PATCHBAY_DATA: data, PATCHBAY_MODELS: library };
  const window = await Window.open(TAURI_DRIVER, PATCHBAY, environment);
  t.after(async () => {
    await window.close();
    rmSync(data, { recursive: true, force: true });
  });
  await window.find('textarea#composer', 30);
  for (const { words, file, tool, pointed } of requests) {
    // Each in a conversation of its own: what random weights make of a picture differs from computer to computer.
    await window.click('button.new');
    await until('the conversation is new', 10, async () => (await window.script(RUN)).runs === 0);
    if (file) await window.attach(join(SAMPLES, file));
    if (pointed) await point(window);
    const seen = await ask(window, words);
    assert.match(seen.how, /Tiny/, `${words} (${tool}): ${seen.all}`);
  }
});
