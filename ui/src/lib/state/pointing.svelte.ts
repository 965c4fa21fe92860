/** What a person points at on one image: points and a box with their history, and the masks that they mean. */
import {
  type Artifact,
  type Backend,
  BackendError,
  type BoundingBox,
  type Candidate,
  type CandidateName,
  type Point,
  type PointPrompt,
} from '$lib/backend';
import type { Position } from './view';

export type Mode = 'include' | 'exclude' | 'box';

interface Marks {
  points: Point[];
  box: BoundingBox | null;
}

const NOTHING: Marks = { points: [], box: null };
/** A wait shorter than this is not worth a spinner. */
const PATIENCE_MS = 200;
const WHILE_DRAGGING_MS = 90;

/** Grows with every prompt of this window, also over reopening an image: the application takes the newest. */
let lastRequest = Date.now();

export class PointingState {
  mode = $state<Mode>('include');
  marks = $state.raw<Marks>(NOTHING);
  candidates = $state.raw<Candidate[]>([]);
  chosen = $state(0);
  invert = $state(false);
  grow = $state(0);
  feather = $state(0);
  preparing = $state(true);
  /** Whether the masks for what is pointed at now are still to come, and whether that takes long. */
  asking = $state(false);
  slow = $state(false);
  error = $state.raw<BackendError | null>(null);
  /** What the last change was, for the announcement. */
  last = $state<'point' | 'box' | null>(null);
  size = $state({ width: 0, height: 0 });
  /** The model that outlined what is shown; none: by colour. */
  outlinedBy = $state<string | null>(null);
  /** The model that still looks at the image. */
  coming = $state<string | null>(null);
  /** Whether something is pointed at. */
  readonly isPointed = $derived(this.marks.box !== null || this.marks.points.some((point) => point.include));
  readonly candidate = $derived(this.candidates[this.chosen] ?? null);
  readonly prompt = $derived<PointPrompt>({ points: this.marks.points, bounding_box: this.marks.box });
  readonly canUndo = $derived.by(() => this.pastLength > 0);
  readonly canRedo = $derived.by(() => this.futureLength > 0);

  private past: Marks[] = [];
  private future: Marks[] = [];
  private pastLength = $state(0);
  private futureLength = $state(0);
  private newest = 0;
  /** Ends when the newest prompt was answered. */
  private answering: Promise<void> = Promise.resolve();
  /** The kind of candidate that the person chose; none: the best. */
  private picked: CandidateName | null = null;
  /** Whether the model has looked at the image since the last answer. */
  private looked = false;
  private closed = false;
  private patience: ReturnType<typeof setTimeout> | undefined;
  private throttle: ReturnType<typeof setTimeout> | undefined;
  private readonly backend: Backend;
  readonly artifact: Artifact;

  constructor(backend: Backend, artifact: Artifact) {
    this.backend = backend;
    this.artifact = artifact;
    this.size = { width: artifact.width ?? 0, height: artifact.height ?? 0 };
  }

  async prepare(): Promise<void> {
    try {
      this.size = await this.backend.call('prepare_pointing', { artifact: this.artifact.id });
    } catch (thrown) {
      this.error = BackendError.from(thrown);
    } finally {
      this.preparing = false;
    }
  }

  /** Has a model look at the image; what is pointed at by then is asked for anew. */
  async outline(): Promise<void> {
    if (this.closed) return;
    try {
      await this.backend.call('prepare_outlining', { artifact: this.artifact.id });
    } catch {
      // Colour goes on answering; the application has the reason in its log.
    }
    this.looked = true;
    this.again();
  }

  close(): void {
    this.closed = true;
    void this.backend.call('close_pointing', { artifact: this.artifact.id }).catch(() => {});
  }

  addPoint({ x, y }: Position, include: boolean): void {
    this.last = 'point';
    this.change({ ...this.marks, points: [...this.marks.points, { ...this.within({ x, y }), include }] });
  }

  removePoint(place: number): void {
    this.last = null;
    this.change({ ...this.marks, points: this.marks.points.filter((_, index) => index !== place) });
  }

  /** Moves a point while it is dragged; one drag is one step of the history. */
  dragPoint(place: number, to: Position, first: boolean): void {
    this.last = 'point';
    const points = this.marks.points.map((point, index) =>
      index === place ? { ...point, ...this.within(to) } : point,
    );
    if (first) this.remember();
    this.marks = { ...this.marks, points };
    this.throttle ??= setTimeout(() => this.ask(), WHILE_DRAGGING_MS);
  }

