/** The window's state: what the application told, which conversation is open, and what a person can do from anywhere. */
import { getContext, setContext, tick } from 'svelte';
import {
  type Artifact,
  type Backend,
  BackendError,
  type BoundingBox,
  type ConversationSummary,
  type Draft,
  type Event,
  type Recipe,
  type Run,
  type Settings,
  type Step,
  type StepSetting,
  type ToolInfo,
  type Turn,
} from '$lib/backend';
import { language, m } from '$lib/messages/index.svelte';
import { choiceName, inputName, toolLabel } from '$lib/messages/toolbox';
import { Changes } from './changes';
import { ConversationState } from './conversation.svelte';
import { Frames } from './frames';
import { insertWords, partWords, placeWords } from './insert';
import { Layout } from './layout.svelte';
import { Models } from './models.svelte';
import type { Range } from './playback.svelte';
import { type Fit, fitOf, type Given } from './recipe-fit';
import { Recipes } from './recipes.svelte';
import { Remembered } from './remembered.svelte';
import { Saving } from './saving';
import { Servers } from './servers.svelte';
import type { ArgumentRole } from './solutions/graph';
import { Toasts } from './toasts.svelte';
import { ToolServers } from './tool-servers.svelte';
import { OPEN } from './tools/examples';
import { Undo } from './undo';
import { afterEvents, afterOpening, type Going, unfinished } from './unfinished';

const LAST_KEY = 'patchbay.conversation';

export class Patchbay {
  phase = $state<'starting' | 'ready' | 'failed'>('starting');
  failure = $state<BackendError | null>(null);
  version = $state('');
  conversations = $state<ConversationSummary[]>([]);
  settings = $state<Settings>({
    ask_first: false,
    theme: 'system',
    keep_recipes: false,
    offline: false,
    mirror: null,
    language: null,
  });
  conversation = $state<ConversationState>() as ConversationState;
  /** The image that is pointed at, where the pointing view is open, and the request that goes on with it, if any. */
  pointing = $state.raw<{ artifact: Artifact; request: Draft | null } | null>(null);
  /** Whether the catalogue of tools is open. */
  catalogueOpen = $state(false);
  /** The image that is looked at in full, where the viewer is open, and whether with what it was made from over it. */
  zoomed = $state.raw<{ artifact: Artifact; compares: boolean } | null>(null);
  readonly layout = new Layout();
  readonly toasts = new Toasts();
  readonly undo = new Undo(this.toasts);
  readonly changes: Changes;
  readonly saving: Saving;
  readonly recipes: Recipes;
  readonly models: Models;
  readonly servers: Servers;
  readonly toolServers: ToolServers;
  readonly remembered: Remembered;
  readonly backend: Backend;
  readonly summary = $derived(this.conversations.find((one) => one.id === this.conversation.id) ?? null);
  private tools = $state.raw(new Map<string, ToolInfo>());
  /** The runs that go on, as far as events have told. */
  private going = $state.raw<Going>(new Map());
  /** What would be broken off if the window were closed now. */
  readonly unfinished = $derived.by(() =>
    unfinished(afterOpening(this.going, runsOf(this.conversation)), this.models.list),
  );

  constructor(backend: Backend) {
    this.backend = backend;
    this.models = new Models(backend);
    this.saving = new Saving(backend, this.toasts, () => this.settings);
    this.changes = new Changes(backend, this.undo, () => this.conversation);
    this.recipes = new Recipes(backend, this.toasts, this.undo);
    this.servers = new Servers(backend);
    this.toolServers = new ToolServers(backend);
    this.conversation = new ConversationState(backend);
    this.remembered = new Remembered(backend, (id) => this.forget(id));
  }

  /** Begins, and returns how to end. */
  start(): () => void {
    void this.begin();
    const frames = new Frames<Event>((events) => this.apply(events));
    const stop = this.backend.subscribe(
      (event) => frames.add(event),
      () => void this.reload(),
    );
    return () => {
      stop();
      frames.stop();
    };
  }

  async begin(): Promise<void> {
    this.phase = 'starting';
    try {
      const start = await this.backend.call('start', {});
      this.version = start.version;
      this.conversations = start.conversations;
      this.settings = start.settings;
      this.setTools(start.tools);
      await Promise.all([this.speak(start.settings.language), this.models.load(), this.servers.load()]);
      const last = localStorage.getItem(LAST_KEY);
      if (last && start.conversations.some((one) => one.id === last)) await this.open(last);
      this.phase = 'ready';
      void this.recipes.load().catch(() => null);
      const others = start.conversations.filter(({ id }) => id !== this.conversation.id);
      void this.remembered.tidy(others, Date.now()).catch(() => null);
    } catch (thrown) {
      this.failure = BackendError.from(thrown);
      this.phase = 'failed';
    }
  }

  /** Keeps in mind which conversation to open next time. */
  rememberOpen(): void {
    const { id } = this.conversation;
    if (id === null) localStorage.removeItem(LAST_KEY);
    else localStorage.setItem(LAST_KEY, id);
  }

