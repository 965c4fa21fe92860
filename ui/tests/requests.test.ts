import { expect, test, vi } from 'vitest';
import { type Pending, Requests } from '../src/lib/state/requests.svelte';

const request = (text: string) => ({ text, artifacts: [], ask: false });

test('requests are understood one after the other, in the order in which they were sent', async () => {
  const requests = new Requests();
  const begun: string[] = [];
  const understand = async (pending: Pending) => {
    begun.push(pending.text);
    await Promise.resolve();
    begun.push(`${pending.text} done`);
    requests.drop(pending);
    return pending.text;
  };
  const sent = ['first', 'second'].map((text) => requests.send(request(text), understand));
  expect(requests.list.map(({ text }) => text)).toEqual(['first', 'second']);
  expect(requests.count).toBe(2);
  expect(await Promise.all(sent)).toEqual(['first', 'second']);
  expect(begun).toEqual(['first', 'first done', 'second', 'second done']);
  expect(requests.list).toEqual([]);
});

test('one that is dropped before its turn comes is not understood, and one that fails holds up nothing', async () => {
  const requests = new Requests();
  const failed = requests.send(request('first'), () => Promise.reject(new Error('no')));
  const understand = vi.fn(async () => 'understood');
  const dropped = requests.send(request('second'), understand);
  const last = requests.send(request('third'), understand);
  requests.drop(requests.list[1]!);
  await expect(failed).rejects.toThrow('no');
  expect(await dropped).toBeNull();
  expect(await last).toBe('understood');
  expect(understand).toHaveBeenCalledTimes(1);
});
