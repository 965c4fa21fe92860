import { open } from '../../src/open';
import { FakeBackend } from './backend';

/** How much slower than at once it answers: `?speed=0` for figures. */
const speed = new URLSearchParams(location.search).get('speed');
const backend = new FakeBackend(speed === null ? 1 : Number(speed));
/** What the newest run was told to set, for tests to look at. */
Object.defineProperty(window, 'ran', { get: () => backend.settingsOfRun });
await open(backend);
