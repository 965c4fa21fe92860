// How long the window takes to its first paint after a start, and what it holds in memory when nothing happens:
// prints one JSON object. `cargo xtask bench` starts it.
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Window, until } from './webdriver.mjs';

const { TAURI_DRIVER, PATCHBAY } = process.env;
const TICKS = 100;
const STARTS = 5;

/** A process's fields after its name, as proc(5) numbers them from the third. */
function stat(pid) {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return text.slice(text.lastIndexOf(')') + 2).split(' ');
}

function processes() {
  return readdirSync('/proc').filter((name) => /^\d+$/.test(name)).map(Number);
}

/** The process that runs the program, and all that it started. */
function family() {
  const parents = new Map();
  let first;
  for (const pid of processes()) {
    try {
      parents.set(pid, Number(stat(pid)[1]));
      if (readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')[0] === PATCHBAY) first = pid;
    } catch {
      // It ended meanwhile.
    }
  }
  const members = new Set([first]);
  for (let size = 0; size !== members.size; ) {
    size = members.size;
    for (const [pid, parent] of parents) if (members.has(parent)) members.add(pid);
  }
  return [first, [...members]];
}

/** When a process started, in milliseconds of the epoch, to 10 ms. */
function startOf(pid) {
  const up = Number(readFileSync('/proc/uptime', 'utf8').split(' ')[0]);
  return Date.now() - (up - Number(stat(pid)[19]) / TICKS) * 1000;
}

/** Memory that only this process holds, with its share of what it shares, in bytes. */
function proportionalBytes(pid) {
  return Number(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8').match(/^Pss:\s+(\d+) kB/m)[1]) * 1024;
}

async function measure() {
  const data = mkdtempSync(join(tmpdir(), 'patchbay-figures-'));
  const window = await Window.open(TAURI_DRIVER, PATCHBAY, { PATCHBAY_DATA: data });
  try {
    await window.find('textarea#composer', 30);
    const paint = await until('the window is painted', 20, () =>
      window.script(
        `const [paint] = performance.getEntriesByName('first-contentful-paint');
         return paint ? performance.timeOrigin + paint.startTime : null`,
      ),
    );
    const [first, members] = family();
    const bytes = members.reduce((sum, pid) => sum + proportionalBytes(pid), 0);
    return { paint_ms: paint - startOf(first), idle_bytes: bytes, processes: members.length };
  } finally {
    await window.close();
    rmSync(data, { recursive: true, force: true });
  }
}

const found = [];
for (let index = 0; index < STARTS; index++) found.push(await measure());
const middle = (values) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)];
console.log(
  JSON.stringify({
    paint_ms: middle(found.map((one) => one.paint_ms)),
    idle_bytes: middle(found.map((one) => one.idle_bytes)),
    processes: found[0].processes,
  }),
);
