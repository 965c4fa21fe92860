/** The steps of recipes as people read them, and recipes found by these and by their names. */
import type { Recipe, ToolInfo } from '$lib/backend';
import { m } from '$lib/messages/index.svelte';
import { toolLabel } from '$lib/messages/toolbox';
import { type Fields, search } from './search';
import { valuesSet } from './setting-values';
import { pointsOn, valuesOf } from './solutions/parts';

/** A step of a recipe as people read it. */
export interface RecipeStep {
  label: string;
  /** What is set of it, else the words that say what it does. */
  values: string[];
}

type Tools = (name: string) => ToolInfo | null;

/** The steps of a recipe, in order. */
export function stepsOf({ actions, takes }: Recipe, tools: Tools): RecipeStep[] {
  const made = new Set(actions.flatMap(({ outputs }) => outputs.map(({ value }) => value)));
  const settings = (tool: string) => tools(tool)?.settings ?? [];
  /** What an action takes that is set of nothing and that no action makes: files that it began with, or words. */
  const taken = actions.map(({ tool, inputs }) =>
    Object.entries(inputs)
      .filter(([input]) => !settings(tool).some(({ name }) => name === input))
      .flatMap(([input, value]) => valuesOf(value).map((one) => ({ input, value: pointsOn(one) ?? one })))
      .filter(({ value }) => value !== '' && !made.has(value)),
  );
  // Where there is no more than the files, there are no words.
  const hasWords = new Set(taken.flat().map(({ value }) => value)).size > takes.length;
  return actions.map((action, place) => {
    const tool = tools(action.tool);
    const words = (taken[place] ?? []).filter(({ input }) => hasWords && !tool?.takes?.includes(input));
    const values = valuesSet(action, settings(action.tool));
    return {
      label: tool ? toolLabel(tool) : action.tool,
      values: values.length > 0 ? values : words.map(({ value }) => m.quoted(value)),
    };
  });
}

/** The recipes that have every word of a query in their names or steps, the best first. */
export function foundRecipes(query: string, recipes: readonly Recipe[], tools: Tools): Recipe[] {
  const fieldsOf = (recipe: Recipe): Fields => [recipe.name, [], [textOf(recipe, tools)]];
  return search(query, recipes, fieldsOf);
}

/** The steps of a recipe in one line. */
export function textOf(recipe: Recipe, tools: Tools): string {
  return stepsOf(recipe, tools)
    .map(({ label, values }) => (values.length > 0 ? `${label}: ${values.join(', ')}` : label))
    .join(' → ');
}
