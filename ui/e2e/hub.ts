/** A hub of models on this computer: it has the tiny depth network of the parity fixtures under the name of the real one. */
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { resolve } from 'node:path';

const FIXTURE = resolve(import.meta.dirname, '../../tests/parity/fixtures/depth_anything');

export class Hub {
  /** Whether the weights stop coming half way. */
  held = false;
  private constructor(
    private readonly server: Server,
    readonly address: string,
  ) {}

  static async start(): Promise<Hub> {
    const server = createServer((request, response) => {
      const name = request.url?.split('/').at(-1) ?? '';
      if (!['config.json', 'preprocessor_config.json', 'model.safetensors'].includes(name)) {
        response.writeHead(404).end();
        return;
      }
      const file = name === 'preprocessor_config.json' ? Buffer.from('{}') : readFileSync(resolve(FIXTURE, name));
      const from = Number(/^bytes=(\d+)-/.exec(request.headers.range ?? '')?.[1] ?? 0);
      const range = from > 0 ? { 'content-range': `bytes ${from}-${file.length - 1}/${file.length}` } : {};
      const headers = { 'content-length': file.length - from, etag: '"of-the-fixture"', ...range };
      response.writeHead(from > 0 ? 206 : 200, headers);
      if (hub.held && name === 'model.safetensors') response.write(file.subarray(from, file.length / 2));
      else response.end(file.subarray(from));
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    const hub = new Hub(server, `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    return hub;
  }

  stop(): void {
    this.server.closeAllConnections();
    this.server.close();
  }
}
