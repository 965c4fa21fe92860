import type { ActionPlace, Artifact, Turn } from '$lib/backend';
import { measured } from '$lib/components/pointing/measured';
import type { Patchbay } from '$lib/state/patchbay.svelte';
import { type Given, type Laying, layingOf } from '$lib/state/placing/layings';
import { givenTo, toolOf } from '$lib/state/step-settings.svelte';

/** What an action of a turn lays over what, by its inputs and by what is set of it now, where it is done with the first of its files;
 *  null where it lays nothing, or what it takes is not there yet. */
export function layingAt(patchbay: Patchbay, turn: Turn, [place, ...others]: readonly ActionPlace[]): Laying | null {
  return place ? layingOf(givenOf(patchbay, turn, place, others.length === 0)) : null;
}

function givenOf(patchbay: Patchbay, turn: Turn, place: ActionPlace, isOne: boolean): Given {
  const { names, stepSettings } = patchbay.conversation;
  const tool = toolOf(turn, place) ?? '';
  const settings = new Map((patchbay.tool(tool)?.settings ?? []).map((one) => [one.name, one]));
  const given = (argument: string) => givenTo(turn, place, argument);
  /** An argument's artifacts, where one of the ways to read it names nothing else. */
  function artifacts(argument: string): Artifact[] {
    for (const way of given(argument)) {
      const found = way.flatMap((name) => names.find(name) ?? []);
      if (found.length === way.length) return found;
    }
    return [];
  }
  function words(name: string): string {
    const setting = settings.get(name);
    if (setting) return stepSettings.value(turn, place, setting);
    const [artifact] = artifacts(name);
    return artifact ? (artifact.text ?? '') : (given(name)[0]?.[0] ?? '');
  }
  function options(name: string): readonly string[] | null {
    const setting = settings.get(name);
    return setting ? (setting.form.type === 'choice' ? setting.form.options : []) : null;
  }
  return { tool, artifacts, words, options, measured, isOne };
}
