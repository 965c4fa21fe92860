/** The window's texts in the language that is set. `m.run` in a component follows a change of language. */
import type { StepStatus } from '$lib/backend';
import { de } from './de';
import { en, type Messages } from './en';
import { vi } from './vi';
import { zhCN } from './zh-CN';

const TABLES = { de, en, vi, 'zh-CN': zhCN } as const;

export type Locale = keyof typeof TABLES;

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

class Language {
  locale = $state<Locale>('en');

  /** Takes the language of the setting, or the system's where none is set. */
  follow(setting: string | null): void {
    this.locale = bestLocale(setting ? [setting] : navigator.languages);
    document.documentElement.lang = this.locale;
  }
}

export const language = new Language();

export const m: Messages = new Proxy(en, {
  get: (_, key) => TABLES[language.locale][key as keyof Messages],
});

/** What a resource type is called. */
export function kindName(type: string): string {
  return m.kinds[type] ?? type;
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
