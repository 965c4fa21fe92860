/** The types of fields that words are typed into. */
export const TYPED = ['text', 'number', 'search', 'url', 'password'];

/** Enter in a field that is typed into: the field keeps what was typed, and `run` goes on with it. */
export function onEnter(run: () => void): (event: KeyboardEvent) => void {
  return (event) => {
    const field = event.target;
    if (event.key !== 'Enter' || event.isComposing || !(field instanceof HTMLInputElement)) return;
    if (!TYPED.includes(field.type)) return;
    event.preventDefault();
    // A field says what was typed when it is left.
    field.blur();
    field.focus();
    run();
  };
}
