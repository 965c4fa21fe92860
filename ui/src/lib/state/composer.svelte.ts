/** The request that is being written: its words and what is attached. Nothing here is lost by a file that cannot be
 *  read, a plan that fails or a restart. */
import { type Artifact, type Backend, BackendError, type BoundingBox, type Draft, type Turn } from '$lib/backend';
import { boxesIn } from './box-text';
import { boxWords } from './insert';

export interface Attachment {
  key: number;
  name: string;
  /** The artifact's id once it was taken in. */
  artifact: string | null;
  /** Why it cannot be used. */
  error: BackendError | null;
}

/** A file to take in, by its bytes (browser, clipboard) or its path (desktop). */
export type Source = { file: File } | { path: string };

/** The conversation that the request is for, which begins when it has to. */
interface Home {
  readonly id: string | null;
  ensure(): Promise<string>;
}

/** Reading a file is work for disk and decoder: more at once would only get in each other's way. */
const AT_ONCE = 3;
const DRAFT_DELAY_MS = 400;

function nameOf(source: Source): string {
  return 'file' in source ? source.file.name : (source.path.split(/[\\/]/).pop() ?? source.path);
}

export class Composer {
  text = $state('');
  attachments = $state<Attachment[]>([]);
  /** The turn whose request is being changed, and what was in the composer before. */
  editing = $state.raw<{ turn: Turn; before: { text: string; attachments: Attachment[] } } | null>(null);
  /** Whether files were to be sent without words that say what is to be done with them. */
  readonly wantsWords = $derived.by(
    () => this.wasSentWordless && this.text.trim() === '' && this.attachments.length > 0,
  );
  private wasSentWordless = $state(false);
  readonly artifactIds = $derived(this.attachments.flatMap((one) => one.artifact ?? []));
  readonly isEmpty = $derived(this.text.trim() === '' && this.attachments.length === 0);

  /** The artifacts that boxes were drawn on, by the boxes' words. */
  private drawnOn = $state.raw<Record<string, readonly string[]>>({});

  private readonly backend: Backend;
  private readonly home: Home;
  private readonly took: (artifact: Artifact) => void;
  private nextKey = 0;
  /** The words that were taken over last. */
  private written = '';
  private waiting: { attachment: Attachment; begin: () => void }[] = [];
  private active = 0;
  /** The reading of each file, by its attachment's key. */
  private readonly readings = new Map<number, Promise<void>>();
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(backend: Backend, home: Home, took: (artifact: Artifact) => void) {
    this.backend = backend;
    this.home = home;
    this.took = took;
  }

  restore(draft: Draft, artifacts: ReadonlyMap<string, Artifact>): void {
    this.text = draft.text;
    this.attachments = draft.artifacts.flatMap((id) => {
      const artifact = artifacts.get(id);
      return artifact ? [{ key: this.nextKey++, name: artifact.name, artifact: id, error: null }] : [];
    });
  }

  add(sources: Source[]): void {
    for (const source of sources) {
      this.attachments.push({ key: this.nextKey++, name: nameOf(source), artifact: null, error: null });
      // Taken back out of the list, so that changes to it are seen.
      const attachment = this.attachments.at(-1);
      if (!attachment) continue;
      const begun = new Promise<void>((begin) => this.waiting.push({ attachment, begin }));
      this.readings.set(
        attachment.key,
        begun.then(() => this.read(source, attachment)),
      );
    }
    this.startReading();
  }

  /** Takes the request of a turn in to be changed. The turn is taken back once the changed request is sent. */
  edit(turn: Turn, artifacts: ReadonlyMap<string, Artifact>): void {
    const before = this.editing?.before ?? { text: this.text, attachments: this.attachments };
    this.restore({ text: turn.instruction, artifacts: turn.artifacts }, artifacts);
    this.editing = { turn, before };
  }

  /** Leaves a request of before as it is: what was in the composer comes back. */
  leaveEdit(): void {
    if (!this.editing) return;
    ({ text: this.text, attachments: this.attachments } = this.editing.before);
    this.editing = null;
    this.changed();
  }

  /** Takes words over from elsewhere, and gives those of the person that stood there. */
  write(text: string): string {
    const before = this.text.trim() === this.written ? '' : this.text;
    this.text = text;
    this.written = text.trim();
    this.changed();
    return before;
  }

