import { afterEach, beforeEach, expect, type MockInstance, test, vi } from 'vitest';
import type { FoundConversation } from '../src/lib/backend';
import { searchSaid } from '../src/lib/state/search-said';
import { FakeBackend } from './fake/backend';

const found = (id: string, said: string): FoundConversation[] => [
  { summary: { id, title: '', created_at: 0, updated_at: 0 }, said },
];
let backend: FakeBackend;
let call: MockInstance<FakeBackend['call']>;

beforeEach(() => {
  vi.useFakeTimers();
  backend = new FakeBackend(0);
  call = vi.spyOn(backend, 'call').mockResolvedValue(found('c-1', 'the harbour') as never);
});
afterEach(() => void vi.useRealTimers());

test('it is asked once, 150 ms after the last key', async () => {
  const tell = vi.fn();
  let leave = () => {};
  for (const words of ['h', 'ha', 'har']) {
    leave();
    leave = searchSaid(backend, words, tell);
    await vi.advanceTimersByTimeAsync(149);
  }
  expect(call).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(call).toHaveBeenCalledExactlyOnceWith('search_conversations', { words: 'har' });
  expect(tell).toHaveBeenCalledExactlyOnceWith(new Map([['c-1', 'the harbour']]));
});

test('an answer that comes after other words were typed is not told', async () => {
  let answer = (_: unknown) => {};
  call.mockReturnValueOnce(
    new Promise((resolve) => {
      answer = resolve;
    }) as never,
  );
  const tell = vi.fn();
  const leave = searchSaid(backend, 'har', tell);
  await vi.advanceTimersByTimeAsync(150);
  expect(call).toHaveBeenCalledTimes(1);
  leave();
  answer(found('c-1', 'the harbour'));
  await vi.runAllTimersAsync();
  expect(tell).not.toHaveBeenCalled();
});

test('where it cannot be asked nothing is found', async () => {
  call.mockRejectedValueOnce(new Error('no answer'));
  const tell = vi.fn();
  searchSaid(backend, 'har', tell);
  await vi.runAllTimersAsync();
  expect(tell).toHaveBeenCalledExactlyOnceWith(new Map());
});
