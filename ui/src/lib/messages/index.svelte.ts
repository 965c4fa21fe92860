/** The window's texts in the language that is set. `m.run` in a component follows a change of language. */
import type { BoundingBox, StepStatus } from '$lib/backend';
import type { OutcomeState } from '$lib/state/outcomes';
import { en, type Messages } from './en';
import type { ToolWords } from './tools';

/** What is said in a language: the window's texts, and the toolbox's words. English has none of those: the toolbox speaks it itself. */
type Said = [Messages, ToolWords | null];

/** What is said in each language, loaded together where it is set. */
export const SAID = {
  de: () => Promise.all([import('./de').then(({ de }) => de), import('./tools/de').then(({ de }) => de)]),
  en: async () => [en, null],
  vi: () => Promise.all([import('./vi').then(({ vi }) => vi), import('./tools/vi').then(({ vi }) => vi)]),
  'zh-CN': () =>
    Promise.all([import('./zh-CN').then(({ zhCN }) => zhCN), import('./tools/zh-CN').then(({ zhCN }) => zhCN)]),
} satisfies Record<string, () => Promise<Said>>;

export type Locale = keyof typeof SAID;

/** Each language by its own name. */
export const LOCALES: Record<Locale, string> = {
  de: 'Deutsch',
  en: 'English',
  vi: 'Tiếng Việt',
  'zh-CN': '简体中文',
};

/** The first language of `wanted` that there is a table for. */
export function bestLocale(wanted: readonly string[]): Locale {
  for (const tag of wanted) {
    const base = tag.toLowerCase().split('-')[0];
    if (base === 'zh') return 'zh-CN';
    if (base === 'vi') return 'vi';
    if (base === 'de') return 'de';
    if (base === 'en') return 'en';
  }
  return 'en';
}

/** Where the language is remembered that was set last: it is known before the application has told it. */
const LANGUAGE_KEY = 'patchbay.language';

class Language {
  locale = $state<Locale>('en');
  texts = $state.raw<Messages>(en);
  toolWords = $state.raw<ToolWords | null>(null);
  /** Counts what was asked for: only the newest counts. */
  private asked = 0;

  /** Takes the language of the setting, or the system's where none is set, once all that is said in it is here. Fails where that
   *  cannot be loaded, unless another one was set meanwhile. */
  async follow(setting: string | null): Promise<void> {
    if (setting === null) localStorage.removeItem(LANGUAGE_KEY);
    else localStorage.setItem(LANGUAGE_KEY, setting);
    const locale = bestLocale(setting ? [setting] : navigator.languages);
    this.asked += 1;
    const asked = this.asked;
    const said = await SAID[locale]().catch((thrown) => {
      if (asked === this.asked) throw thrown;
    });
    if (!said || asked !== this.asked) return;
    const [texts, toolWords] = said;
    this.locale = locale;
    this.texts = texts;
    this.toolWords = toolWords;
    document.documentElement.lang = locale;
  }

  /** Takes the language that was set last. */
  begin(): Promise<void> {
    return this.follow(localStorage.getItem(LANGUAGE_KEY));
  }
}

export const language = new Language();

export const m: Messages = new Proxy(en, {
  get: (_, key) => language.texts[key as keyof Messages],
});

/** What a resource type is called. */
export function kindName(type: string): string {
  return m.kinds[type] ?? type;
}

/** What came of something that was to be made, in a word. */
export function outcomeName(state: OutcomeState): string {
  return {
    made: m.statusMade,
    running: m.statusRunning,
    waiting: m.statusWaiting,
    stopped: m.statusCancelled,
    failed: m.statusFailed,
  }[state];
}

/** How a step stands, in a word. */
export function statusName(status: StepStatus): string {
  return {
    waiting: m.statusWaiting,
    running: m.statusRunning,
    done: m.statusDone,
    failed: m.statusFailed,
    skipped: m.statusSkipped,
    cancelled: m.statusCancelled,
  }[status];
}

/** A box in pixels: how large it is, and where. */
export function boxName({ x, y, width, height }: BoundingBox): string {
  return m.placeAt(m.pixels(width, height), x, y);
}
