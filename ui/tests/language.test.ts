import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { language, m, SAID } from '../src/lib/messages/index.svelte';
import { Patchbay } from '../src/lib/state/patchbay.svelte';
import { FakeBackend } from './fake/backend';

const kept = new Map<string, string>();

beforeEach(() => {
  vi.stubGlobal('document', { documentElement: {} });
  vi.stubGlobal('navigator', { languages: ['vi-VN', 'en'] });
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  });
});
afterEach(() => {
  kept.clear();
  vi.restoreAllMocks();
});

test('the texts change once those of the language are here', async () => {
  const following = language.follow('de');
  expect(m.settings).toBe('Settings');
  await following;
  expect(m.settings).toBe('Einstellungen');
  expect(document.documentElement.lang).toBe('de');
});

test('the words of the toolbox come and go with the texts', async () => {
  await language.follow('en');
  const following = language.follow('de');
  expect(language.toolWords).toBeNull();
  await following;
  expect(language.toolWords?.tools.Crop).toBe('Zuschneiden');
  await language.follow('en');
  expect(language.toolWords).toBeNull();
});

test('a language that could not be loaded says so, and English stays until it can', async () => {
  await language.follow('en');
  vi.spyOn(SAID, 'de').mockRejectedValueOnce(new Error('no answer'));
  const backend = new FakeBackend(0);
  const patchbay = new Patchbay(backend);
  vi.spyOn(backend, 'call').mockResolvedValue({ ...patchbay.settings, language: 'de' } as never);
  await patchbay.setSettings({ language: 'de' });
  const [toast] = patchbay.toasts.list;
  expect(toast?.text).toBe(m.languageFailed);
  expect([language.locale, m.settings, language.toolWords]).toEqual(['en', 'Settings', null]);
  toast?.action?.run();
  await expect.poll(() => m.settings).toBe('Einstellungen');
  expect(language.toolWords).not.toBeNull();
});

test('of a language that fails after another one was set nothing is said', async () => {
  await language.follow('en');
  let fail = (_: Error) => {};
  vi.spyOn(SAID, 'de').mockReturnValueOnce(new Promise((_, failed) => (fail = failed)));
  const backend = new FakeBackend(0);
  const patchbay = new Patchbay(backend);
  const older = patchbay.setSettings({ language: 'de' });
  await vi.waitFor(() => expect(SAID.de).toHaveBeenCalled());
  await patchbay.setSettings({ language: 'vi' });
  fail(new Error('no answer'));
  await older;
  expect(patchbay.toasts.list).toEqual([]);
  expect(language.locale).toBe('vi');
});

test('what is tried again is the language that is set by then', async () => {
  await language.follow('en');
  vi.spyOn(SAID, 'de').mockRejectedValueOnce(new Error('no answer'));
  const patchbay = new Patchbay(new FakeBackend(0));
  await patchbay.setSettings({ language: 'de' });
  await patchbay.setSettings({ language: 'vi' });
  const follow = vi.spyOn(language, 'follow');
  patchbay.toasts.list[0]?.action?.run();
  expect(follow.mock.calls).toEqual([['vi']]);
});

test('where none is set it is the language of the system', async () => {
  await language.follow(null);
  expect(language.locale).toBe('vi');
  expect(m.settings).toBe('Cài đặt');
});

test('of two that are set one after the other the newer counts', async () => {
  await Promise.all([language.follow('zh-CN'), language.follow('en')]);
  expect(language.locale).toBe('en');
  expect(m.settings).toBe('Settings');
});

test('the window begins in the language that was set last', async () => {
  await language.follow('zh-CN');
  await language.follow('en');
  await language.follow('de');
  language.locale = 'en';
  await language.begin();
  expect(language.locale).toBe('de');
  await language.follow(null);
  expect(kept.size).toBe(0);
});
