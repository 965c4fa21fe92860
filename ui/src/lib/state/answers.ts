/** The answer of a run in the language of the interface, made of its results and their facts. English answers come from the server. */
import type { Artifact, Run } from '$lib/backend';
import type { Messages } from '$lib/messages/en';
import { clock, decimal } from './format';

/** The longest text that stands in the answer itself, in characters. */
const QUOTED = 600;
/** The most results that are named. */
const NAMED = 6;
/** A change of length that is told, in seconds. */
const TOLD = 0.1;

/** The texts of a language, and the language. */
interface Speech {
  m: Messages;
  locale: string;
}

/** What was made, one paragraph each; null where the server's own words say more: what failed, is missing or was stopped. */
export function answerOf(
  run: Run,
  results: readonly Artifact[],
  artifacts: ReadonlyMap<string, Artifact>,
  { m, locale }: Speech,
): string | null {
  const isDone = run.status === 'done' && run.missing.length === 0 && run.steps.every(({ error }) => error === null);
  if (!isDone || results.length === 0) return null;
  const [only] = results;
  const said = only && results.length === 1 ? one(only, artifacts, { m, locale }) : many(results, m);
  const notes = new Set(run.steps.flatMap(({ notes }) => notes ?? []));
  return [said, ...notes].join(' ');
}

function one(result: Artifact, artifacts: ReadonlyMap<string, Artifact>, { m, locale }: Speech): string {
  if (result.boxes) {
    const labels = result.boxes.flatMap(({ label }) => label?.name ?? []);
    return m.foundBoxes(result.boxes.length, labels.join(', '));
  }
  const words = result.text ?? result.labels?.map(({ name }) => name).join('\n');
  const isFile = result.type === 'document' || result.width !== undefined;
  if (words !== undefined && !isFile && words.length <= QUOTED) return words;
  const facts = factsOf(result, sourceOf(result, artifacts), { m, locale });
  return m.hereIs(facts.length > 0 ? `${result.name} (${facts.join(', ')})` : result.name);
}

function many(results: readonly Artifact[], m: Messages): string {
  const names = results.map(({ name }) => name);
  const listed =
    names.length <= NAMED
      ? names.join(', ')
      : m.andMore(names.slice(0, NAMED - 1).join(', '), names.length - NAMED + 1);
  return m.hereAre(results.length, listed);
}

/** Length and size of a result, and how they differ from those of what it was made from. */
function factsOf(result: Artifact, source: Artifact | undefined, { m, locale }: Speech): string[] {
  const sides = ({ width, height }: Artifact) => (width && height ? m.pixels(width, height) : '');
  const facts = result.seconds === undefined ? [] : [length(result.seconds, locale)];
  const longer = (result.seconds ?? 0) - (source?.seconds ?? 0);
  if (result.seconds !== undefined && source?.seconds !== undefined && Math.abs(longer) >= TOLD) {
    const by = length(Math.abs(longer), locale);
    facts.push(longer < 0 ? m.shorterBy(by) : m.longerBy(by));
  }
  facts.push(sides(result));
  const before = source ? sides(source) : '';
  if (before && before !== sides(result)) facts.push(m.beforeIt(before));
  return facts.filter(Boolean);
}

/** A length: below a minute in seconds with tenths. */
function length(seconds: number, locale: string): string {
  return seconds < 59.5 ? `${decimal(seconds, locale, 1)} s` : clock(Math.round(seconds));
}

/** The only artifact of a result's own kind that it was made from, back to what was given. */
function sourceOf(result: Artifact, artifacts: ReadonlyMap<string, Artifact>): Artifact | undefined {
  let [current, found] = [result, undefined as Artifact | undefined];
  const seen = new Set<string>();
  while ('inputs' in current.origin && !seen.has(current.id)) {
    seen.add(current.id);
    const inputs = current.origin.inputs.flatMap(({ id }) => artifacts.get(id) ?? []);
    const alike = inputs.filter(({ type }) => type === result.type);
    const [source] = alike;
    if (!source || alike.length > 1) return found;
    found = source;
    if (!('run' in current.origin && 'run' in source.origin && source.origin.run === current.origin.run)) return found;
    current = source;
  }
  return found;
}
