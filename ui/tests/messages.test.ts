import { expect, test } from 'vitest';
import { de } from '../src/lib/messages/de';
import { en } from '../src/lib/messages/en';
import { bestLocale } from '../src/lib/messages/index.svelte';
import { vi } from '../src/lib/messages/vi';
import { zhCN } from '../src/lib/messages/zh-CN';

const kept = ['appName', 'pixels', 'keyboard'];

// The third is what is the same word in both languages.
test.each([
  ['de', de, ['position', 'renameArtifact', 'serverName']],
  ['vi', vi, []],
  ['zh-CN', zhCN, []],
])('%s has a text of its own for everything', (_, table, same: string[]) => {
  const shared = new Set([...kept, ...same]);
  for (const [key, text] of Object.entries(en)) {
    const own = table[key as keyof typeof en];
    if (typeof text === 'string' && !shared.has(key)) expect(own, key).not.toBe(text);
    if (typeof text === 'function') {
      const said = String((own as (...values: unknown[]) => unknown)('7', 7, '7'));
      expect(said, key).toContain('7');
      expect(said, key).not.toContain('undefined');
    }
  }
  expect(Object.keys(table.kinds).sort()).toEqual(Object.keys(en.kinds).sort());
  expect(Object.keys(table.places).sort()).toEqual(Object.keys(en.places).sort());
});

test('German counts in its own plurals', () => {
  expect([0, 1, 2].map((count) => de.manyFiles(count))).toEqual(['0 Dateien', '1 Datei', '2 Dateien']);
  expect([1, 2].map((count) => de.moreSolutions(count))).toEqual(['1 weitere Lösung', '2 weitere Lösungen']);
  expect([1, 2].map((count) => de.graphLabel('A', count))).toEqual([
    'A: Graph mit 1 Schritt',
    'A: Graph mit 2 Schritten',
  ]);
});

test('the language is the first of the system that there is', () => {
  expect(bestLocale(['fi-FI', 'zh-TW', 'en'])).toBe('zh-CN');
  expect(bestLocale(['vi-VN'])).toBe('vi');
  expect(bestLocale(['de-AT'])).toBe('de');
  expect(bestLocale(['fi'])).toBe('en');
});
