/** Which image is meant where nobody says which. */
import type { Thing } from '$lib/backend';
import { isImage } from '$lib/design/kinds';
import type { ConversationState } from './conversation.svelte';

/** Whether something can be pointed at in it. */
export function canPointAt(thing: Thing): boolean {
  return isImage(thing.type) && thing.type !== 'mask';
}

/** The image of that id, or else the newest one that is attached, or else the newest of all. */
export function imageToPointAt({ things, composer }: ConversationState, id: string | null): Thing | null {
  for (const candidate of [id, ...composer.thingIds.toReversed(), ...[...things.keys()].reverse()]) {
    const thing = candidate === null ? undefined : things.get(candidate);
    if (thing && canPointAt(thing)) return thing;
  }
  return null;
}
