import { SvelteMap } from 'svelte/reactivity';
import { describe, expect, test } from 'vitest';
import { ShownValue } from '../src/lib/state/shown-value.svelte';

type FieldEvent = Parameters<ShownValue['show']>[0];

/** What happens in a field that says `value`, and allows it or not. */
function inField(value: string, isValid = true): FieldEvent {
  return { currentTarget: { value, reportValidity: () => isValid } } as unknown as FieldEvent;
}

describe('the fields of a setting', () => {
  function setting(rewrite = (text: string) => text) {
    const set = new SvelteMap([['value', '1']]);
    const shown = new ShownValue(
      () => set.get('value') ?? '',
      (text) => set.set('value', rewrite(text)),
    );
    return { set, shown };
  }

  test('show what is being picked before it is set', () => {
    const { set, shown } = setting();
    shown.show(inField('2'));
    expect([shown.text, set.get('value')]).toEqual(['2', '1']);
  });

  test('show what was set of what was picked', () => {
    const { set, shown } = setting((text) => text.trim());
    shown.show(inField(' 2 '));
    shown.take(inField(' 2 '));
    expect([shown.text, set.get('value')]).toEqual(['2', '2']);
  });

  test('show the value again where it stays as it was', () => {
    const { shown } = setting(() => '1');
    shown.show(inField('2'));
    shown.take(inField('2'));
    expect(shown.text).toBe('1');
  });

  test('keep what is not possible, and set nothing', () => {
    const { set, shown } = setting();
    shown.show(inField('900'));
    shown.take(inField('900', false));
    expect([shown.text, set.get('value')]).toEqual(['900', '1']);
  });
});