  private setTools(tools: ToolInfo[]): void {
    this.tools = new Map(tools.map((tool) => [tool.name, tool]));
  }

  tool(name: string): ToolInfo | null {
    return this.tools.get(name) ?? null;
  }

  /** Every tool of the toolbox. */
  get allTools(): ToolInfo[] {
    return [...this.tools.values()];
  }

  /** Whether an input of a tool's is the value of one of its parameters, and no resource. */
  isParameter(tool: string, name: string): boolean {
    return this.setting(tool, name) !== null;
  }

  /** What an input of a tool's is in a graph. */
  roleOf(tool: string, name: string): ArgumentRole {
    if (this.isParameter(tool, name)) return 'parameter';
    return this.tools.get(tool)?.instruction === name ? 'instruction' : 'input';
  }

  private setting(tool: string, name: string): StepSetting | null {
    return this.tools.get(tool)?.settings.find((setting) => setting.name === name) ?? null;
  }

  toolLabel(name: string): string {
    const tool = this.tools.get(name);
    return tool?.label ? toolLabel(tool) : name;
  }

  /** What an input of a tool's is called. */
  inputName(tool: string, name: string): string {
    return inputName(name, this.setting(tool, name));
  }

  /** What an input of a tool's is, in words where it is one of some choices. */
  inputWords(tool: string, name: string, value: string): string {
    const setting = this.setting(tool, name);
    return setting ? choiceName(setting, value) : value;
  }

  /** What a step takes as an input. What another one has yet to make is called by that one's tool. */
  stepInput({ steps }: Run, { tool, inputs }: Step, name: string): string {
    const value = inputs[name] ?? '';
    const maker = steps.find(({ label }) => label === value);
    return maker ? toolLabel(maker) : this.inputWords(tool, name, value);
  }

  async open(id: string): Promise<void> {
    if (this.conversation.id === id) return;
    const state = new ConversationState(this.backend);
    const opened = await this.backend.call('open_conversation', { id });
    state.load(opened);
    this.going = afterOpening(this.going, runsOf(opened));
    state.composer.restore(opened.draft, state.artifacts);
    this.turnTo(state);
  }

  /** An empty page, if it is not one yet. It becomes a conversation with the first file or request. */
  newConversation(): void {
    if (this.conversation.isBlank) return;
    this.turnTo(new ConversationState(this.backend));
  }

  /** What a conversation is called by: its title, or what was written and given in it so far. */
  titleOf({ id, title }: ConversationSummary): string {
    if (title !== '') return title;
    const name = id === this.conversation.id ? null : this.remembered.nameOf(id);
    return name === null ? m.untitled : m.draftOf(name);
  }

  private turnTo(state: ConversationState): void {
    void this.remembered.leave(this.conversation, Boolean(this.summary?.title)).catch(() => null);
    this.conversation = state;
  }

  private forget(id: string): void {
    this.conversations = this.conversations.filter((one) => one.id !== id);
  }

  async renameConversation(id: string, title: string): Promise<void> {
    const before = this.conversations.find((one) => one.id === id)?.title ?? '';
    const rename = async (title: string) =>
      this.applySummary(await this.backend.call('rename_conversation', { id, title }));
    await rename(title);
    this.undo.did({
      label: m.renaming(before || m.untitled),
      conversation: null,
      back: () => rename(before),
      again: () => rename(title),
    });
  }

  async deleteConversation(summary: ConversationSummary): Promise<void> {
    const { id } = summary;
    const wasOpen = this.conversation.id === id;
    const remove = async () => {
      await this.backend.call('delete_conversation', { id });
      this.forget(id);
      if (this.conversation.id === id) this.conversation = new ConversationState(this.backend);
    };
    await remove();
    const name = this.titleOf(summary);
    const back = () => this.restoreConversation(id, wasOpen);
    this.undo.did({ label: m.deleting(name), conversation: null, back, again: remove }, m.conversationDeleted(name));
  }

  async setSettings(change: Partial<Settings>): Promise<void> {
    this.settings = await this.backend.call('set_settings', { ...$state.snapshot(this.settings), ...change });
    await this.speak(this.settings.language);
  }

  /** Takes a language; where its texts cannot be loaded the window stays in the one that it has. */
  private async speak(setting: string | null): Promise<void> {
    try {
      await language.follow(setting);
    } catch {
      const failure = new BackendError({ code: 'part', message: m.languageFailed, hint: m.partFailedHint });
      this.toasts.fail(failure, { label: m.retry, run: () => void this.speak(this.settings.language) });
    }
  }

  /** Takes a server out, and out of what it was chosen for. */
  async removeServer(id: string): Promise<void> {
    await this.servers.remove(id);
    this.settings = await this.backend.call('get_settings', {});
  }

  /** Shows the solutions of a request on the bench. */
  showSolutions(turn: Turn): void {
    this.conversation.shownTurn = turn.id;
    this.layout.showBench('solutions');
  }

  /** Opens the pointing view. What is pointed at there can be for a request that could not be done without. */
  pointAt(artifact: Artifact, request: Draft | null = null): void {
    this.pointing = { artifact, request };
  }

