/** Requests that a tool serves, as people read and send them. They name what is given by slots: `{image}`, `{object}`. */
import type { ToolInfo } from '$lib/backend';
import { scoreOf, wordsOf } from '$lib/state/search';

/** Stands for what a person has to say. */
export const OPEN = '…';

/** What stands in a slot. These are words of requests, which are English in every language of the window. */
const SLOTS: Record<string, string> = {
  image: 'picture',
  video: 'video',
  audio: 'sound',
  text: 'text',
  mask: 'region',
  bbox: 'boxes',
  title: 'title',
  segmentation: 'segments',
  depth: 'depth map',
  normal: 'normal map',
  edge: 'edges',
  line: 'lines',
  hed: 'soft edges',
  pose: 'pose',
  scribble: 'sketch',
};

/** A slot behind the noun that says what it is: “the recording {audio}”, “my subtitle file {text}”. */
const NAMED = /\b((?:the|my|these|both|an?)(?: [\p{L}\p{N}-]+)? ([\p{L}\p{N}-]+)) \{([a-z]+)\}/giu;
/** Words before a slot that are no such nouns. */
const NO_NOUN = new Set(
  'of in from and to on for with into onto under over by at as between behind after before below above than that like is are does so up'.split(
    ' ',
  ),
);
const SLOT = /\{([a-z]+)\}/g;

/** An example as a sentence: “blur {image}” is “blur the picture”, and “draw {content}” is “draw …”. */
export function readable(example: string): string {
  const seen = new Set<string>();
  return example
    .replace(NAMED, (all, before: string, noun: string, type: string) => {
      if (!(type in SLOTS) || NO_NOUN.has(noun)) return all;
      // An adjective wants its noun.
      return noun === 'given' || noun === 'animated' ? `${before} ${SLOTS[type]}` : before;
    })
    .replace(SLOT, (_, type: string) => {
      const noun = SLOTS[type];
      if (noun === undefined) return OPEN;
      const isOther = seen.has(type);
      seen.add(type);
      return isOther ? `the other ${noun}` : `the ${noun}`;
    })
    .trim();
}

const sentences = new WeakMap<ToolInfo, string[]>();

/** The examples of a tool as sentences, those that are complete first. */
export function examplesOf(tool: ToolInfo): string[] {
  let found = sentences.get(tool);
  if (!found) {
    const all = [...new Set((tool.examples ?? []).map(readable))];
    found = [...all.filter((one) => !one.includes(OPEN)), ...all.filter((one) => one.includes(OPEN))];
    sentences.set(tool, found);
  }
  return found;
}

/** The examples of a tool, those first that have most of the words of what was looked for. */
export function examplesFor(tool: ToolInfo, query: string): string[] {
  const words = wordsOf(query);
  const lacks = (example: string) => words.filter((word) => scoreOf([word], [wordsOf(example)]) === 0).length;
  return examplesOf(tool).toSorted((a, b) => lacks(a) - lacks(b));
}
