/** What readings of a request say, and which of them leads. */
import type { ReadCall, Readings, ReadValue, ToolInfo } from '$lib/backend';
import { m } from '$lib/messages/index.svelte';
import { choiceName, fieldLabel } from '$lib/messages/toolbox';

function shown(given: ReadValue, tool: ToolInfo | undefined): string {
  const { label, value, unit } = given;
  const setting = tool?.settings.find((one) => one.label === label);
  const words = setting ? choiceName(setting, value) : value;
  const amount = unit === '' ? words : `${words} ${unit}`;
  return `${fieldLabel(setting ?? given)}: ${value === '' ? m.noValue : amount}`;
}

/** Files, words and values of a call, separated by dots; empty where it has none. */
export function detailsOf({ label, files, words, values }: ReadCall, tools: readonly ToolInfo[]): string {
  const tool = tools.find((one) => one.label === label);
  return [...files, ...(words ? [m.quoted(words)] : []), ...values.map((value) => shown(value, tool))].join(' · ');
}

/** Whether the likeliest reading leads before the plan where a person is asked. */
export function leads(found: Readings | undefined): boolean {
  return found?.unsure === true && found.leads === true;
}
