/** Requests that a person could make now. */
import type { ToolInfo } from '$lib/backend';
import { fits } from './catalogue';
import { examplesOf, OPEN } from './examples';

/** Types of what a person brings, where nothing is attached yet. */
const ANY = ['image', 'video', 'audio'];

/** Requests for things of these types that can be done on this computer and sent as they are, of different fields first; without
 *  types, for any file. */
export function suggestions(tools: readonly ToolInfo[], types: readonly string[], count: number): string[] {
  const wanted = types.length > 0 ? types : ANY;
  const perField = new Map<string, string[]>();
  for (const tool of tools) {
    if (!tool.available || !fits(tool, wanted)) continue;
    const example = examplesOf(tool).find((one) => !one.includes(OPEN));
    if (example) perField.set(tool.domain, [...(perField.get(tool.domain) ?? []), example]);
  }
  const fields = [...perField.values()];
  const longest = Math.max(0, ...fields.map((examples) => examples.length));
  const rounds = Array.from({ length: longest }, (_, round) => fields.flatMap((examples) => examples[round] ?? []));
  return rounds.flat().slice(0, count);
}
