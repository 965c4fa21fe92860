/** What is said of a solution beside its graph: its name, what it costs, what it lacks on this computer, and what it
 *  would lose. */
import type { Action, ActionPlace, MissingAction, Turn } from '$lib/backend';
import { m } from '$lib/messages/index.svelte';
import { withinSentence } from '$lib/messages/toolbox';
import { actionsOf, inBoth, type Part, valuesOf } from './parts';

/** From this score on, of 5, a request's words name what a solution does. */
export const LIKELY = 4.5;

/** What tools and the values of their inputs are called. */
export interface Names {
  toolLabel(tool: string): string;
  inputWords(tool: string, input: string, value: string): string;
}

/** A name for a solution: the tools in which it differs from the first one, all of them for the first. */
export function solutionTitle(parts: Part[], reference: Part[], names: Names): string {
  const isShared = inBoth(parts, reference);
  const all = parts.flatMap(actionsOf);
  const own = all.filter((action) => !isShared(action));
  const others = reference.flatMap(actionsOf);
  const named = (action: Action) => {
    const label = names.toolLabel(action.tool);
    // Where the other solution takes the same tool, what it is set to is the difference.
    const other = isShared(action) ? undefined : others.find(({ tool }) => tool === action.tool);
    const values = other ? ownValues(action, other, names) : [];
    return values.length > 0 ? `${label} (${values.join(', ')})` : label;
  };
  const tools = [...new Set((own.length > 0 ? own : all).map(named))];
  const words = tools.map((tool, place) => (place === 0 ? tool : withinSentence(tool)));
  if (words.length < 2) return words.join('');
  if (words.length > 4) words.splice(2, words.length - 3, '…');
  return `${words.slice(0, -1).join(', ')}, ${m.thenWord} ${words.at(-1)}`;
}

/** The values that an action has and another one of the same tool has not, but for what other steps made. */
function ownValues({ tool, inputs }: Action, other: Action, names: Names): string[] {
  const set = Object.entries(inputs).filter(([name]) => !(name in other.inputs));
  return set.flatMap(([name, value]) =>
    valuesOf(value)
      .filter((one) => !one.startsWith('<GEN>'))
      .map((one) => names.inputWords(tool, name, one)),
  );
}

/** What a choice of solutions costs: the mean of the scores (1 to 5), seconds of work, bytes to download. */
export function solutionCost(parts: Part[]): { score: number; seconds: number; bytes: number } {
  const solutions = parts.flatMap(({ subtask, solution }) => subtask.solutions[solution] ?? []);
  const sum = (of: (one: (typeof solutions)[number]) => number) => solutions.reduce((total, one) => total + of(one), 0);
  return {
    score: solutions.length ? sum((one) => one.score) / solutions.length : 0,
    seconds: sum((one) => one.seconds),
    bytes: sum((one) => one.download_bytes),
  };
}

/** What the actions of parts lack on this computer. */
export function lackingOf(turn: Turn, parts: Part[]): MissingAction[] {
  return turn.missing_actions.filter(({ action }) => isOf(parts, action));
}

/** What the actions of parts would lose of the files that they take, in sentences, as far as that is known before. */
export function lossesOf(turn: Turn, parts: Part[]): string[] {
  return [...new Set(turn.losses.filter(({ action }) => isOf(parts, action)).flatMap(({ losses }) => losses))];
}

/** Whether an action is one of parts. */
function isOf(parts: Part[], action: ActionPlace): boolean {
  return parts.some(({ subtask, solution }) => action.subtask === subtask.id && action.solution === solution);
}

/** Whether anything that a plan is for can be done on this computer: whether some subtask has a solution that lacks
 *  nothing. */
export function runsHere(turn: Turn): boolean {
  return turn.plan.subtasks.some((subtask) =>
    subtask.solutions.some((_, solution) => lackingOf(turn, [{ subtask, solution }]).length === 0),
  );
}
