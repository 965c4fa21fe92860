/** A part of the window whose code is loaded when it is first needed. */
export class LatePart<Part> {
  /** None until it is here. */
  part = $state.raw<Part | null>(null);
  /** Whether it could not be loaded when that was tried last. */
  failed = $state(false);
  private readonly file: () => Promise<{ default: Part }>;
  private loading: Promise<boolean> | null = null;

  constructor(file: () => Promise<{ default: Part }>) {
    this.file = file;
  }

  /** Loads it, unless it is here or on its way: whether it is here then. After a failure it is tried anew. */
  load(): Promise<boolean> {
    this.loading ??= this.fetch();
    return this.loading;
  }

  private async fetch(): Promise<boolean> {
    try {
      this.part = (await this.file()).default;
      this.failed = false;
      return true;
    } catch {
      this.failed = true;
      this.loading = null;
      return false;
    }
  }
}
