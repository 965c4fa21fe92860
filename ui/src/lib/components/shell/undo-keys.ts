/** Whose undo a key is: the window's, or that of a field's words. */
import { TYPED } from '$lib/components/settings/enter';

/** Follows which field is typed in. */
export class Typing {
  private field: EventTarget | null = null;

  /** A field got the focus: for `onfocusin`. */
  readonly begin = (): void => {
    this.field = null;
  };

  /** A field changed: for `oninput`. Steps up and down are no words. */
  readonly go = (event: Event): void => {
    if (event instanceof InputEvent && event.inputType !== '') this.field = event.target;
  };

  /** Whether the words of a field are what a key takes back. Those of a step's value are, once they are typed in and until the field
   *  takes them. */
  takesKeys(target: EventTarget | null): boolean {
    if (target instanceof HTMLTextAreaElement) return target.value !== '';
    if (target instanceof HTMLInputElement && TYPED.includes(target.type))
      return target.closest('[data-values]') === null || target === this.field;
    return target instanceof HTMLElement && target.isContentEditable;
  }
}
