/** An open conversation: its turns and artifacts, and what happens to them while a plan is made and run. */
import { untrack } from 'svelte';
import { SvelteMap } from 'svelte/reactivity';
import {
  type ActionPlace,
  type Artifact,
  type Backend,
  BackendError,
  type Conversation,
  type Draft,
  type Event,
  type Plan,
  type Readings,
  type Run,
  type Step,
  type Subtask,
  type Turn,
} from '$lib/backend';
import { Composer } from './composer.svelte';
import { nextPiece } from './in-turn';
import { hasResults, runsWithResults } from './results';
import { type Group, groupSubtasks, type TypeOf } from './solutions/groups';
import { runsHere } from './solutions/labels';
import { StepSettings } from './step-settings.svelte';
import { canRun, isActive, lacksValue } from './turns';

/** What a person sends: words, the artifacts with them, and whether the solutions are shown before one runs. */
export interface Sent extends Draft {
  ask: boolean;
  /** The turn that is taken back for it; none: it stands beside all turns. */
  replaces?: string | null;
}

/** A request on its way to becoming a turn. */
export interface Pending extends Sent {
  key: number;
  /** What it is called while it waits in the application; none: it waits for a request of this window before it. */
  name: string | null;
  error: BackendError | null;
}

export class ConversationState {
  id = $state<string | null>(null);
  /** Turns and runs are replaced, never changed: what did not change is the same object, and nothing looks into it again. */
  turns = $state.raw<readonly Turn[]>([]);
  /** The requests that are on their way, in the order in which they were sent, and those that failed. */
  pending = $state<Pending[]>([]);
  /** How many requests were sent so far. */
  sent = $state(0);
  /** The turn whose solutions the bench shows; none: the newest that has some and counts. */
  shownTurn = $state<string | null>(null);
  /** The solution that is chosen for each subtask, by the turn's id. */
  choices = $state.raw<Record<string, number[]>>({});
  /** The ways in which the requests of turns can be meant, as far as they were looked for. */
  readings = $state.raw<Record<string, Readings>>({});
  /** The actions of a turn whose results are to be files though they could share one encode with what follows. */
  private readonly written: Record<string, ActionPlace[]> = {};
  readonly artifacts = new SvelteMap<string, Artifact>();
  /** The newest artifact of each name. */
  private readonly named = $derived(new Map([...this.artifacts.values()].map((one) => [one.name, one])));
  private readonly groups = new WeakMap<Plan, Group<Subtask>[]>();
  readonly composer: Composer;
  readonly stepSettings = new StepSettings();
  readonly benchTurn = $derived(
    this.turns.find((turn) => turn.id === this.shownTurn) ??
      this.turns.findLast(
        (turn) => !turn.taken_back && turn.plan.subtasks.length > 0 && this.readings[turn.id]?.talk === undefined,
      ) ??
      this.turns.at(-1) ??
      null,
  );

  /** Whether anything runs. */
  readonly isRunning = $derived(this.turns.some(({ runs }) => runs.some(isActive)));

  /** Whether nothing is in it, and nothing on its way into it. */
  get isBlank(): boolean {
    return this.turns.length + this.pending.length + this.artifacts.size === 0 && this.composer.isEmpty;
  }

  private readonly backend: Backend;
  private creating: Promise<string> | null = null;
  /** Ends when the newest request became a turn or failed: requests are understood one after the other. */
  private line: Promise<unknown> = Promise.resolve();

  constructor(backend: Backend) {
    this.backend = backend;
    this.composer = new Composer(backend, this, (artifact) => this.artifacts.set(artifact.id, artifact));
  }

  load(conversation: Conversation): void {
    this.id = conversation.summary.id;
    this.turns = conversation.turns;
    this.artifacts.clear();
    for (const artifact of conversation.artifacts) this.artifacts.set(artifact.id, artifact);
  }

