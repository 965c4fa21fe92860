/** Numbers that look random, for tests over many sizes. */

/** The same numbers at every run, from 0 to `most`. */
export function numbers(seed: number): (most: number) => number {
  let state = seed;
  return (most) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return (state / 2_147_483_648) * most;
  };
}
