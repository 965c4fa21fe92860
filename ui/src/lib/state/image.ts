/** Which image is meant where nobody says which. */
import type { Artifact } from '$lib/backend';
import { isImage } from '$lib/design/kinds';
import type { ConversationState } from './conversation.svelte';

/** Whether something can be pointed at in it. */
export function canPointAt(artifact: Artifact): boolean {
  return isImage(artifact.type) && artifact.type !== 'mask';
}

/** The image of that id, or else the newest one that is attached, or else the newest of all. */
export function imageToPointAt({ artifacts, composer }: ConversationState, id: string | null): Artifact | null {
  for (const candidate of [id, ...composer.artifactIds.toReversed(), ...[...artifacts.keys()].reverse()]) {
    const artifact = candidate === null ? undefined : artifacts.get(candidate);
    if (artifact && canPointAt(artifact)) return artifact;
  }
  return null;
}