  setBox(from: Position, to: Position): void {
    const [a, b] = [this.within(from), this.within(to)];
    const box = {
      x: Math.min(a.x, b.x),
      y: Math.min(a.y, b.y),
      width: Math.abs(a.x - b.x),
      height: Math.abs(a.y - b.y),
    };
    if (box.width < 1 || box.height < 1) return;
    this.last = 'box';
    this.change({ ...this.marks, box });
  }

  removeBox(): void {
    this.last = null;
    this.change({ ...this.marks, box: null });
  }

  undo(): void {
    this.travel(this.past, this.future);
  }

  redo(): void {
    this.travel(this.future, this.past);
  }

  choose(place: number): void {
    if (place >= this.candidates.length) return;
    this.chosen = place;
    this.picked = this.candidate?.name ?? null;
  }

  /** Keeps the region as an artifact, as soon as its mask is there; none where nothing is pointed at or found. */
  async accept(): Promise<Artifact | null> {
    await this.answered();
    if (!this.candidate || this.closed) return null;
    return this.backend.call('accept_region', {
      artifact: this.artifact.id,
      prompt: this.prompt,
      candidate: this.candidate.name,
      grow: this.grow,
      feather: this.feather,
      invert: this.invert,
    });
  }

  /** Begins with the next object on the same image. */
  clear(): void {
    this.past = [];
    this.future = [];
    this.count();
    this.marks = NOTHING;
    this.invert = false;
    this.last = null;
    this.ask();
  }

  private within({ x, y }: Position): Position {
    return {
      x: Math.min(this.size.width - 0.5, Math.max(0.5, x)),
      y: Math.min(this.size.height - 0.5, Math.max(0.5, y)),
    };
  }

  private change(marks: Marks): void {
    this.remember();
    this.marks = marks;
    this.ask();
  }

  private remember(): void {
    this.past.push(this.marks);
    this.future = [];
    this.count();
  }

  private travel(from: Marks[], to: Marks[]): void {
    const marks = from.pop();
    if (!marks) return;
    to.push(this.marks);
    this.marks = marks;
    this.last = null;
    this.count();
    this.ask();
  }

  private count(): void {
    this.pastLength = this.past.length;
    this.futureLength = this.future.length;
  }

  /** Asks once more where an answer came before the model was ready. */
  private again(): void {
    if (!this.looked || this.coming === null || this.closed) return;
    this.looked = false;
    this.coming = null;
    this.ask();
  }

  /** Waits for the masks of what is pointed at now, and of what is pointed at meanwhile. */
  private async answered(): Promise<void> {
    if (this.throttle !== undefined) this.ask();
    for (let prompt = -1; prompt !== this.newest; ) {
      prompt = this.newest;
      await this.answering;
    }
  }

  private ask(): void {
    clearTimeout(this.throttle);
    this.throttle = undefined;
    this.answering = this.segment();
  }

  private async segment(): Promise<void> {
    lastRequest += 1;
    const request = lastRequest;
    this.newest = request;
    this.error = null;
    clearTimeout(this.patience);
    if (!this.isPointed) {
      this.candidates = [];
      this.picked = null;
      this.asking = false;
      this.slow = false;
      return;
    }
    this.asking = true;
    this.patience = setTimeout(() => (this.slow = true), PATIENCE_MS);
    try {
      const { candidates, best, outlined_by, preparing } = await this.backend.call('segment', {
        artifact: this.artifact.id,
        prompt: this.prompt,
        chosen: this.candidate?.name ?? null,
        request,
      });
      if (request !== this.newest) return;
      const name = this.picked ?? best;
      this.candidates = candidates;
      this.outlinedBy = outlined_by;
      this.coming = preparing;
      this.chosen = Math.max(
        0,
        candidates.findIndex((candidate) => candidate.name === name),
      );
    } catch (thrown) {
      if (request !== this.newest) return;
      const error = BackendError.from(thrown);
      if (error.code !== 'stale') this.error = error;
    }
    clearTimeout(this.patience);
    this.asking = false;
    this.slow = false;
    this.again();
  }
}