  /** Asks anew what actions of plans lack on this computer. */
  async refreshMissing(): Promise<void> {
    if (this.id === null) return;
    const { turns } = await this.backend.call('open_conversation', { id: this.id });
    const news = new Map(turns.map(({ id, missing_actions, losses }) => [id, { missing_actions, losses }]));
    this.turns = this.turns.map((turn) => ({ ...turn, ...news.get(turn.id) }));
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
    if (!this.composer.hasWords()) return null;
    const { text, attachments, replaces } = this.composer.take();
    return this.plan({ text, artifacts: attachments.flatMap((one) => one.artifact ?? []), ask, replaces }, () =>
      this.composer.settled(attachments),
    );
  }

  /** Plans a request after those before it, and runs the best solution of it unless it is to be asked about.
   *  `artifacts`: what it is about in the end. */
  plan(request: Sent, artifacts?: () => Promise<string[]>): Promise<Turn | null> {
    const key = this.sent;
    this.sent += 1;
    this.pending.push({ ...request, key, name: null, error: null });
    const planned = this.line.then(async () => {
      const pending = this.pending.find((one) => one.key === key);
      return pending ? this.understand(pending, artifacts) : null;
    });
    this.line = planned.catch(() => null);
    return planned;
  }

  /** Answers a question back: with the name of what is meant, or with what to do. */
  answer(turn: Turn, choice: string, ask: boolean): Promise<Turn | null> {
    const meant = this.artifactNamed(choice);
    if (!meant) return this.plan({ text: choice, artifacts: turn.artifacts, ask });
    // Of what it could have been, only what it is stays attached.
    const others = turn.artifacts.filter((id) => id !== meant.id && this.artifacts.get(id)?.type !== meant.type);
    return this.plan({ text: turn.instruction, artifacts: [meant.id, ...others], ask });
  }

  /** Has a request planned anew with the language models that are chosen for that; nothing runs yet. */
  async planAgain(turn: Turn): Promise<void> {
    this.showPlanned(await this.backend.call('plan_again', { turn: turn.id }));
  }

  /** Does a request without the words that nothing takes up. */
  async planWithout(turn: Turn, ask: boolean): Promise<void> {
    const without = await this.backend.call('plan_without', { turn: turn.id });
    this.showPlanned(without);
    await this.begin(without, ask);
  }

  /** Looks for the ways in which a turn's request can be meant. */
  async readAnew(turn: Turn): Promise<Readings> {
    const found = this.readings[turn.id] ?? (await this.backend.call('readings', { turn: turn.id }));
    this.readings = { ...this.readings, [turn.id]: found };
    return found;
  }

  /** Does a turn's request as it is meant in one of these ways, for which the turn is taken back. */
  async takeReading(turn: Turn, reading: number, ask: boolean): Promise<Turn> {
    const planned = await this.backend.call('plan_reading', { turn: turn.id, reading });
    const back = new Set([turn.id, ...planned.takes_back]);
    this.turns = this.turns.map((one) => (back.has(one.id) ? { ...one, taken_back: true } : one));
    this.showPlanned(planned);
    await this.begin(planned, ask);
    return planned;
  }

  /** Takes a turn back: what came of it counts for nothing in what follows. */
  async takeTurnBack(turn: string): Promise<void> {
    this.upsertTurn(await this.backend.call('take_back', { turn }));
  }

  /** Brings a turn back that was taken back. */
  async bringTurnBack(turn: string): Promise<void> {
    this.upsertTurn(await this.backend.call('bring_back', { turn }));
  }

  /** The other ways in which a request can be meant, where it can be about what ran before, or cannot be done here as it was
   *  planned; null: it is done as it was planned. */
  private async doubtsOf(turn: Turn): Promise<Readings | null> {
    const follows = this.turns.some((one) => one.id !== turn.id && !one.taken_back && hasResults(one));
    if (!follows && runsHere(turn)) return null;
    try {
      const found = await this.readAnew(turn);
      return found.changes || found.talk ? found : null;
    } catch {
      return null;
    }
  }

  private showPlanned(turn: Turn): void {
    this.upsertTurn(turn);
    this.shownTurn = null;
    // The draft on disk went with the request; what was written since is another one.
    if (!this.composer.isEmpty) this.composer.changed();
  }

