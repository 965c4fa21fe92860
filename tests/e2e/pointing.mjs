// How long the mask of a first and of a next click takes, over the loopback server, as a browser would ask for it.
// `cargo xtask bench` starts it with PATCHBAY_CLI and PICTURE; prints one JSON object.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const { PATCHBAY_CLI, PICTURE } = process.env;
const ROUNDS = 5;

const data = mkdtempSync(join(tmpdir(), 'patchbay-pointing-'));
const server = spawn(PATCHBAY_CLI, ['serve', '--no-open', '--data', data], { stdio: ['ignore', 'pipe', 'inherit'] });
try {
  const page = new URL((await createInterface({ input: server.stdout })[Symbol.asyncIterator]().next()).value);
  const token = page.searchParams.get('token');
  const headers = { authorization: `Bearer ${token}` };
  const ask = async (path, body, type) => {
    const reply = await fetch(new URL(path, page), {
      method: 'POST',
      headers: { ...headers, 'content-type': type },
      body,
    });
    if (!reply.ok) throw new Error(`${path}: ${await reply.text()}`);
    return reply.json();
  };
  const call = (name, args) => ask(`/api/call/${name}`, JSON.stringify(args), 'application/json');

  const first = [];
  const next = [];
  for (let round = 0; round < ROUNDS; round++) {
    const conversation = await call('create_conversation', {});
    const upload = `/api/upload?conversation=${conversation.id}&name=photo.jpg`;
    // A byte behind the picture's end makes it another file, so that nothing is remembered from the round before.
    const picture = Buffer.concat([readFileSync(PICTURE), Buffer.from([round])]);
    const artifact = await ask(upload, picture, 'application/octet-stream');
    const points = [
      { x: 237, y: 571, include: true },
      { x: 430, y: 380, include: true },
    ];
    for (const [count, times] of [
      [1, first],
      [2, next],
    ]) {
      const start = performance.now();
      const prompt = { points: points.slice(0, count) };
      const { candidates } = await call('segment', { artifact: artifact.id, prompt, request: count });
      if (candidates.length === 0) throw new Error('no mask came');
      times.push(performance.now() - start);
    }
  }
  const middle = (times) => times.sort((a, b) => a - b)[Math.floor(times.length / 2)];
  console.log(JSON.stringify({ first_ms: middle(first), next_ms: middle(next) }));
} finally {
  server.kill();
  rmSync(data, { recursive: true, force: true });
}
