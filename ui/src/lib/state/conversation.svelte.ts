/** An open conversation: its turns and things, and what happens to them while a plan is made and run. */
import { SvelteMap } from 'svelte/reactivity';
import {
  type Backend,
  BackendError,
  type Conversation,
  type Draft,
  type Event,
  type Run,
  type Thing,
  type Turn,
} from '$lib/backend';
import { Composer } from './composer.svelte';
import { StepSettings } from './step-settings.svelte';

/** A request on its way to becoming a turn. */
export interface Pending extends Draft {
  ask: boolean;
  error: BackendError | null;
}

/** Whether a run still moves. */
export function isActive(run: Run): boolean {
  return run.status === 'queued' || run.status === 'running';
}

/** Whether there is a way to do anything of what was asked for. */
export function canRun(turn: Turn): boolean {
  return turn.plan.subtasks.some((subtask) => subtask.solutions.length > 0);
}

export class ConversationState {
  id = $state<string | null>(null);
  turns = $state<Turn[]>([]);
  pending = $state<Pending | null>(null);
  /** The turn whose ways the bench shows; none: the newest. */
  shownTurn = $state<string | null>(null);
  /** The solution that is chosen for each subtask, by the turn's id. */
  choices = $state<Record<string, number[]>>({});
  readonly things = new SvelteMap<string, Thing>();
  readonly composer: Composer;
  readonly stepSettings = new StepSettings();
  readonly benchTurn = $derived(this.turns.find((turn) => turn.id === this.shownTurn) ?? this.turns.at(-1) ?? null);

  private readonly backend: Backend;
  private creating: Promise<string> | null = null;

  constructor(backend: Backend) {
    this.backend = backend;
    this.composer = new Composer(backend, this, (thing) => this.things.set(thing.id, thing));
  }

  load(conversation: Conversation): void {
    this.id = conversation.summary.id;
    this.turns = conversation.turns;
    this.things.clear();
    for (const thing of conversation.things) this.things.set(thing.id, thing);
    if (this.composer.isEmpty) this.composer.restore(conversation.draft, this.things);
  }

  /** The conversation's id; begins it where it was only an empty page so far. */
  ensure(): Promise<string> {
    if (this.id !== null) return Promise.resolve(this.id);
    this.creating ??= this.backend.call('create_conversation', {}).then(
      ({ id }) => {
        this.id = id;
        return id;
      },
      (thrown) => {
        this.creating = null;
        throw thrown;
      },
    );
    return this.creating;
  }

  /** Sends what the composer holds. Resolves to the new turn where there is one. */
  async send(ask: boolean): Promise<Turn | null> {
    await this.composer.settled();
    if (this.composer.text.trim() === '' || (this.pending && !this.pending.error)) return null;
    return this.plan({ ...this.composer.take(), ask });
  }

  /** Plans a request, and runs the best way of it unless it is to be asked about. */
  async plan(request: Draft & { ask: boolean }): Promise<Turn | null> {
    const turn = await this.understand(request);
    if (turn && !request.ask && canRun(turn)) await this.run(turn.id, []);
    return turn;
  }

  /** Answers a question back: with the name of what is meant, or with what to do. */
  answer(turn: Turn, choice: string, ask: boolean): Promise<Turn | null> {
    const meant = this.thingNamed(choice);
    if (!meant) return this.plan({ text: choice, things: turn.things, ask });
    // Of what it could have been, only what it is stays attached.
    const others = turn.things.filter((id) => id !== meant.id && this.things.get(id)?.type !== meant.type);
    return this.plan({ text: turn.instruction, things: [meant.id, ...others], ask });
  }

  private async understand(request: Draft & { ask: boolean }): Promise<Turn | null> {
    this.pending = { ...request, error: null };
    try {
      const conversation = await this.ensure();
      const { text: instruction, things } = request;
      const turn = await this.backend.call('plan', { conversation, instruction, things: [...things] });
      this.pending = null;
      this.upsertTurn(turn);
      this.shownTurn = null;
      return turn;
    } catch (thrown) {
      this.pending = { ...request, error: BackendError.from(thrown) };
      return null;
    }
  }

  /** Takes a request that failed back into the composer. */
  takeBack(): void {
    if (!this.pending) return;
    const { text, things } = this.pending;
    this.pending = null;
    if (this.composer.text.trim() === '') this.composer.text = text;
    for (const id of things) {
      const thing = this.things.get(id);
      if (thing) this.composer.addThing(thing);
    }
    this.composer.changed();
  }

  /** Runs a turn's plan, with what is set of its steps. An empty list of ways: the best that can run here. Earlier runs
   *  stay; another take makes what is random in them anew. */
  async run(turn: string, ways: number[], anotherTake = false): Promise<void> {
    const known = this.turns.find(({ id }) => id === turn);
    const settings = known ? this.stepSettings.request(known) : [];
    const run = await this.backend.call('run', { turn, ways: [...ways], another_take: anotherTake, settings });
    // Events may have been quicker than the reply, and then know more.
    if (!this.findRun(run.id)) this.upsertRun(run);
  }

  async cancel(run: string): Promise<void> {
    await this.backend.call('cancel', { run });
  }

  /** The solution of each subtask that is chosen for a turn. */
  choiceOf(turn: Turn): number[] {
    const ran = turn.runs.at(-1)?.ways ?? [];
    return this.choices[turn.id] ?? turn.plan.subtasks.map((_, index) => ran[index] ?? 0);
  }

  choose(turn: Turn, subtask: number, solution: number): void {
    const choice = this.choiceOf(turn).slice();
    choice[subtask] = solution;
    this.choices[turn.id] = choice;
  }

  /** What a name in a plan means: a thing of the conversation, the newest of that name. */
  thingNamed(name: string): Thing | null {
    let found: Thing | null = null;
    for (const thing of this.things.values()) if (thing.name === name) found = thing;
    return found;
  }

  apply(event: Event): void {
    if (event.type === 'thing' && event.conversation === this.id) this.applyThing(event.thing);
    if (event.type === 'run') this.upsertRun(event.run);
    if (event.type === 'step') {
      const run = this.findRun(event.run);
      const place = run?.steps.findIndex((step) => step.index >= event.step.index) ?? -1;
      // A run begins without steps: each comes with its first event, in any order.
      if (run && place < 0) run.steps.push(event.step);
      else if (run) run.steps.splice(place, run.steps[place]?.index === event.step.index ? 1 : 0, event.step);
    }
  }

  applyThing(thing: Thing): void {
    if (thing.deleted) {
      this.things.delete(thing.id);
      this.composer.removeThing(thing.id);
    } else {
      this.things.set(thing.id, thing);
    }
  }

  private findRun(id: string): Run | undefined {
    for (const turn of this.turns) {
      const run = turn.runs.find((one) => one.id === id);
      if (run) return run;
    }
    return undefined;
  }

  private upsertTurn(turn: Turn): void {
    const place = this.turns.findIndex((one) => one.id === turn.id);
    if (place >= 0) this.turns[place] = turn;
    else this.turns.push(turn);
  }

  private upsertRun(run: Run): void {
    const turn = this.turns.find((one) => one.id === run.turn);
    if (!turn) return;
    const place = turn.runs.findIndex((one) => one.id === run.id);
    if (place >= 0) turn.runs[place] = run;
    else turn.runs.push(run);
  }
}
