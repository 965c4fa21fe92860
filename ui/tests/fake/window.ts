/** A desktop window as the page sees it, which a test asks to close. */
import type { Desktop } from '../../src/lib/backend';

export class FakeWindow implements Desktop {
  isClosed = false;
  private listener: (() => void) | null = null;

  readonly pickFiles = async () => [];
  readonly pickSavePath = async (name: string) => `/saved/${name}`;
  /** The folder that is chosen next. */
  folder = '/from/a/stick';
  readonly pickFolder = async () => this.folder;
  readonly pickKind = async () => [];
  readonly onDrop = () => () => {};
  readonly onClose = (listener: () => void) => {
    this.listener = listener;
    return () => {
      this.listener = null;
    };
  };
  readonly close = async () => {
    this.isClosed = true;
  };

  /** What its close button does. */
  askToClose(): void {
    if (this.listener) this.listener();
    else this.isClosed = true;
  }
}
