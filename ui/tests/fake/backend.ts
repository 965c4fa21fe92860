/** An application in memory, for working on the window without one: plans and runs are scripted, media are drawn. */
import type {
  Artifact,
  Backend,
  ConversationSummary,
  Correction,
  Desktop,
  Event,
  MediaOptions,
  ModelInfo,
  OperationName,
  Operations,
  Recipe,
  Run,
  Server,
  Step,
  ToolServer,
  Turn,
  WatchedFolder,
} from '../../src/lib/backend';
import { BackendError } from '../../src/lib/backend/backend';
import { samePlace } from '../../src/lib/state/solutions/parts';
import { artifactOf, resultName } from './artifacts';
import { imageUrl, maskFor, toneUrl, waveformUrl } from './media';
import { MODELS } from './models';
import { missingActions, planFor } from './plans';
import { play, type World } from './runs';
import { TOOLS } from './tools';

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

function summary(id: string, title: string, daysAgo: number): ConversationSummary {
  const then = Date.now() - daysAgo * 86_400_000;
  return { id, title, created_at: then, updated_at: then };
}

export class FakeBackend implements Backend {
  readonly desktop: Desktop | null = null;
  private listeners = new Set<(event: Event) => void>();
  private count = 0;
  private artifacts = new Map<string, Artifact & { conversation: string }>();
  private turns = new Map<string, Turn>();
  private cancelled = new Set<string>();
  /** The types of a run's outputs, by the run's id. */
  private outputs = new Map<string, string[]>();
  private conversations = [
    summary('c-old', 'Cut-outs for the shop', 0.04),
    summary('c-older', 'Podcast, episode 12', 3),
    summary('c-oldest', 'Mug photos, tags and titles', 4),
  ];
  private settings: Operations['start']['reply']['settings'] = {
    ask_first: false,
    theme: 'system',
    keep_recipes: false,
    offline: false,
    mirror: null,
    language: null,
  };

  private servers: Server[] = [];
  private toolServers: ToolServer[] = [];
  protected readonly models = new Map(MODELS.map((model) => [model.id, structuredClone(model)]));

  constructor(private readonly speed = 1) {}

