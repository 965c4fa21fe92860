import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { language, m } from '../src/lib/messages/index.svelte';

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
afterEach(() => kept.clear());

test('the texts change once those of the language are here', async () => {
  const following = language.follow('de');
  expect(m.settings).toBe('Settings');
  await following;
  expect(m.settings).toBe('Einstellungen');
  expect(document.documentElement.lang).toBe('de');
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
