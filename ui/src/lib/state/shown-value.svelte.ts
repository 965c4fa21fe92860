/** What the fields of a setting show while a value is picked or typed in one of them. */

type FieldEvent = globalThis.Event & { currentTarget: HTMLInputElement };

/** The text that all fields of one setting show: the setting's value, or what is being picked until that is taken. */
export class ShownValue {
  text: string = $derived.by(() => this.value());
  private readonly value: () => string;
  private readonly change: (text: string) => void;

  /** `value` tells what is set; `change` takes what a field says, and may set something else. */
  constructor(value: () => string, change: (text: string) => void) {
    this.value = value;
    this.change = change;
  }

  /** Shows what is being picked or typed: for a field's `oninput`. */
  readonly show = ({ currentTarget }: FieldEvent): void => {
    this.text = currentTarget.value;
  };

  /** Takes what was picked where the field allows it, and shows what is set then: for a field's `onchange`. */
  readonly take = ({ currentTarget }: FieldEvent): void => {
    if (!currentTarget.reportValidity()) return;
    this.change(currentTarget.value);
    this.text = this.value();
  };
}
