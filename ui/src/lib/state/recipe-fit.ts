/** Recipes held against what is attached: what they take, and whether they can be followed with it. */
import type { Recipe } from '$lib/backend';
import { isImage } from '$lib/design/kinds';
import { kindName, language, m } from '$lib/messages/index.svelte';
import { listed } from './format';

/** A file that a recipe can be followed with. */
export interface Given {
  name: string;
  /** Its resource type; none: it is being read. */
  type: string | null;
}

/** Whether a recipe can be followed with files, and why not. */
export type Fit =
  | { state: 'fits' }
  /** Nothing is attached. */
  | { state: 'empty' }
  /** For these types there is no file. */
  | { state: 'lacks'; types: string[] }
  /** It has no use for these files. */
  | { state: 'unused'; names: string[] }
  /** One of its tools is not there any more. */
  | { state: 'gone'; tool: string };

/** More names than these are counted. */
const MOST_NAMES = 3;

/** Whether a recipe can be followed with all of these files: with each of them by itself where it begins with one. */
export function fitOf({ takes, actions }: Recipe, given: readonly Given[], hasTool: (tool: string) => boolean): Fit {
  const gone = actions.find(({ tool }) => !hasTool(tool));
  if (gone) return { state: 'gone', tool: gone.tool };
  const [first] = takes;
  if (first === undefined) return { state: 'fits' };
  if (given.length === 0) return { state: 'empty' };
  const left = [...given];
  const lacking: string[] = [];
  if (takes.length === 1) {
    const unused = left.filter(({ type }) => type !== null && !isOf(type, first));
    return unused.length > 0 ? { state: 'unused', names: unused.map(({ name }) => name) } : { state: 'fits' };
  }
  for (const wanted of takes) {
    const known = left.findIndex(({ type }) => type !== null && isOf(type, wanted));
    const place = known >= 0 ? known : left.findIndex(({ type }) => type === null);
    if (place >= 0) left.splice(place, 1);
    else lacking.push(wanted);
  }
  if (lacking.length > 0) return { state: 'lacks', types: lacking };
  return left.length > 0 ? { state: 'unused', names: left.map(({ name }) => name) } : { state: 'fits' };
}

/** Whether what is of a type is taken where another one is wanted. */
function isOf(type: string, wanted: string): boolean {
  return type === wanted || (wanted === 'image' && isImage(type)) || (wanted === 'text' && type === 'title');
}

/** Types in words, each with how many there are of it. */
function typesInWords(types: readonly string[]): string {
  const counted = [...new Set(types)].map((type) =>
    m.countedKind(kindName(type), types.filter((one) => one === type).length),
  );
  return listed(counted, language.locale);
}

/** What a recipe takes, in words. */
export function takesInWords({ takes }: Recipe): string {
  if (takes.length === 0) return m.recipeTakesNothing;
  return takes.length === 1 ? m.recipeTakesEach(typesInWords(takes)) : m.recipeTakes(typesInWords(takes));
}

/** What keeps a recipe from being followed, in words; null where nothing does. */
export function hindranceOf({ takes }: Recipe, fit: Fit): string | null {
  switch (fit.state) {
    case 'fits':
      return null;
    case 'empty':
      return takes.length === 1 ? m.recipeAttachEach(typesInWords(takes)) : m.recipeAttach(typesInWords(takes));
    case 'lacks':
      return m.recipeLacks(typesInWords(fit.types));
    case 'unused': {
      const more = fit.names.length - MOST_NAMES;
      const names = fit.names.slice(0, MOST_NAMES);
      return m.recipeUnused(more > 0 ? m.andMore(names.join(', '), more) : listed(names, language.locale));
    }
    case 'gone':
      return m.recipeToolGone(fit.tool);
  }
}
