/** An open conversation: its turns and artifacts, and what happens to them while a plan is made and run. */
import { SvelteMap } from 'svelte/reactivity';
import {
  type Artifact,
  type Backend,
  BackendError,
  type Conversation,
  type Event,
  type Readings,
  type Recipe,
  type Step,
  type Turn,
} from '$lib/backend';
import { Choices } from './choices.svelte';
import { Composer } from './composer.svelte';
import { atPlace, type Chosen, isInDoubt, offered, readingsOf } from './doubts';
import { nextPiece } from './in-turn';
import { NamedArtifacts } from './named-artifacts.svelte';
import { type Pending, Requests, type Sent } from './requests.svelte';
import { type RunAgain, Runs } from './runs';
import { StepSettings } from './step-settings.svelte';
import { afterEvents, findRun, withMissing, withRun, withTakenBack, withTurn } from './turn-changes';
import { canBegin, isActive, turnOnBench } from './turns';

export class ConversationState {
  id = $state<string | null>(null);
  /** Turns and runs are replaced, never changed: what did not change is the same object, and nothing looks into it again. */
  turns = $state.raw<readonly Turn[]>([]);
  readonly requests = new Requests();
  /** The turn whose solutions the bench shows; none: the newest that has some and counts. */
  shownTurn = $state<string | null>(null);
  readonly choices = new Choices();
  /** The ways in which the requests of turns can be meant, as far as they were looked for. */
  readings = $state.raw<Record<string, Readings>>({});
  readonly artifacts = new SvelteMap<string, Artifact>();
  readonly names = new NamedArtifacts(this.artifacts);
  readonly composer: Composer;
  readonly stepSettings = new StepSettings();
  readonly runs: Runs;
  /** The turns that were deleted since it was opened: they can come back. */
  readonly gone = new Set<string>();
  readonly benchTurn = $derived(turnOnBench(this.turns, this.shownTurn, this.readings));

  /** Whether anything runs. */
  readonly isRunning = $derived(this.turns.some(({ runs }) => runs.some(isActive)));

  /** Whether nothing is in it, and nothing on its way into it. */
  get isBlank(): boolean {
    return this.turns.length + this.requests.list.length + this.artifacts.size === 0 && this.composer.isEmpty;
  }

  private readonly backend: Backend;
  private creating: Promise<string> | null = null;

  constructor(backend: Backend) {
    this.backend = backend;
    this.runs = new Runs(backend);
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
    this.turns = withMissing(this.turns, turns);
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
    return this.requests.send(request, (pending) => this.understand(pending, artifacts));
  }

  /** Follows a recipe with what is attached, and with files that are still being read; with nothing where it begins with none. */
  follow({ id: recipe, name: text, takes }: Recipe, ask: boolean): Promise<Turn | null> {
    const attachments = takes.length > 0 ? this.composer.takeAttachments() : [];
    const artifacts = attachments.flatMap((one) => one.artifact ?? []);
    return this.plan({ text, artifacts, ask, recipe }, () => this.composer.settled(attachments));
  }

  /** Answers a question back: with the name of what is meant, or with what to do. */
  answer(turn: Turn, choice: string, ask: boolean): Promise<Turn | null> {
    const meant = this.names.find(choice);
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
    this.turns = withTakenBack(this.turns, [turn.id, ...planned.takes_back]);
    this.showPlanned(planned);
    await this.begin(planned, ask);
    return planned;
  }

  /** Takes a turn back: what came of it counts for nothing in what follows. */
  async takeTurnBack(turn: string): Promise<void> {
    this.turns = withTurn(this.turns, await this.backend.call('take_back', { turn }));
  }

  /** Brings a turn back that was taken back. */
  async bringTurnBack(turn: string): Promise<void> {
    this.turns = withTurn(this.turns, await this.backend.call('bring_back', { turn }));
  }

  /** Shows a turn as it is now, in its place. */
  showTurn(turn: Turn): void {
    this.gone.delete(turn.id);
    this.turns = withTurn(this.turns, turn);
  }

  /** Shows a turn no longer that was deleted. */
  letTurnGo(turn: string): void {
    if (this.composer.editing?.turn.id === turn) this.composer.leaveEdit();
    this.gone.add(turn);
    this.turns = this.turns.filter(({ id }) => id !== turn);
  }

  private showPlanned(turn: Turn): void {
    this.turns = withTurn(this.turns, turn);
    this.shownTurn = null;
    // The draft on disk went with the request; what was written since is another one.
    if (!this.composer.isEmpty) this.composer.changed();
  }

