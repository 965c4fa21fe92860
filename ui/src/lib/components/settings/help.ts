import type { StepSetting } from '$lib/backend';

/** The help text of a setting: what a person would ask who fills it in, then what it does. */
export function help(setting: StepSetting): string {
  return [setting.question, setting.meaning].filter(Boolean).join('\n');
}
