import { expect, test } from 'vitest';
import { type BuiltFile, startSize, wordsSize } from '../start-size';

const chunk = (bytes: number, more: Partial<BuiltFile> = {}): BuiltFile => ({
  type: 'chunk',
  code: ' '.repeat(bytes),
  imports: [],
  ...more,
});

test('the start is its first file, what that imports, the larger backend and the longest texts; words of the toolbox count apart', () => {
  const files = {
    'index.js': chunk(1000, { isEntry: true, imports: ['shared.js', 'texts.js'] }),
    'shared.js': chunk(200, { imports: ['texts.js'] }),
    'texts.js': chunk(30),
    'tauri.js': chunk(4, { facadeModuleId: '/ui/src/lib/backend/tauri.ts', imports: ['shared.js'] }),
    'vi.js': chunk(5, { facadeModuleId: '/ui/src/lib/messages/vi.ts' }),
    'vi-2.js': chunk(700, { facadeModuleId: '/ui/src/lib/messages/tools/vi/index.ts' }),
    'late.js': chunk(9999, { facadeModuleId: '/ui/src/lib/components/player/Player.svelte', imports: ['shared.js'] }),
    'style.css': { type: 'asset' as const },
  };
  expect(startSize(files)).toBe(1239);
  expect(wordsSize(files)).toBe(700);
});

test('letters of several bytes count as such', () => {
  expect(startSize({ 'index.js': chunk(0, { isEntry: true, code: 'ế' }) })).toBe(3);
});