  subscribe(listener: (event: Event) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  async call<Name extends OperationName>(
    name: Name,
    args: Operations[Name]['args'],
  ): Promise<Operations[Name]['reply']> {
    await wait(20 * this.speed);
    const operations = this as unknown as Record<string, (args: unknown) => unknown>;
    return structuredClone(
      await operations[`op_${name}`]?.(JSON.parse(JSON.stringify(args))),
    ) as Operations[Name]['reply'];
  }

  async upload(conversation: string, file: File): Promise<Artifact> {
    await wait(300 * this.speed);
    if (file.name.endsWith('.mp4') && file.size < 200)
      throw new BackendError({
        code: 'unreadable_file',
        message: `${file.name} is a text file, not a video.`,
        hint: 'Give it the ending .txt to use it as text.',
      });
    const kind = file.type.split('/')[0] || 'text';
    return this.add(conversation, file.name, kind === 'application' ? 'text' : kind, { given: true });
  }

  mediaUrl(artifact: Artifact, options: MediaOptions = {}): string | null {
    if (artifact.asset === null) return null;
    if (options.waveform) return waveformUrl(options.waveform);
    if (artifact.type === 'audio') return toneUrl(artifact.seconds ?? 4);
    if (artifact.type === 'video' && !options.thumbnail) return '/tests/fake/clip.mp4';
    if (artifact.type === 'html')
      return `data:text/html,${encodeURIComponent('<h1>beach</h1><p>A page that presents the film.</p>')}`;
    return imageUrl(artifact.name, artifact.type, options.thumbnail);
  }

  protected op_start() {
    return {
      version: '0.1.0',
      media_base: '',
      media_token: '',
      conversations: this.conversations,
      settings: this.settings,
      tools: TOOLS,
    };
  }
  protected op_create_conversation() {
    const begun = summary(this.id('c'), '', 0);
    this.conversations.unshift(begun);
    this.emit({ type: 'conversation', summary: begun });
    return begun;
  }
  protected op_search_conversations({ words }: { words: string }): Operations['search_conversations']['reply'] {
    const turns = [...this.turns.values()].filter(({ instruction }) => instruction.includes(words));
    return this.conversations.flatMap((summary) => {
      const turn = turns.findLast(({ conversation }) => conversation === summary.id);
      return turn ? [{ summary, said: turn.instruction }] : [];
    });
  }
  protected op_rename_conversation({ id, title }: { id: string; title: string }) {
    const summary = this.conversations.find((one) => one.id === id)!;
    summary.title = title;
    return summary;
  }
  protected op_delete_conversation({ id }: { id: string }) {
    this.deleted = this.conversations.find((one) => one.id === id) ?? null;
    this.conversations = this.conversations.filter((one) => one.id !== id);
    return {};
  }
  private deleted: (typeof this.conversations)[number] | null = null;
  protected op_restore_conversation() {
    this.conversations.push(this.deleted!);
    return this.deleted!;
  }
  protected op_open_conversation({ id }: { id: string }) {
    return {
      summary: this.conversations.find((one) => one.id === id)!,
      turns: this.turnsOf(id),
      artifacts: [...this.artifacts.values()].filter((artifact) => artifact.conversation === id && !artifact.deleted),
      draft: { text: '', artifacts: [] },
    };
  }
  private turnsOf(conversation: string) {
    return [...this.turns.values()].filter((turn) => turn.conversation === conversation);
  }
  protected op_save_draft() {
    return {};
  }
  protected op_models(): Operations['models']['reply'] {
    return {
      models: [...this.models.values()],
      folder: '/data/models',
      device: 'The processor runs models.',
      problems: [],
    };
  }
  protected op_servers(): Operations['servers']['reply'] {
    return { servers: this.servers };
  }
  protected op_save_server({ server, ...set }: Operations['save_server']['args']) {
    const host = new URL(set.address).host;
    const saved = { ...set, id: server ?? set.name, host, is_here: host.startsWith('localhost'), is_encrypted: false };
    this.servers = [...this.servers.filter((one) => one.id !== saved.id), saved];
    return saved;
  }
  protected op_remove_server({ server }: { server: string }) {
    this.servers = this.servers.filter((one) => one.id !== server);
    const still = Object.entries(this.settings).filter(([, chosen]) => chosen !== server);
    this.settings = Object.fromEntries(still) as typeof this.settings;
    return {};
  }
  protected op_set_server_key() {
    return { lasts: true };
  }
  protected op_check_server() {
    return { models: ['qwen3-8b', 'llama-3'] };
  }
  protected op_tool_servers(): Operations['tool_servers']['reply'] {
    return { servers: this.toolServers };
  }
  protected op_save_tool_server({ name, reach, needs_key }: Operations['save_tool_server']['args']) {
    const nothing = {
      allowed: false,
      files_allowed: false,
      is_connected: false,
      problem: null,
      tools: [],
      variables: [],
    };
    const saved: ToolServer = { name, reach, needs_key, is_here: reach.kind === 'mcp_program', ...nothing };
    this.toolServers = [...this.toolServers.filter((one) => one.name !== name), saved];
    return saved;
  }
  protected op_allow_tool_server({ name, ...allowed }: Operations['allow_tool_server']['args']) {
    const forecast = {
      name: 'getForecast',
      label: 'Get forecast',
      description: 'Weather forecast for a city.',
      problem: null,
    };
    const tools = [{ ...forecast, allowed: true, effect: 'reads' as const }];
    const stands = { is_connected: allowed.allowed, tools: allowed.allowed ? tools : [] };
    this.toolServers = this.toolServers.map((one) => (one.name === name ? { ...one, ...allowed, ...stands } : one));
    return this.toolServers.find((one) => one.name === name)!;
  }
  protected op_allow_server_tool({ server, tool, allowed }: Operations['allow_server_tool']['args']) {
    const changed = (one: ToolServer['tools'][number]) => (one.name === tool ? { ...one, allowed } : one);
    this.toolServers = this.toolServers.map((one) =>
      one.name === server ? { ...one, tools: one.tools.map(changed) } : one,
    );
    return this.toolServers.find((one) => one.name === server)!;
  }
  protected op_reconnect_tool_server({ name }: { name: string }) {
    return this.toolServers.find((one) => one.name === name)!;
  }
  protected op_remove_tool_server({ name }: { name: string }) {
    this.toolServers = this.toolServers.filter((one) => one.name !== name);
    return {};
  }
  protected op_set_tool_server_key({ name, variable }: Operations['set_tool_server_key']['args']) {
    this.toolServers = this.toolServers.map((one) =>
      one.name === name && variable ? { ...one, variables: [...one.variables, variable] } : one,
    );
    return { lasts: true };
  }
  /** What else a request means: “bigger” can be a change of what was enlarged before. */
  protected op_readings({ turn }: Operations['readings']['args']): Operations['readings']['reply'] {
    const { conversation = '', instruction = '' } = this.turns.get(turn) ?? {};
    const last = this.turnsOf(conversation).findLast((one) => one.id !== turn && !one.taken_back);
    if (instruction === 'undo that' && last) {
      const call = { act: 'takes_back' as const, label: 'Black and white', files: [], values: [] };
      return { take: 0, unsure: false, others: [{ reading: 0, calls: [call], takes_back: [last.id] }] };
    }
    if (instruction === 'what can you do?') return { unsure: true, talk: 'question', others: [] };
    if (!instruction.includes('bigger')) return { unsure: false, others: [] };
    const values = [{ label: 'Factor', value: '4', unit: '×' }];
    return {
      unsure: last !== undefined,
      others: [{ reading: 1, calls: [{ act: 'changes', label: 'Enlarge', files: [], values }], takes_back: [] }],
    };
  }
  protected op_choice_said({ words }: Operations['choice_said']['args']): Operations['choice_said']['reply'] {
    const place = ['the first one', 'the second one'].indexOf(words);
    return place < 0 ? {} : { place: place + 1 };
  }
  protected async op_plan_reading({ turn: id, reading }: Operations['plan_reading']['args']) {
    const { conversation, instruction, artifacts } = this.turns.get(id)!;
    const way = this.op_readings({ turn: id }).others.find((one) => one.reading === reading)!;
    const turn = await this.op_plan({ conversation, instruction, artifacts });
    const tools = way.calls.map(({ label }) => label);
    this.corrections.unshift({ id: this.id('correction'), words: instruction, tools, created_at: Date.now() });
    turn.takes_back = way.takes_back;
    if (turn.takes_back.length > 0) turn.plan = { ...turn.plan, subtasks: [], clarification: null };
    for (const back of [id, ...turn.takes_back]) this.op_take_back({ turn: back });
    return turn;
  }
  protected op_take_back({ turn }: { turn: string }) {
    return Object.assign(this.turns.get(turn)!, { taken_back: true });
  }
  protected op_bring_back({ turn }: { turn: string }) {
    return Object.assign(this.turns.get(turn)!, { taken_back: false });
  }
  private readonly deletedTurns = new Map<string, Turn>();
  /** What a turn made goes with it, but for what is attached to another one. */
  protected op_delete_turn({ turn: id }: { turn: string }): Operations['delete_turn']['reply'] {
    const turn = this.turns.get(id)!;
    this.turns.delete(id);
    this.deletedTurns.set(id, turn);
    const runs = turn.runs.map((run) => run.id);
    const made = [...this.artifacts.values()].filter(
      ({ origin }) => 'tool' in origin && runs.includes(origin.run ?? ''),
    );
    const isUsed = ({ id }: Artifact) => [...this.turns.values()].some(({ artifacts }) => artifacts.includes(id));
    return {
      artifacts: made.filter((one) => !isUsed(one)).map((one) => this.op_delete_artifact({ artifact: one.id })),
      kept: made.filter(isUsed).map(({ name }) => name),
    };
  }
  protected op_restore_turn({ turn: id }: { turn: string }): Operations['restore_turn']['reply'] {
    const turn = this.deletedTurns.get(id)!;
    this.deletedTurns.delete(id);
    this.turns.set(id, turn);
    const outputs = turn.runs.flatMap(({ steps }) => steps.flatMap((step) => step.outputs));
    return { turn, artifacts: outputs.map((artifact) => this.op_restore_artifact({ artifact })) };
  }
  protected op_read_again() {
    return { by: 'qwen3-8b', words: 'make it black and white' };
  }
  protected op_get_model({ model: id }: { model: string }) {
    const model = this.models.get(id)!;
    if (model.work === null) void this.download(model);
    return model;
  }
  private async download(model: ModelInfo) {
    const work = { kind: 'get' as const, bytes: 0, total: model.bytes, speed: 5_000_000, seconds_left: 8 };
    model.work = work;
    for (let tick = 0; tick <= 10 && model.work; tick += 1) {
      work.bytes = (model.bytes * tick) / 10;
      this.emit({ type: 'model', model });
      await wait(200 * this.speed);
    }
    model.disk = model.work ? { state: 'installed', bytes: model.bytes } : { state: 'partial', bytes: work.bytes };
    model.work = null;
    this.emit({ type: 'model', model });
  }
  protected op_stop_model({ model: id }: { model: string }) {
    const model = this.models.get(id)!;
    model.work = null;
    return model;
  }
  protected op_verify_model({ model: id }: { model: string }) {
    const model = this.models.get(id)!;
    model.note = { type: 'verified' };
    this.emit({ type: 'model', model });
    return model;
  }
  protected op_remove_model({ model: id }: { model: string }): ModelInfo {
    return Object.assign(this.models.get(id)!, { disk: { state: 'absent' }, work: null, note: null });
  }
  protected op_get_settings() {
    return this.settings;
  }
  protected op_set_settings(settings: typeof this.settings) {
    this.settings = settings;
    return settings;
  }
  /** What takes requests back that wait, by their names. */
  private waiting = new Map<string, () => void>();
  protected op_withdraw({ name }: { name: string }) {
    this.waiting.get(name)?.();
    return {};
  }
  /** Waits until nothing runs in a conversation. */
  private async ended(conversation: string, name: string) {
    let isTakenBack = false;
    this.waiting.set(name, () => (isTakenBack = true));
    const runs = () => [...this.turns.values()].filter((turn) => turn.conversation === conversation);
    while (!isTakenBack && runs().some((turn) => turn.runs.some(({ status }) => status === 'running'))) await wait(1);
    this.waiting.delete(name);
    if (isTakenBack) throw new BackendError({ code: 'withdrawn', message: 'The request was taken back.' });
  }
  protected async op_plan({ conversation, instruction, artifacts, name = '' }: Operations['plan']['args']) {
    await this.ended(conversation, name);
    await wait(200 * this.speed);
    const named = artifacts.map((id) => this.artifacts.get(id)!);
    const plan = planFor(instruction, named);
    const turn: Turn = {
      id: this.id('t'),
      conversation,
      instruction,
      artifacts,
      plan,
      missing_actions: missingActions(plan),
      losses: [],
      needs_consent: false,
      runs: [],
      taken_back: false,
      takes_back: [],
      created_at: Date.now(),
    };
    this.turns.set(turn.id, turn);
    const summary = this.conversations.find((one) => one.id === conversation)!;
    summary.title ||= instruction;
    this.emit({ type: 'conversation', summary });
    return turn;
  }
  private recipes: Recipe[] = [];
  private deletedRecipes: Recipe[] = [];
  private readonly corrections: Correction[] = [];
  private readonly forgotten = new Set<string>();
  protected op_recipes(): Operations['recipes']['reply'] {
    return { recipes: this.recipes.toSorted((a, b) => a.name.localeCompare(b.name)) };
  }
  /** A recipe of one picture that is made brighter. */
  protected op_keep_recipe({ name }: Operations['keep_recipe']['args']): Recipe {
    const inputs = { image: 'photo.jpg', text: 'make it brighter', exposure: '1' };
    const action = { tool: 'text_image_editing', inputs, outputs: [{ type: 'image', value: '<GEN>-0-0' }] };
    const made = { takes: ['image'], actions: [action], created_at: Date.now() };
    const recipe = { id: this.id('recipe'), name: name || 'Edit picture', ...made };
    this.recipes.push(recipe);
    return recipe;
  }
  protected op_rename_recipe({ recipe: id, name }: Operations['rename_recipe']['args']): Recipe {
    return Object.assign(this.recipes.find((one) => one.id === id)!, { name });
  }
  protected op_delete_recipe({ recipe: id }: Operations['delete_recipe']['args']) {
    this.deletedRecipes.push(...this.recipes.filter((one) => one.id === id));
    this.recipes = this.recipes.filter((one) => one.id !== id);
    return {};
  }
  protected op_restore_recipe({ recipe: id }: Operations['restore_recipe']['args']): Recipe {
    const recipe = this.deletedRecipes.find((one) => one.id === id)!;
    this.recipes.push(recipe);
    return recipe;
  }
  protected async op_follow_recipe({ conversation, recipe: id, artifacts }: Operations['follow_recipe']['args']) {
    const { name } = this.recipes.find((one) => one.id === id)!;
    const turn = await this.op_plan({ conversation, instruction: 'make it black and white', artifacts });
    turn.instruction = name;
    turn.plan = { ...turn.plan, source: 'steps' };
    return turn;
  }
  private watched: WatchedFolder[] = [];
  private unwatched: WatchedFolder[] = [];
  protected op_watched_folders(): Operations['watched_folders']['reply'] {
    return { folders: this.watched };
  }
  protected op_watch_folder({ recipe, folder, output, title }: Operations['watch_folder']['args']): WatchedFolder {
    if (`${output}/`.startsWith(`${folder}/`)) {
      const message = `What is written into “${output}” would be taken as new files of “${folder}” again.`;
      throw new BackendError({ code: 'unsuitable', message, hint: 'Choose another one.' });
    }
    const conversation = this.op_create_conversation();
    conversation.title = title;
    this.emit({ type: 'conversation', summary: conversation });
    const stands = { paused: false, done: 0, failed: 0, trouble: '' };
    const about = { recipe, folder, output, conversation: conversation.id, since: Date.now() };
    const watched = { id: this.id('watched'), ...about, ...stands };
    this.watched.push(watched);
    return watched;
  }
  protected op_pause_watching({ watched }: { watched: string }) {
    return Object.assign(this.watched.find(({ id }) => id === watched)!, { paused: true });
  }
  protected op_continue_watching({ watched }: { watched: string }) {
    return Object.assign(this.watched.find(({ id }) => id === watched)!, { paused: false });
  }
  protected op_end_watching({ watched }: { watched: string }) {
    this.unwatched.push(...this.watched.filter(({ id }) => id === watched));
    this.watched = this.watched.filter(({ id }) => id !== watched);
    return {};
  }
  protected op_restore_watching({ watched }: { watched: string }): WatchedFolder {
    const back = this.unwatched.find(({ id }) => id === watched)!;
    this.watched.push(back);
    return back;
  }
  /** What comes of a file in a watched folder: a turn that no front asked for, and how the folder stands then. */
  async takeFile(name: string, trouble = ''): Promise<void> {
    const watched = this.watched[0]!;
    const given = this.add(watched.conversation, name, 'image', { given: true });
    this.emit({ type: 'artifact', conversation: watched.conversation, artifact: given });
    const { conversation, recipe } = watched;
    const turn = await this.op_follow_recipe({ conversation, recipe, artifacts: [given.id] });
    this.emit({ type: 'turn', turn });
    this.op_run({ turn: turn.id, solutions: [] });
    watched[trouble === '' ? 'done' : 'failed'] += 1;
    watched.trouble = trouble;
    this.emit({ type: 'watched', watched });
  }
  protected op_corrections(): Operations['corrections']['reply'] {
    return { corrections: this.corrections.filter(({ id }) => !this.forgotten.has(id)) };
  }
  protected op_delete_correction({ correction }: Operations['delete_correction']['args']) {
    this.forgotten.add(correction);
    return {};
  }
  protected op_restore_correction({ correction }: Operations['restore_correction']['args']) {
    this.forgotten.delete(correction);
    return this.corrections.find(({ id }) => id === correction)!;
  }
  protected op_plan_again({ turn: id }: { turn: string }) {
    const turn = this.turns.get(id)!;
    const again = { ...turn, id: this.id('t'), runs: [], plan: { ...turn.plan, read_by: 'qwen3-8b' } };
    this.turns.set(again.id, again);
    return again;
  }
  /** What the newest run was told to set. */
  settingsOfRun: NonNullable<Operations['run']['args']['settings']> = [];
  protected op_run({ turn: id, solutions, settings = [] }: Operations['run']['args']) {
    this.settingsOfRun = settings;
    const turn = this.turns.get(id)!;
    const chosen = turn.plan.subtasks.map((_, index) => solutions[index] ?? 0);
    const steps = turn.plan.subtasks.flatMap((subtask, index) =>
      (subtask.solutions[chosen[index]!]?.actions ?? []).map((action, place) => ({
        action,
        place: { subtask: subtask.id, solution: chosen[index]!, action: place },
      })),
    );
    const run: Run = {
      id: this.id('r'),
      turn: id,
      solutions: chosen,
      status: 'running',
      answer: '',
      missing: [],
      results: [],
      started_at: Date.now(),
      finished_at: null,
      steps: steps.map(
        ({ action, place }, index): Step => ({
          index,
          subtask: place.subtask,
          actions: [place],
          tool: action.tool,
          label: TOOLS.find((tool) => tool.name === action.tool)?.label ?? action.tool,
          implementation: 'built in',
          model: null,
          settings: settings.find(({ action: set }) => samePlace(set, place))?.values ?? {},
          inputs: Object.fromEntries(Object.entries(action.inputs).map(([k, v]) => [k, String(v)])),
          status: 'waiting',
          progress: 0,
          seconds: 0,
          error: null,
          outputs: [],
        }),
      ),
    };
    turn.runs.push(run);
    this.outputs.set(
      run.id,
      steps.map(({ action }) => action.outputs[0]!.type),
    );
    void play(this.world, turn, run);
    return run;
  }
  protected op_cancel({ run }: { run: string }) {
    this.cancelled.add(run);
    return {};
  }
  protected op_prepare_pointing({ artifact }: { artifact: string }) {
    const { width, height } = this.artifacts.get(artifact)!;
    return { width: width ?? 1, height: height ?? 1 };
  }
  protected async op_segment({ artifact, prompt, request }: Operations['segment']['args']) {
    await wait(120 * this.speed);
    const { width = 1, height = 1 } = this.artifacts.get(artifact)!;
    const candidates = maskFor(prompt, width, height);
    return { request, candidates, best: 'object', outlined_by: null, preparing: null };
  }
  protected op_prepare_outlining() {
    return {};
  }
  protected op_close_pointing() {
    return {};
  }
  protected op_accept_region({ artifact }: Operations['accept_region']['args']) {
    const image = this.artifacts.get(artifact)!;
    const regions = [...this.artifacts.values()].filter((one) => one.parent === artifact).length;
    return this.add(
      image.conversation,
      `region ${regions + 1} of ${image.name}`,
      'mask',
      { run: null, step: null, tool: 'segment_by_points', inputs: [{ id: artifact, name: image.name, type: 'image' }] },
      artifact,
    );
  }
  protected op_rename_artifact({ artifact, name }: { artifact: string; name: string }) {
    return Object.assign(this.artifacts.get(artifact)!, { name });
  }
  protected op_delete_artifact({ artifact }: { artifact: string }) {
    return Object.assign(this.artifacts.get(artifact)!, { deleted: true });
  }
  protected op_restore_artifact({ artifact }: { artifact: string }) {
    return Object.assign(this.artifacts.get(artifact)!, { deleted: false });
  }
  protected op_provenance({ artifact: id }: { artifact: string }) {
    const artifact = this.artifacts.get(id)!;
    const steps: Operations['provenance']['reply'] = [];
    if ('tool' in artifact.origin) {
      for (const input of artifact.origin.inputs)
        steps.push({
          artifact: input,
          tool: null,
          label: 'given',
          implementation: '',
          model: null,
          inputs: {},
          seconds: 0,
          created_at: 0,
        });
    }
    const tool = 'tool' in artifact.origin ? artifact.origin.tool : null;
    steps.push({
      artifact: { id: artifact.id, name: artifact.name, type: artifact.type },
      tool,
      label: TOOLS.find((one) => one.name === tool)?.label ?? 'given',
      implementation: tool ? 'built in' : '',
      model: null,
      inputs: {},
      seconds: 0.4,
      created_at: artifact.created_at,
    });
    return steps;
  }

  private readonly world: World = {
    emit: (event) => this.emit(event),
    pause: (milliseconds) => wait(milliseconds) as Promise<void>,
    tick: async (run) => {
      await wait(120 * this.speed);
      return !this.cancelled.has(run);
    },
    make: (turn, run, index) => {
      const step = run.steps[index]!;
      const type = this.outputs.get(run.id)![index]!;
      const inputs = turn.artifacts.map((id) => {
        const { name, type } = this.artifacts.get(id)!;
        return { id, name, type };
      });
      const origin = { run: run.id, step: index, tool: step.tool, inputs };
      return this.add(turn.conversation, resultName(step.tool, this.count, type), type, origin, turn.artifacts[0]);
    },
  };

  private add(conversation: string, name: string, type: string, origin: Artifact['origin'], parent?: string): Artifact {
    const artifact = artifactOf(this.id('artifact'), name, type, origin, parent);
    this.artifacts.set(artifact.id, { ...artifact, conversation });
    return artifact;
  }
  private id(prefix: string): string {
    this.count += 1;
    return `${prefix}-${this.count}`;
  }
  private emit(event: Event): void {
    for (const listener of this.listeners) listener(structuredClone(event));
  }
}
