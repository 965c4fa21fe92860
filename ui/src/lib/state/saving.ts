/** Copies of artifacts outside of Patchbay: as files, and as edits for other programs. */
import { type Artifact, type Backend, BackendError, type Settings } from '$lib/backend';
import { m } from '$lib/messages/index.svelte';
import { wasMade } from './results';
import type { Toasts } from './toasts.svelte';

/** The pattern that names each file as its artifact is named. */
export const USUAL_NAMES = '{name}';

/** Whether a pattern names each file as its artifact is named. */
export function isUsual(pattern: string): boolean {
  return ['', USUAL_NAMES].includes(pattern.trim());
}

export class Saving {
  private readonly backend: Backend;
  private readonly toasts: Toasts;
  private readonly settings: () => Settings;

  constructor(backend: Backend, toasts: Toasts, settings: () => Settings) {
    this.backend = backend;
    this.toasts = toasts;
    this.settings = settings;
  }

  /** Whether a saved copy tells how the artifact was made. Downloads do not. */
  keepsRecipe(artifact: Artifact): boolean {
    const holdsOne = /^(image|audio|video)\//.test(artifact.mime);
    return wasMade(artifact) && holdsOne && this.backend.desktop !== null && this.settings().keep_recipes;
  }

  /** Saves a copy: by a file dialog in the desktop window, as a download in a browser. */
  async one(artifact: Artifact, withoutRecipe = false): Promise<void> {
    const { desktop } = this.backend;
    if (desktop) {
      const path = await desktop.pickSavePath(artifact.name);
      if (path === null) return;
      const recipe = withoutRecipe ? { recipe: false } : {};
      const saved = await this.backend.call('save_artifact', { artifact: artifact.id, path, ...recipe });
      const told = saved.is_first_without_recipe ? ` ${m.savedWithoutRecipe}` : '';
      this.toasts.show(m.saved(saved.path) + told);
      return;
    }
    this.download(artifact);
  }

  private download(artifact: Artifact): void {
    const link = document.createElement('a');
    link.href = this.backend.mediaUrl(artifact, { download: true }) ?? '';
    link.download = artifact.name;
    link.click();
  }

  /** The names that copies of artifacts get by a pattern; by a blank one their own. */
  async names(artifacts: readonly Artifact[], pattern: string): Promise<string[]> {
    if (isUsual(pattern)) return artifacts.map(({ name }) => name);
    const ids = artifacts.map(({ id }) => id);
    return (await this.backend.call('names_to_save', { artifacts: ids, pattern })).names;
  }

  /** Saves copies of all, named by a pattern: into a folder that is chosen in the desktop window, as downloads in a browser. */
  async all(artifacts: readonly Artifact[], pattern = ''): Promise<void> {
    const { desktop } = this.backend;
    // A pattern that cannot be is told before a folder is asked for.
    const names = await this.names(artifacts, pattern);
    if (!desktop) {
      for (const [place, artifact] of artifacts.entries())
        this.download({ ...artifact, name: names[place] ?? artifact.name });
      return;
    }
    const folder = await desktop.pickFolder();
    if (folder === null) return;
    const { paths, failed } = await this.backend.call('save_artifacts', {
      artifacts: artifacts.map(({ id }) => id),
      folder,
      ...(!isUsual(pattern) && { pattern }),
    });
    if (paths.length > 0) this.toasts.show(m.savedAll(paths.length, folder));
    if (failed.length > 0)
      this.toasts.fail(new BackendError({ code: 'unwritable', message: failed.join('\n'), hint: '' }));
  }

  /** Whether it can be said how an artifact was edited, to a program that edits on a timeline. */
  handsOver(artifact: Artifact): boolean {
    return wasMade(artifact) && ['audio', 'video'].includes(artifact.type) && this.backend.desktop !== null;
  }

  /** Writes how an artifact was edited, in the form that the chosen name ends with. */
  async handOver(artifact: Artifact): Promise<void> {
    const stem = artifact.name.replace(/\.[^.]+$/, '');
    const kinds = [
      { name: 'OpenTimelineIO', ending: 'otio' },
      { name: 'FCPXML', ending: 'fcpxml' },
      { name: 'EDL (CMX 3600)', ending: 'edl' },
      { name: m.ffmpegCommand, ending: 'sh' },
    ];
    const path = await this.backend.desktop?.pickSavePath(`${stem}.otio`, kinds);
    if (!path) return;
    const handed = await this.backend.call('hand_over', { artifact: artifact.id, path });
    this.toasts.show([m.saved(handed.path), ...handed.notes].join(' '));
  }
}
