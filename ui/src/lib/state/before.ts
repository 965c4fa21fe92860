/** What an image was made from, to be laid over it. */
import type { Artifact } from '$lib/backend';
import { isImage } from '$lib/design/kinds';

/** What it was made from, back to what was given: the first image of its shape, or else the first where there was only one. */
export function imageBefore(artifact: Artifact, artifacts: ReadonlyMap<string, Artifact>): Artifact | null {
  let current = artifact;
  let alike: Artifact | null = null;
  let other: Artifact | null = null;
  let isOnlyOne = true;
  for (let links = 0; links < 20; links += 1) {
    if (!('inputs' in current.origin)) break;
    const sources = current.origin.inputs
      .map((input) => artifacts.get(input.id))
      .filter((one) => one !== undefined && isImage(one.type) && one.type !== 'mask');
    const source = sources[0];
    if (!source) break;
    isOnlyOne &&= sources.length === 1;
    if (sameShape(source, artifact)) alike = source;
    else if (isOnlyOne) other = source;
    current = source;
  }
  return alike ?? other;
}

function sameShape(a: Artifact, b: Artifact): boolean {
  if (!a.width || !a.height || !b.width || !b.height) return false;
  return Math.abs(a.width / a.height - b.width / b.height) < 0.01;
}