  private async understand(pending: Pending, artifacts?: () => Promise<string[]>): Promise<Turn | null> {
    const name = crypto.randomUUID();
    pending.name = name;
    const { replaces } = pending;
    let turn: Turn;
    let found: Readings | null;
    try {
      if (artifacts) pending.artifacts = await artifacts();
      const conversation = await this.ensure();
      if (replaces) await this.takeTurnBack(replaces);
      const { text: instruction, recipe } = pending;
      const chosen = recipe || replaces || pending.artifacts.length > 0 ? undefined : await this.chosenBy(instruction);
      if (chosen) {
        this.requests.drop(pending);
        return this.choose(chosen, pending.ask);
      }
      const about = { conversation, artifacts: [...pending.artifacts] };
      turn = recipe
        ? await this.backend.call('follow_recipe', { ...about, recipe })
        : await this.backend.call('plan', { ...about, instruction, name });
      found = recipe ? null : await readingsOf(this.backend, turn);
      if (found) this.readings = { ...this.readings, [turn.id]: found };
      // A long plan takes its time to be read, and again to be shown.
      await nextPiece();
    } catch (thrown) {
      const error = BackendError.from(thrown);
      if (replaces) await this.bringTurnBack(replaces).catch(() => null);
      if (error.code === 'withdrawn') this.takeBack(pending);
      else pending.error = error;
      return null;
    }
    this.requests.drop(pending);
    this.showPlanned(turn);
    if (found?.take !== undefined) return this.takeReading(turn, found.take, pending.ask);
    await this.begin(turn, pending.ask || isInDoubt(found));
    return turn;
  }

  /** The way of the newest turn that words choose, where a person was asked what it means. */
  private async chosenBy(words: string): Promise<Chosen | undefined> {
    const turn = this.turns.at(-1);
    const ways = turn ? offered(turn, this.readings[turn.id]) : [];
    if (!turn || ways.length === 0) return undefined;
    const { place } = await this.backend.call('choice_said', { conversation: turn.conversation, words });
    const way = place === undefined ? undefined : atPlace(ways, place);
    return way === undefined ? undefined : { turn, way };
  }

  /** Does a turn in one of the ways in which it can be meant; null is as it was planned. */
  private async choose({ turn, way }: Chosen, ask: boolean): Promise<Turn> {
    if (way !== null) return this.takeReading(turn, way, ask);
    await this.run(turn.id, []);
    return turn;
  }

  /** Runs what was planned, unless it is to be asked about or cannot run. */
  private async begin(turn: Turn, ask: boolean): Promise<void> {
    if (!ask && canBegin(turn)) await this.run(turn.id, []);
  }

  /** Sends a request that failed once more. */
  retry(pending: Pending): Promise<Turn | null> {
    this.requests.drop(pending);
    const { text, artifacts, ask, replaces, recipe } = pending;
    return this.plan({ text, artifacts, ask, replaces, recipe });
  }

  /** Takes a request that waits back into the composer. */
  async withdraw(pending: Pending): Promise<void> {
    if (pending.name === null) this.takeBack(pending);
    else await this.backend.call('withdraw', { name: pending.name });
  }

  /** Takes a request that failed back into the composer. */
  takeBack(pending: Pending): void {
    this.requests.drop(pending);
    const artifacts = pending.artifacts.flatMap((id) => this.artifacts.get(id) ?? []);
    this.composer.bringBack(pending.recipe ? '' : pending.text, artifacts);
  }

  /** Runs a turn's plan, with what is set of its steps. An empty list of solutions: the best that can run here. Earlier
   *  runs stay. */
  async run(turn: string, solutions: number[], how: RunAgain = {}): Promise<void> {
    const known = this.turns.find(({ id }) => id === turn);
    const settings = known ? this.stepSettings.request(known) : [];
    const run = await this.runs.begin(turn, solutions, settings, how);
    // Events may have been quicker than the reply, and then know more.
    if (!findRun(this.turns, run.id)) this.turns = withRun(this.turns, run);
  }

  /** Runs a turn's plan again so that what steps make, which was passed on without being written, are files. */
  async write(turn: string, solutions: number[], steps: Step[]): Promise<void> {
    this.runs.write(turn, steps);
    await this.run(turn, solutions);
  }

  /** Takes over what happened. */
  apply(...events: Event[]): void {
    for (const event of events) {
      if (event.type === 'artifact' && event.conversation === this.id) this.applyArtifact(event.artifact);
      if (event.type === 'turn' && event.turn.conversation === this.id) this.turns = withTurn(this.turns, event.turn);
    }
    this.turns = afterEvents(this.turns, events);
  }

  applyArtifact(artifact: Artifact): void {
    if (artifact.deleted) {
      this.artifacts.delete(artifact.id);
      this.composer.removeArtifact(artifact.id);
    } else {
      this.artifacts.set(artifact.id, artifact);
    }
  }
}