  /** Sends a request that could not be done without pointing once more, with the regions that were pointed at. */
  goOn(request: Draft, regions: Artifact[]): void {
    const artifacts = [...new Set([...request.artifacts, ...regions.map(({ id }) => id)])];
    const ask = this.settings.ask_first;
    this.attempt(() => this.conversation.plan({ text: request.text, artifacts, ask }));
  }

  /** Whether a recipe can be followed with what is attached to the request. */
  fitOf(recipe: Recipe): Fit {
    const { composer, artifacts } = this.conversation;
    const given = composer.attachments.flatMap(({ name, artifact, error }): Given[] => {
      const type = artifact === null ? null : (artifacts.get(artifact)?.type ?? null);
      return error === null ? [{ name, type }] : [];
    });
    return fitOf(recipe, given, (tool) => this.tools.has(tool));
  }

  /** Follows a recipe with what is attached to the request; where that does not fit it, shows why. */
  follow(recipe: Recipe): void {
    if (this.fitOf(recipe).state !== 'fits') {
      this.recipes.show(recipe.id);
      return;
    }
    const ask = this.settings.ask_first;
    this.attempt(async () => {
      const turn = await this.conversation.follow(recipe, ask);
      if (turn && ask) this.layout.showBench('solutions');
    });
  }

  use(artifact: Artifact): void {
    this.conversation.composer.addArtifact(artifact);
    document.getElementById('composer')?.focus();
  }

  /** Puts words into the composer; the place that they leave open is selected. What stood there can be brought back. */
  write(text: string): void {
    const { composer } = this.conversation;
    const before = composer.write(text);
    if (before !== '') this.toasts.show(m.requestReplaced, { label: m.undo, run: () => composer.write(before) });
    const start = text.indexOf(OPEN);
    void tick().then(() => {
      const field = document.querySelector<HTMLTextAreaElement>('#composer');
      field?.focus();
      if (start >= 0) field?.setSelectionRange(start, start + OPEN.length);
    });
  }

  /** Names a part of a video or of audio in the request, where the cursor is, and attaches the file. */
  usePart(artifact: Artifact, range: Range): Promise<void> {
    return this.nameIn(artifact, partWords(artifact.name, range));
  }

  /** Names a place in a video in the request, and the range that is meant, if any, as `usePart` does. */
  usePlace(artifact: Artifact, box: BoundingBox, range: Range | null): Promise<void> {
    this.conversation.composer.drew(box, artifact.id);
    return this.nameIn(artifact, placeWords(box, range));
  }

  private async nameIn(artifact: Artifact, words: string): Promise<void> {
    const { composer } = this.conversation;
    const field = document.getElementById('composer') as HTMLTextAreaElement | null;
    const [start, end] = [field?.selectionStart ?? composer.text.length, field?.selectionEnd ?? undefined];
    const { text, cursor } = insertWords(composer.text, words, start, end);
    composer.text = text;
    composer.addArtifact(artifact);
    composer.changed();
    await tick();
    field?.focus();
    field?.setSelectionRange(cursor, cursor);
  }

  /** Does something and shows what went wrong, where something did. Ends once it is done or has failed. */
  async attempt(action: () => Promise<unknown>): Promise<void> {
    await action().catch((thrown) => this.toasts.fail(thrown));
  }

  private apply(events: Event[]): void {
    for (const event of events) {
      if (event.type === 'conversation') this.applySummary(event.summary);
      else if (event.type === 'model') this.models.apply(event.model);
      else if (event.type === 'watched') this.recipes.watched.apply(event.watched);
      else if (event.type === 'tools') {
        this.setTools(event.tools);
        // What solutions lack has changed with the tools.
        void this.conversation.refreshMissing().catch(() => null);
      }
    }
    this.going = afterEvents(this.going, events);
    this.conversation.apply(...events);
  }

  private applySummary(summary: ConversationSummary): void {
    const others = this.conversations.filter((one) => one.id !== summary.id);
    this.conversations = [summary, ...others].sort((a, b) => b.updated_at - a.updated_at);
  }

  private async restoreConversation(id: string, reopen: boolean): Promise<void> {
    this.applySummary(await this.backend.call('restore_conversation', { id }));
    if (reopen) await this.open(id);
  }

  /** Fetches the open conversation anew after events may have been missed. */
  private async reload(): Promise<void> {
    this.going = new Map();
    await this.models.load().catch(() => null);
    const { id } = this.conversation;
    if (id === null) return;
    const open = await this.backend.call('open_conversation', { id }).catch(() => null);
    if (open && this.conversation.id === id) this.conversation.load(open);
  }
}

function runsOf({ turns }: { turns: readonly Turn[] }): Run[] {
  return turns.flatMap(({ runs }) => runs);
}

const KEY = Symbol('patchbay');

export function providePatchbay(patchbay: Patchbay): void {
  setContext(KEY, patchbay);
}

export function usePatchbay(): Patchbay {
  return getContext<Patchbay>(KEY);
}
