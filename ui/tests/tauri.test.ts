import { emit } from '@tauri-apps/api/event';
import { mockIPC, mockWindows } from '@tauri-apps/api/mocks';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { TauriBackend } from '../src/lib/backend/tauri';

const commands: string[] = [];

beforeEach(() => {
  vi.stubGlobal('window', globalThis);
  mockIPC((command) => void commands.push(command), { shouldMockEvents: true });
  mockWindows('main');
});
afterEach(() => vi.unstubAllGlobals());

test('a window that is asked to close stays open, and closes when it is told to', async () => {
  const { desktop } = new TauriBackend();
  const asked = vi.fn();
  const stop = desktop.onClose(asked);
  await vi.waitFor(async () => {
    await emit('tauri://close-requested');
    expect(asked).toHaveBeenCalled();
  });
  expect(commands).not.toContain('plugin:window|destroy');
  await desktop.close();
  expect(commands).toContain('plugin:window|destroy');

  stop();
  await vi.waitFor(async () => {
    asked.mockClear();
    await emit('tauri://close-requested');
    expect(asked).not.toHaveBeenCalled();
  });
});
