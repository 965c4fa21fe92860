// The few WebDriver calls that the window's test needs, straight over HTTP (https://www.w3.org/TR/webdriver2/).
import { spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { basename } from 'node:path';

const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';
const KEYS = { Enter: '\uE007' };
/** So long a command may take, in milliseconds: one that hangs is named, which the test's own end would not. */
const LONGEST = 60_000;

/** A free port of this computer. */
function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

/** Waits until `probe` answers something true, or says after `seconds` what was waited for. */
export async function until(what, seconds, probe) {
  const end = Date.now() + seconds * 1000;
  for (;;) {
    const found = await probe();
    if (found) return found;
    if (Date.now() > end) throw new Error(`waited ${seconds} s in vain: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** A window of the program, under WebDriver. */
export class Window {
  /** Starts the driver and, through it, the program. `environment` is added to the program's; `args` are its arguments. */
  static async open(driver, program, environment = {}, args = []) {
    const window = new Window();
    const [port, native] = [await freePort(), await freePort()];
    window.base = `http://127.0.0.1:${port}`;
    window.driver = spawn(driver, ['--port', `${port}`, '--native-port', `${native}`], {
      env: { ...process.env, ...environment },
      stdio: ['ignore', 'inherit', 'inherit'],
      detached: true,
    });
    window.driver.once('error', (error) => console.error(`${driver}: ${error.message}`));
    await until('the driver answers', 20, () =>
      fetch(`${window.base}/status`).then(
        (reply) => reply.ok,
        () => false,
      ),
    );
    const capabilities = { alwaysMatch: { 'tauri:options': { application: program, args } } };
    const { sessionId } = await window.#send('POST', '/session', { capabilities });
    window.session = `/session/${sessionId}`;
    return window;
  }

  async #send(method, path, body) {
    const reply = await fetch(this.base + path, {
      method,
      headers: { 'content-type': 'application/json' },
      body: body && JSON.stringify(body),
      signal: AbortSignal.timeout(LONGEST),
    }).catch((error) => {
      throw new Error(`${method} ${path} ${body?.script ?? ''}: ${error.message}`);
    });
    const { value } = await reply.json();
    if (!reply.ok) throw new Error(`${method} ${path}: ${value.error}: ${value.message}`);
    return value;
  }

  /** Runs the body of a function in the page; its arguments are `arguments`. */
  script(body, ...args) {
    return this.#send('POST', `${this.session}/execute/sync`, { script: body, args });
  }

  /** The same for a body that ends by calling its last argument. */
  scriptThatCalls(body, ...args) {
    return this.#send('POST', `${this.session}/execute/async`, { script: body, args });
  }

  /** The first element of a CSS selector, waited for. */
  async find(selector, seconds = 10) {
    const found = await until(`${selector} is there`, seconds, async () => {
      const all = await this.#send('POST', `${this.session}/elements`, { using: 'css selector', value: selector });
      return all[0];
    });
    return found[ELEMENT];
  }

  async click(selector, seconds) {
    await this.#send('POST', `${this.session}/element/${await this.find(selector, seconds)}/click`, {});
  }

  /** Types as a keyboard does; `{Enter}` is the key. */
  async type(selector, text) {
    const keys = text.replaceAll('{Enter}', KEYS.Enter);
    await this.#send('POST', `${this.session}/element/${await this.find(selector)}/value`, { text: keys });
  }

  /** The window as PNG. */
  async screenshot() {
    return Buffer.from(await this.#send('GET', `${this.session}/screenshot`), 'base64');
  }

  /** Lets files fall into the window, as the system's file manager does. */
  drop(paths) {
    return this.scriptThatCalls(
      `const [paths, done] = arguments;
       const payload = { paths, position: { x: 400, y: 400 } };
       window.__TAURI_INTERNALS__.invoke('plugin:event|emit', { event: 'tauri://drag-drop', payload })
         .then(() => done(null), (error) => done(String(error)));`,
      paths,
    ).then((error) => {
      if (error) throw new Error(`the drop was refused: ${error}`);
    });
  }

  /** Drops a file and waits until it is attached to the next request. */
  async attach(path) {
    const name = basename(path);
    const isThere = `return document.querySelector('form.composer').innerText.includes(${JSON.stringify(name)})`;
    // The page may be there before it listens for drops: who sees nothing happen drops again.
    for (let tries = 0; !(await this.script(isThere)); tries++) {
      if (tries === 5) throw new Error(`${name} was dropped ${tries} times and is not attached`);
      await this.drop([path]);
      await until(`${name} is attached`, 5, () => this.script(isThere)).catch(() => undefined);
    }
  }

  /** Ends the program and the driver; once is enough. */
  async close() {
    const { session } = this;
    this.session = undefined;
    try {
      if (session) await this.#send('DELETE', session);
    } finally {
      // With all that it started: a page that hangs would stay.
      process.kill(-this.driver.pid);
    }
  }
}
