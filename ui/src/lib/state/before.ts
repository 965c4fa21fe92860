/** What an image was made from, where the two can be laid over each other. */
import type { Artifact } from '$lib/backend';
import { isImage } from '$lib/design/kinds';

/** The first image among what it was made from that has its shape; follows the chain back to what was given. */
export function imageBefore(artifact: Artifact, artifacts: ReadonlyMap<string, Artifact>): Artifact | null {
  let current = artifact;
  let before: Artifact | null = null;
  for (let links = 0; links < 20; links += 1) {
    if (!('inputs' in current.origin)) break;
    const source = current.origin.inputs
      .map((input) => artifacts.get(input.id))
      .find((one) => one !== undefined && isImage(one.type) && one.type !== 'mask');
    if (!source) break;
    if (sameShape(source, artifact)) before = source;
    current = source;
  }
  return before;
}

function sameShape(a: Artifact, b: Artifact): boolean {
  if (!a.width || !a.height || !b.width || !b.height) return false;
  return Math.abs(a.width / a.height - b.width / b.height) < 0.01;
}