  addArtifact(artifact: Artifact): void {
    if (this.artifactIds.includes(artifact.id)) return;
    this.attachments.push({ key: this.nextKey++, name: artifact.name, artifact: artifact.id, error: null });
    this.changed();
  }

  /** Keeps in mind what a box was drawn on whose words the request names. */
  drew(box: BoundingBox, artifact: string): void {
    const words = boxWords(box);
    this.drawnOn = { ...this.drawnOn, [words]: [...(this.drawnOn[words] ?? []), artifact] };
  }

  /** The boxes that the words name on something attached: those that were drawn on it, and those that were only typed. */
  boxesOn(artifact: string): BoundingBox[] {
    if (!this.artifactIds.includes(artifact)) return [];
    return boxesIn(this.text).filter((box) => this.drawnOn[boxWords(box)]?.includes(artifact) ?? true);
  }

  /** Takes a request back that was sent: beside what is attached, and beside words that were written since. */
  bringBack(text: string, artifacts: readonly Artifact[]): void {
    if (this.text.trim() === '') this.text = text;
    for (const artifact of artifacts) this.addArtifact(artifact);
    this.changed();
  }

  remove(key: number): void {
    this.attachments = this.attachments.filter((one) => one.key !== key);
    this.waiting = this.waiting.filter(({ attachment }) => attachment.key !== key);
    this.changed();
  }

  removeArtifact(id: string): void {
    if (!this.artifactIds.includes(id)) return;
    this.attachments = this.attachments.filter((one) => one.artifact !== id);
    this.changed();
  }

  /** To be called when the words changed. */
  changed(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.saveDraft(), DRAFT_DELAY_MS);
  }

  /** Empties the composer and gives what was in it, but for what could not be read. The draft on disk stays until the
   *  request is a turn. */
  take(): { text: string; attachments: Attachment[]; replaces: string | null } {
    clearTimeout(this.timer);
    const taken = {
      text: this.text.trim(),
      attachments: this.attachments.filter((one) => one.error === null),
      replaces: this.editing?.turn.id ?? null,
    };
    this.text = this.editing?.before.text ?? '';
    this.attachments = this.editing?.before.attachments ?? [];
    this.editing = null;
    this.wasSentWordless = false;
    return taken;
  }

  /** Takes out what is attached, but for what could not be read; the words stay. */
  takeAttachments(): Attachment[] {
    const taken = this.attachments.filter((one) => one.error === null);
    this.attachments = [];
    this.wasSentWordless = false;
    return taken;
  }

  /** Whether there are words to be sent; says what is missing where there are not. */
  hasWords(): boolean {
    const hasWords = this.text.trim() !== '';
    this.wasSentWordless = !hasWords && this.attachments.length > 0;
    return hasWords;
  }

  /** Resolves to the artifacts of attachments when none of them is being read any more. Of those that were taken, what
   *  could not be read comes back with its reason. */
  async settled(attachments: Attachment[] = this.attachments): Promise<string[]> {
    await Promise.all(attachments.map(({ key }) => this.readings.get(key)));
    const isHere = ({ key }: Attachment) => this.attachments.some((one) => one.key === key);
    this.attachments.push(...attachments.filter((one) => one.error !== null && !isHere(one)));
    return attachments.flatMap((one) => one.artifact ?? []);
  }

  async saveDraft(): Promise<void> {
    clearTimeout(this.timer);
    if (this.isEmpty && this.home.id === null) return;
    try {
      const conversation = await this.home.ensure();
      await this.backend.call('save_draft', {
        conversation,
        draft: { text: this.text, artifacts: [...this.artifactIds] },
      });
    } catch {
      // The draft is still on the screen, and the next change tries again.
    }
  }

  private startReading(): void {
    while (this.active < AT_ONCE) {
      const next = this.waiting.shift();
      if (!next) break;
      this.active += 1;
      next.begin();
    }
  }

  private async read(source: Source, attachment: Attachment): Promise<void> {
    try {
      const conversation = await this.home.ensure();
      const artifact =
        'file' in source
          ? await this.backend.upload(conversation, source.file)
          : await this.backend.call('import_file', { conversation, path: source.path });
      this.took(artifact);
      attachment.artifact = artifact.id;
      attachment.name = artifact.name;
      this.changed();
    } catch (thrown) {
      attachment.error = BackendError.from(thrown);
    } finally {
      this.readings.delete(attachment.key);
      this.active -= 1;
      this.startReading();
    }
  }
}
