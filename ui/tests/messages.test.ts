import { expect, test } from 'vitest';
import { en } from '../src/lib/messages/en';
import { bestLocale } from '../src/lib/messages/index.svelte';
import { vi } from '../src/lib/messages/vi';
import { zhCN } from '../src/lib/messages/zh-CN';

const kept = new Set(['appName', 'pixels', 'keyboard']);

test.each([
  ['vi', vi],
  ['zh-CN', zhCN],
])('%s has a text of its own for everything', (_, table) => {
  for (const [key, text] of Object.entries(en)) {
    const own = table[key as keyof typeof en];
    if (typeof text === 'string' && !kept.has(key)) expect(own, key).not.toBe(text);
    if (typeof text === 'function') {
      const said = String((own as (...values: unknown[]) => unknown)('7', 7, '7'));
      expect(said, key).toContain('7');
      expect(said, key).not.toContain('undefined');
    }
  }
  expect(Object.keys(table.kinds).sort()).toEqual(Object.keys(en.kinds).sort());
  expect(Object.keys(table.places).sort()).toEqual(Object.keys(en.places).sort());
});

test('the language is the first of the system that there is', () => {
  expect(bestLocale(['de-DE', 'zh-TW', 'en'])).toBe('zh-CN');
  expect(bestLocale(['vi-VN'])).toBe('vi');
  expect(bestLocale(['de'])).toBe('en');
});
