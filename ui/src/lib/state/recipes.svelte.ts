/** Recipes that a person kept: which there are, keeping how a result was made, and looking after them. */
import type { Artifact, Backend, Recipe } from '$lib/backend';
import { m } from '$lib/messages/index.svelte';
import type { Toasts } from './toasts.svelte';
import type { Undo } from './undo';
import { WatchedFolders } from './watched-folders.svelte';

export class Recipes {
  /** By name. */
  list = $state.raw<readonly Recipe[]>([]);
  /** Whether the list is shown. */
  open = $state(false);
  /** The id of the recipe that the list is opened for; none: the first one. */
  shown = $state<string | null>(null);
  /** The result that is to be kept how it was made, while its recipe is given a name. */
  keeping = $state.raw<Artifact | null>(null);
  /** The folders whose new files are taken through them. */
  readonly watched: WatchedFolders;
  private readonly backend: Backend;
  private readonly toasts: Toasts;
  private readonly undo: Undo;

  constructor(backend: Backend, toasts: Toasts, undo: Undo) {
    this.backend = backend;
    this.toasts = toasts;
    this.undo = undo;
    this.watched = new WatchedFolders(backend, toasts, undo);
  }

  async load(): Promise<void> {
    this.list = (await this.backend.call('recipes', {})).recipes;
    await this.watched.load();
  }

  /** Opens the list, for one of them where it is named. */
  show(id: string | null = null): void {
    this.shown = id;
    this.open = true;
  }

  /** The name that a recipe has where nobody gives it another: its steps. */
  async usualName({ id }: Artifact): Promise<string> {
    const chain = await this.backend.call('provenance', { artifact: id });
    return chain.flatMap(({ tool, label }) => (tool === null ? [] : label)).join(', ');
  }

  /** Keeps how a result was made, and says so with the way to see it. */
  async keep({ id: artifact }: Artifact, name: string): Promise<void> {
    const recipe = await this.backend.call('keep_recipe', { artifact, name });
    await this.load();
    this.toasts.show(m.recipeKept(recipe.name), { label: m.show, run: () => this.show(recipe.id) });
  }

  async rename({ id: recipe, name: before }: Recipe, name: string): Promise<void> {
    const rename = async (name: string) => {
      await this.backend.call('rename_recipe', { recipe, name });
      await this.load();
    };
    await rename(name);
    const act = { label: m.renaming(before), conversation: null };
    this.undo.did({ ...act, back: () => rename(before), again: () => rename(name) });
  }

  async remove({ id: recipe, name }: Recipe): Promise<void> {
    const remove = async () => {
      await this.backend.call('delete_recipe', { recipe });
      await this.load();
    };
    const back = async () => {
      await this.backend.call('restore_recipe', { recipe });
      await this.load();
    };
    await remove();
    this.undo.did({ label: m.deleting(name), conversation: null, back, again: remove }, m.recipeDeleted(name));
  }
}
