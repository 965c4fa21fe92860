import { open } from '../../src/open';
import { FakeBackend } from './backend';
import { FakeWindow } from './window';

const asked = new URLSearchParams(location.search);
/** How much slower than at once it answers: `?speed=0` for figures. */
const speed = asked.get('speed');
/** The desktop window that the page is in, with `?desktop`. */
const desktop = asked.has('desktop') ? new FakeWindow() : null;

class Fake extends FakeBackend {
  override readonly desktop = desktop;
}

const backend = new Fake(speed === null ? 1 : Number(speed));
/** What the newest run was told to set, the desktop window, and what has a file come into a watched folder, for tests. */
Object.defineProperty(window, 'ran', { get: () => backend.settingsOfRun });
Object.defineProperty(window, 'desktop', { value: desktop });
Object.defineProperty(window, 'takeFile', {
  value: (name: string, trouble?: string) => backend.takeFile(name, trouble),
});
await open(backend);
