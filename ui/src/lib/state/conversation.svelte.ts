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

/** What a person sends: words, the things with them, and whether the ways are shown before one runs. */
export interface Sent extends Draft {
  ask: boolean;
}

/** A request on its way to becoming a turn. */
export interface Pending extends Sent {
  key: number;
  /** Whether a request that was sent before it is still on its way. */
  waits: boolean;
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
  /** The requests that are on their way, in the order in which they were sent, and those that failed. */
  pending = $state<Pending[]>([]);
  /** How many requests were sent so far. */
  sent = $state(0);
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
  /** Ends when the newest request became a turn or failed: requests are understood one after the other. */
  private line: Promise<unknown> = Promise.resolve();

  constructor(backend: Backend) {
    this.backend = backend;
    this.composer = new Composer(backend, this, (thing) => this.things.set(thing.id, thing));
  }

  load(conversation: Conversation): void {
    this.id = conversation.summary.id;
    this.turns = conversation.turns;
    this.things.clear();
    for (const thing of conversation.things) this.things.set(thing.id, thing);
  }

  /** Asks anew what actions of plans lack on this computer. */
  async refreshMissing(): Promise<void> {
    if (this.id === null) return;
    const { turns } = await this.backend.call('open_conversation', { id: this.id });
    for (const { id, missing_actions, losses } of turns) {
      const turn = this.turns.find((one) => one.id === id);
      if (turn) Object.assign(turn, { missing_actions, losses });
    }
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

  /** Sends what the composer holds, with files that are still being read. Resolves to the new turn where there is one. */
  async send(ask: boolean): Promise<Turn | null> {
    if (this.composer.text.trim() === '') return null;
    const { text, attachments } = this.composer.take();
    return this.plan({ text, things: attachments.flatMap((one) => one.thing ?? []), ask }, () =>
      this.composer.settled(attachments),
    );
  }

  /** Plans a request after those before it, and runs the best way of it unless it is to be asked about. `things`: what it is
   *  about in the end. */
  plan(request: Sent, things?: () => Promise<string[]>): Promise<Turn | null> {
    const key = this.sent;
    this.sent += 1;
    this.pending.push({ ...request, key, waits: true, error: null });
    const planned = this.line.then(async () => {
      const pending = this.pending.find((one) => one.key === key);
      return pending ? this.understand(pending, things) : null;
    });
    this.line = planned.catch(() => null);
    return planned;
  }

  /** Answers a question back: with the name of what is meant, or with what to do. */
  answer(turn: Turn, choice: string, ask: boolean): Promise<Turn | null> {
    const meant = this.thingNamed(choice);
    if (!meant) return this.plan({ text: choice, things: turn.things, ask });
    // Of what it could have been, only what it is stays attached.
    const others = turn.things.filter((id) => id !== meant.id && this.things.get(id)?.type !== meant.type);
    return this.plan({ text: turn.instruction, things: [meant.id, ...others], ask });
  }

  private async understand(pending: Pending, things?: () => Promise<string[]>): Promise<Turn | null> {
    pending.waits = false;
    let turn: Turn;
    try {
      if (things) pending.things = await things();
      const conversation = await this.ensure();
      const { text: instruction } = pending;
      turn = await this.backend.call('plan', { conversation, instruction, things: [...pending.things] });
    } catch (thrown) {
      pending.error = BackendError.from(thrown);
      return null;
    }
    this.drop(pending);
    this.upsertTurn(turn);
    this.shownTurn = null;
    // The draft on disk went with the request; what was written since is another one.
    if (!this.composer.isEmpty) this.composer.changed();
    if (!pending.ask && canRun(turn)) await this.run(turn.id, []);
    return turn;
  }

  /** Sends a request that failed once more. */
  retry(pending: Pending): Promise<Turn | null> {
    this.drop(pending);
    const { text, things, ask } = pending;
    return this.plan({ text, things, ask });
  }

  /** Takes a request that failed back into the composer. */
  takeBack(pending: Pending): void {
    this.drop(pending);
    if (this.composer.text.trim() === '') this.composer.text = pending.text;
    for (const id of pending.things) {
      const thing = this.things.get(id);
      if (thing) this.composer.addThing(thing);
    }
    this.composer.changed();
  }

  private drop({ key }: Pending): void {
    this.pending = this.pending.filter((one) => one.key !== key);
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
