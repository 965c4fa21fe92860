import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { BackendError, type ErrorDetail } from '../src/lib/backend';
import { type Locale, language } from '../src/lib/messages/index.svelte';

const named = { name: 'a.png' };
const because = { ...named, reason: 'it ends early' };
const DETAILS: { [Kind in ErrorDetail['kind']]: Omit<Extract<ErrorDetail, { kind: Kind }>, 'kind'> } = {
  disk_full: { folder: '/data' },
  file_unreadable: because,
  file_empty: named,
  file_malformed: because,
  file_too_large: because,
  file_unwritable: because,
  file_not_replaced: named,
  file_damaged: named,
  erased: named,
  gone: {},
  still_runs: {},
  no_name: {},
  nothing_pointed_at: {},
  nothing_left: {},
  not_a_picture: named,
  too_many_files: { most: 500 },
  folder_too_large: named,
  folder_without_media: named,
  folder_missing: named,
  watched_already: named,
  would_go_round: { ...named, output: 'web' },
  takes_not_one_file: named,
  no_words: named,
  nothing_to_save: named,
  internal: { reason: 'it ends early' },
};

beforeEach(() => {
  vi.stubGlobal('document', { documentElement: {} });
  vi.stubGlobal('localStorage', { setItem: () => {}, removeItem: () => {} });
});
afterEach(() => language.follow('en'));

const told = (kind: string, parts: object = {}) =>
  BackendError.from({ code: 'unsuitable', message: 'In English.', hint: 'Do it.', detail: { kind, ...parts } });

test.each(['de', 'vi', 'zh-CN'] satisfies Locale[])('every error that has parts is said in %s', async (locale) => {
  await language.follow(locale);
  for (const [kind, parts] of Object.entries(DETAILS)) {
    const { message, hint } = told(kind, parts);
    expect(message, kind).not.toBe('In English.');
    expect(hint, kind).not.toBe('Do it.');
    for (const part of Object.values(parts)) expect(message, kind).toContain(String(part));
    expect(message + hint, kind).not.toContain('undefined');
  }
});

test('what a language has no words for, and all in English, is said as the application says it', async () => {
  const english = told('file_empty', named);
  expect([english.message, english.hint, english.code]).toEqual(['In English.', 'Do it.', 'unsuitable']);
  await language.follow('de');
  expect(told('of a later version').message).toBe('In English.');
  const plain = BackendError.from({ code: 'unsuitable', message: 'In English.', hint: '' });
  expect([plain.message, plain.hint]).toEqual(['In English.', '']);
});
