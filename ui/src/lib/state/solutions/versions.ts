/** What the runs of a request are called: by the tools in which they differ, and by the values of these. */
import type { Run, StepSetting, ToolInfo, Turn } from '$lib/backend';
import { language, m } from '$lib/messages/index.svelte';
import { choiceName, fieldLabel, withinSentence } from '$lib/messages/toolbox';
import { decimal } from '$lib/state/format';
import { usual } from '$lib/state/step-settings.svelte';
import { type Names, solutionTitle } from './labels';
import { partsOf } from './parts';

/** Finds tools by their names, and what they are called. */
interface Toolbox extends Names {
  tool(name: string): ToolInfo | null;
}

/** What was set in one step of a run. */
interface Value {
  setting: StepSetting;
  value: string;
}

/** More values than these are left out. */
const MOST_VALUES = 3;

/** A name for each run of a turn, in their order. Runs that were done in the same way are named by the values that differ. */
export function versionTitles(turn: Turn, toolbox: Toolbox): string[] {
  const titles = turn.runs.map((run, number) => {
    const reference = number > 0 ? partsOf(turn.plan, []) : [];
    return solutionTitle(partsOf(turn.plan, run.solutions), reference, toolbox);
  });
  const values = turn.runs.map((run) => valuesOf(turn, run, toolbox));
  const isOneWay = new Set(titles).size === 1;
  return titles.map((title, number) => {
    const alike = values.filter((_, other) => titles[other] === title);
    const words = differing(values[number] ?? new Map(), alike);
    if (words.length === 0) return title;
    const listed = [...words.slice(0, MOST_VALUES), ...(words.length > MOST_VALUES ? ['…'] : [])].join(', ');
    return isOneWay ? listed : `${title} (${listed})`;
  });
}

/** The values of a run that are not the same in all of the runs that are like it, as words. */
function differing(own: ReadonlyMap<string, Value>, all: ReadonlyMap<string, Value>[]): string[] {
  const found = [...own].filter(([key, { value }]) => all.some((of) => (of.get(key)?.value ?? value) !== value));
  return [...new Set(found.map(([, { setting, value }]) => valueWords(setting, value)))];
}

/** What was set of the steps of a run, by the places of the steps and the names of the values. */
function valuesOf(turn: Turn, run: Run, toolbox: Toolbox): Map<string, Value> {
  return new Map(
    run.steps.flatMap((step) => {
      const [place] = step.actions;
      if (!place) return [];
      return (toolbox.tool(step.tool)?.settings ?? []).map((setting) => {
        const key = `${place.subtask} ${place.solution} ${place.action} ${setting.name}`;
        return [key, { setting, value: step.settings[setting.name] ?? usual(turn, place, setting) }] as const;
      });
    }),
  );
}

/** A value with what it is of: `−15 % warmth`, `Format: webp`. */
export function valueWords(setting: StepSetting, value: string): string {
  const { form, unit = '' } = setting;
  const label = fieldLabel(setting);
  const number = value.trim() === '' ? Number.NaN : Number(value);
  if (form.type !== 'number' || !Number.isFinite(number))
    return `${label}: ${choiceName(setting, value.trim()) || m.asItIs}`;
  const figure = decimal(number, language.locale, 3).replace('-', '−');
  const counted = /^[°×]?$/.test(unit) ? figure + unit : `${figure} ${unit}`;
  return `${counted} ${withinSentence(label)}`;
}
