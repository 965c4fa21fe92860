/** Requests that a person could make now. */
import type { ToolInfo } from '$lib/backend';
import { fits } from './catalogue';
import { examplesOf, OPEN } from './examples';

/** Types of what a person brings, where nothing is attached yet. */
const ANY = ['image', 'video', 'audio'];

/** Requests for things of these types that can be done on this computer and sent as they are; without types, for any file. What
 *  people ask for in the most ways comes first, and different types and fields before more of one. */
export function suggestions(tools: readonly ToolInfo[], types: readonly string[], count: number): string[] {
  const kinds = [...new Set(types.length > 0 ? types : ANY)];
  const usual = tools
    .filter(({ available }) => available)
    .toSorted((a, b) => examplesOf(b).length - examplesOf(a).length);
  const perField = new Map<string, string[]>();
  for (const tool of usual) {
    const kind = kinds.find((one) => fits(tool, [one]));
    const example = examplesOf(tool).find((one) => !one.includes(OPEN));
    if (kind === undefined || !example) continue;
    const field = `${kind} ${tool.domain}`;
    perField.set(field, [...(perField.get(field) ?? []), example]);
  }
  const fields = [...perField.values()];
  const longest = Math.max(0, ...fields.map((examples) => examples.length));
  const rounds = Array.from({ length: longest }, (_, round) => fields.flatMap((examples) => examples[round] ?? []));
  return [...new Set(rounds.flat())].slice(0, count);
}
