/** Finds entries by words: every word of what is looked for has to begin a word of an entry, in any order. */

/** What an entry can be found by, from what says most about it to what says least: its title, other names, texts. */
export type Fields = readonly [title: string, names: readonly string[], texts: readonly string[]];

/** How much a word counts in each of these. */
const WEIGHTS = [9, 4, 1] as const;
/** How much more a word counts that is there whole. */
const WHOLE = 1.5;

/** Characters of which one is a word, or a part of one that no space shows. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

/** The words of a text without case and accents. */
export function wordsOf(text: string): string[] {
  const plain = text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replaceAll('đ', 'd').replaceAll('ß', 'ss');
  return plain.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
}

/** How well words of a query fit an entry; 0: not all of them are there. */
export function scoreOf(query: readonly string[], fields: readonly string[][]): number {
  let sum = 0;
  for (const word of query) {
    const scores = fields.map((words, field) => (WEIGHTS[field] ?? 0) * fitOf(word, words));
    const score = Math.max(0, ...scores);
    if (score === 0) return 0;
    sum += score;
  }
  // What begins with it comes first, then what says little else.
  const [title = []] = fields;
  const begins = query[0] !== undefined && title[0]?.startsWith(query[0]) ? 2 : 0;
  return sum + begins + 0.1 / (1 + title.length);
}

/** How well a word fits others: whole, as a beginning, or not at all; better, the more of them it fits. */
function fitOf(word: string, others: readonly string[]): number {
  const isThere = (other: string) => (UNSPACED.test(word) ? other.includes(word) : other.startsWith(word));
  const count = others.filter(isThere).length;
  if (count === 0) return 0;
  return (others.includes(word) ? WHOLE : 1) + Math.min(0.4, (4 * count) / others.length);
}

/** The words of entries, each taken apart once for what it is found by. */
const known = new WeakMap<object, { fields: string; words: string[][] }>();

/** The entries that have every word of a query, the best first and else in their order; all of them where it has none. */
export function search<Entry extends object>(
  query: string,
  entries: readonly Entry[],
  fieldsOf: (entry: Entry) => Fields,
): Entry[] {
  const words = wordsOf(query);
  if (words.length === 0) return [...entries];
  return entries
    .map((entry) => ({ entry, score: scoreOf(words, fieldWords(entry, fieldsOf)) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .map(({ entry }) => entry);
}

function fieldWords<Entry extends object>(entry: Entry, fieldsOf: (entry: Entry) => Fields): string[][] {
  const found = fieldsOf(entry);
  const fields = found.flat().join('\n');
  const before = known.get(entry);
  if (before?.fields === fields) return before.words;
  const [title, names, texts] = found;
  const words = [wordsOf(title), names.flatMap(wordsOf), texts.flatMap(wordsOf)];
  known.set(entry, { fields, words });
  return words;
}
