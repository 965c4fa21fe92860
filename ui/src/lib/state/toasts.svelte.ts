/** Short messages that go away by themselves; a deletion can be taken back from one. */
import { BackendError } from '$lib/backend';

export interface Toast {
  key: number;
  text: string;
  hint: string;
  bad: boolean;
  action: { label: string; run: () => void } | null;
}

const SHOWN_MS = 8000;

export class Toasts {
  list = $state<Toast[]>([]);
  private next = 0;

  /** Returns the key by which it can be dismissed. */
  show(text: string, action: Toast['action'] = null): number {
    return this.add({ text, hint: '', bad: false, action });
  }

  fail(thrown: unknown, action: Toast['action'] = null): void {
    const error = BackendError.from(thrown);
    this.add({ text: error.message, hint: error.hint, bad: true, action });
  }

  dismiss(key: number): void {
    this.list = this.list.filter((toast) => toast.key !== key);
  }

  private add(toast: Omit<Toast, 'key'>): number {
    const key = this.next++;
    this.list = [...this.list.slice(-2), { ...toast, key }];
    setTimeout(() => this.dismiss(key), toast.bad ? SHOWN_MS * 1.5 : SHOWN_MS);
    return key;
  }
}