  private async understand(pending: Pending, artifacts?: () => Promise<string[]>): Promise<Turn | null> {
    const name = crypto.randomUUID();
    pending.name = name;
    const { replaces } = pending;
    let turn: Turn;
    let doubts: Readings | null;
    try {
      if (artifacts) pending.artifacts = await artifacts();
      const conversation = await this.ensure();
      if (replaces) await this.takeTurnBack(replaces);
      const { text: instruction } = pending;
      turn = await this.backend.call('plan', { conversation, instruction, artifacts: [...pending.artifacts], name });
      doubts = await this.doubtsOf(turn);
      // A long plan takes its time to be read, and again to be shown.
      await nextPiece();
    } catch (thrown) {
      const error = BackendError.from(thrown);
      if (replaces) await this.bringTurnBack(replaces).catch(() => null);
      if (error.code === 'withdrawn') this.takeBack(pending);
      else pending.error = error;
      return null;
    }
    this.drop(pending);
    this.showPlanned(turn);
    // Taking the newest turn back is done at once: it runs nothing, and one click brings the turn back.
    const likeliest = doubts?.undoes ? doubts.others.find(({ reading }) => reading === 0) : undefined;
    if (likeliest) return this.takeReading(turn, likeliest.reading, pending.ask);
    await this.begin(turn, pending.ask || doubts !== null);
    return turn;
  }

  /** Runs what was planned, unless it is to be asked about or cannot run. */
  private async begin(turn: Turn, ask: boolean): Promise<void> {
    if (!ask && canRun(turn) && !lacksValue(turn) && !turn.needs_consent) await this.run(turn.id, []);
  }

  /** Sends a request that failed once more. */
  retry(pending: Pending): Promise<Turn | null> {
    this.drop(pending);
    const { text, artifacts, ask, replaces } = pending;
    return this.plan({ text, artifacts, ask, replaces });
  }

  /** Whether a request waits: for one before it, or for what runs. */
  waits(pending: Pending): boolean {
    return pending.error === null && (pending.name === null || this.isRunning);
  }

  /** Takes a request that waits back into the composer. */
  async withdraw(pending: Pending): Promise<void> {
    if (pending.name === null) this.takeBack(pending);
    else await this.backend.call('withdraw', { name: pending.name });
  }

  /** Takes a request that failed back into the composer. */
  takeBack(pending: Pending): void {
    this.drop(pending);
    if (this.composer.text.trim() === '') this.composer.text = pending.text;
    for (const id of pending.artifacts) {
      const artifact = this.artifacts.get(id);
      if (artifact) this.composer.addArtifact(artifact);
    }
    this.composer.changed();
  }

  private drop({ key }: Pending): void {
    this.pending = this.pending.filter((one) => one.key !== key);
  }

  /** Runs a turn's plan, with what is set of its steps. An empty list of solutions: the best that can run here. Earlier
   *  runs stay; another take makes what is random in them anew. */
  async run(turn: string, solutions: number[], anotherTake = false): Promise<void> {
    const known = this.turns.find(({ id }) => id === turn);
    const settings = known ? this.stepSettings.request(known) : [];
    const written = this.written[turn] ?? [];
    const run = await this.backend.call('run', {
      turn,
      solutions: [...solutions],
      another_take: anotherTake,
      settings,
      ...(written.length > 0 && { written }),
    });
    // Events may have been quicker than the reply, and then know more.
    if (!this.findRun(run.id)) this.upsertRun(run);
  }

  /** Runs a turn's plan again so that what steps make, which was passed on without being written, are files. */
  async write(turn: string, solutions: number[], steps: Step[]): Promise<void> {
    this.written[turn] = [...(this.written[turn] ?? []), ...steps.flatMap(({ actions }) => actions)];
    await this.run(turn, solutions);
  }

  async cancel(run: string): Promise<void> {
    await this.backend.call('cancel', { run });
  }

  /** Leaves one step of a run; everything that does not need it goes on. */
  async leaveStep(run: string, step: number): Promise<void> {
    await this.backend.call('leave_step', { run, step });
  }

