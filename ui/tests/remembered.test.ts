import { beforeEach, expect, test, vi } from 'vitest';
import type { Artifact } from '../src/lib/backend';
import { Patchbay } from '../src/lib/state/patchbay.svelte';
import { artifactOf } from './fake/artifacts';
import { FakeBackend } from './fake/backend';

const photo = () => new File(['…'], 'photo.jpg', { type: 'image/jpeg' });

let backend: FakeBackend;
let patchbay: Patchbay;

beforeEach(async () => {
  vi.stubGlobal('document', { documentElement: {} });
  vi.stubGlobal('navigator', { languages: ['en'] });
  vi.stubGlobal('requestAnimationFrame', (run: () => void) => setTimeout(run));
  vi.stubGlobal('cancelAnimationFrame', clearTimeout);
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => {}, removeItem: () => {} });
  backend = new FakeBackend(0);
  patchbay = new Patchbay(backend);
  patchbay.start();
  await vi.waitFor(() => expect(patchbay.phase).toBe('ready'));
});

const titles = () => patchbay.conversations.map((one) => patchbay.titleOf(one));
const kept = ['Cut-outs for the shop', 'Podcast, episode 12', 'Mug photos, tags and titles'];

async function begin(...files: File[]): Promise<string> {
  patchbay.conversation.composer.add(files.map((file) => ({ file })));
  await patchbay.conversation.composer.settled();
  const id = await patchbay.conversation.ensure();
  await vi.waitFor(() => expect(patchbay.conversations.some((one) => one.id === id)).toBe(true));
  return id;
}

test('an empty page is used again', () => {
  const page = patchbay.conversation;
  patchbay.newConversation();
  expect(patchbay.conversation).toBe(page);
  page.composer.text = 'make it';
  patchbay.newConversation();
  expect(patchbay.conversation).not.toBe(page);
});

test('what was begun is called by its words or files once it is left', async () => {
  await begin(photo());
  expect(titles()).toEqual(['New conversation', ...kept]);
  patchbay.newConversation();
  await vi.waitFor(() => expect(titles()).toEqual(['Draft: photo.jpg', ...kept]));
  patchbay.conversation.composer.text = 'put music under';
  patchbay.newConversation();
  await vi.waitFor(() => expect(titles()).toEqual(['Draft: put music under', 'Draft: photo.jpg', ...kept]));
});

test('what holds nothing is let go once it is left, unless somebody named it', async () => {
  await begin();
  await patchbay.open('c-old');
  await vi.waitFor(() => expect(titles()).toEqual(kept));
  patchbay.newConversation();
  const named = await begin();
  await patchbay.renameConversation(named, 'For later');
  await patchbay.open('c-old');
  expect(titles()).toContain('For later');
});

test('what was asked in is neither let go nor called a draft', async () => {
  await begin(photo());
  patchbay.conversation.composer.text = 'make it sepia';
  await patchbay.conversation.send(true);
  const { id } = patchbay.conversation;
  patchbay.newConversation();
  await vi.waitFor(() => expect(patchbay.remembered.askedIn(id ?? '')).toEqual(['make it sepia']));
  expect(titles()[0]).toBe('make it sepia');
});

test('what was left over at the last closing is looked after', async () => {
  const gone: string[] = [];
  const then = { created_at: 0, updated_at: 0 };
  const leftOver = ['c-empty', 'c-files', 'c-words', 'c-asked'].map((id) => ({ id, title: '', ...then }));
  const named = [{ id: 'c-named', title: 'Named', ...then }];
  const just = ['c-just', 'c-begun'].map((id) => ({ id, title: '', created_at: 0, updated_at: 100_000 }));
  const opened = (artifacts: Artifact[], text = '', turns: unknown[] = []) => ({
    turns,
    artifacts,
    draft: { text, artifacts: [] },
  });
  const files = ['a.jpg', 'b.jpg', 'c.jpg', 'd.jpg'].map((name) => artifactOf(name, name, 'image', { given: true }));
  const contents: Record<string, unknown> = {
    'c-empty': opened([]),
    'c-files': opened(files),
    'c-words': opened(files, 'join these'),
    'c-asked': opened([], '', [{}]),
    'c-just': opened([]),
    'c-begun': opened(files.slice(0, 1)),
  };
  vi.spyOn(backend, 'call').mockImplementation(async (name, args) => {
    const { id } = args as { id: string };
    if (name === 'delete_conversation') gone.push(id);
    return (contents[id] ?? {}) as never;
  });
  await patchbay.remembered.tidy([...leftOver, ...named, ...just], 120_000);
  expect(gone).toEqual(['c-empty']);
  expect(patchbay.remembered.nameOf('c-files')).toBe('a.jpg, b.jpg, c.jpg');
  expect(patchbay.remembered.nameOf('c-words')).toBe('join these');
  expect(patchbay.remembered.nameOf('c-asked')).toBeNull();
  expect(patchbay.remembered.nameOf('c-begun')).toBe('a.jpg');
});