  /** The solution of each subtask that is chosen for a turn. */
  choiceOf(turn: Turn): number[] {
    const ran = turn.runs.at(-1)?.solutions ?? [];
    return this.choices[turn.id] ?? turn.plan.subtasks.map((_, index) => ran[index] ?? 0);
  }

  /** Chooses the same solution for subtasks, by their places in the plan. */
  choose(turn: Turn, subtasks: readonly number[], solution: number): void {
    const chosen = new Set(subtasks);
    const choice = this.choiceOf(turn).map((one, place) => (chosen.has(place) ? solution : one));
    this.choices = { ...this.choices, [turn.id]: choice };
  }

  /** What a request is about: what is attached to it, or else the newest results before it that count, or the newest files. */
  aboutOf(turn: Turn): Artifact[] {
    const earlier = this.turns.slice(0, this.turns.indexOf(turn)).reverse();
    const before = earlier.flatMap((one) => {
      const run = one.taken_back ? undefined : runsWithResults(one).at(-1);
      return [run?.results.map(({ artifact }) => artifact) ?? [], one.artifacts];
    });
    const known = [turn.artifacts, ...before].map((ids) => ids.flatMap((id) => this.artifacts.get(id) ?? []));
    return known.find((artifacts) => artifacts.length > 0) ?? [];
  }

  /** What a name in a plan means: an artifact of the conversation, the newest of that name. */
  artifactNamed(name: string): Artifact | null {
    return this.named.get(name) ?? null;
  }

  /** Tells the types of artifacts by their names, for a plan that is there: the files that it names are there before it,
   *  and keep their types. Nothing that asks for them follows the artifacts, which are looked up only once. */
  typesNow(): TypeOf {
    const named = untrack(() => this.named);
    return (name) => named.get(name)?.type ?? null;
  }

  /** The subtasks of a plan, those together that can be done in the same ways. */
  groupsOf(plan: Plan): Group<Subtask>[] {
    const known = this.groups.get(plan);
    if (known) return known;
    const groups = groupSubtasks(plan.subtasks, this.typesNow());
    this.groups.set(plan, groups);
    return groups;
  }

  /** Takes over what happened. */
  apply(...events: Event[]): void {
    const steps = new Map<string, Step[]>();
    for (const event of events) {
      if (event.type === 'artifact' && event.conversation === this.id) this.applyArtifact(event.artifact);
      if (event.type === 'run') {
        // It tells the steps that were told before it.
        steps.delete(event.run.id);
        this.upsertRun(event.run);
      }
      if (event.type === 'step') steps.set(event.run, [...(steps.get(event.run) ?? []), event.step]);
    }
    for (const [id, moved] of steps) {
      const run = this.findRun(id);
      if (run) this.upsertRun({ ...run, steps: withSteps(run.steps, moved) });
    }
  }

  applyArtifact(artifact: Artifact): void {
    if (artifact.deleted) {
      this.artifacts.delete(artifact.id);
      this.composer.removeArtifact(artifact.id);
    } else {
      this.artifacts.set(artifact.id, artifact);
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
    this.turns = withOne(this.turns, turn);
  }

  private upsertRun(run: Run): void {
    const turn = this.turns.find((one) => one.id === run.turn);
    if (turn) this.upsertTurn({ ...turn, runs: withOne(turn.runs, run) });
  }
}

/** A list with an item in place of the one of its id, or at the end. */
function withOne<Item extends { id: string }>(list: readonly Item[], item: Item): Item[] {
  const place = list.findIndex(({ id }) => id === item.id);
  return place < 0 ? [...list, item] : list.with(place, item);
}

/** Steps in their order with newer ones in their places. A run begins without steps: each comes with its first event, in
 *  any order. */
function withSteps(steps: readonly Step[], newer: readonly Step[]): Step[] {
  const all = new Map([...steps, ...newer].map((step) => [step.index, step]));
  return [...all.values()].sort((a, b) => a.index - b.index);
}
