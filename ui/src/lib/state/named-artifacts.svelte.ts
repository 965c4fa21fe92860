/** The artifacts of a conversation by their names, and what plans mean by these. */
import { untrack } from 'svelte';
import type { Artifact, Plan, Subtask } from '$lib/backend';
import { type Group, groupSubtasks, type TypeOf } from './solutions/groups';

export class NamedArtifacts {
  private readonly all: ReadonlyMap<string, Artifact>;
  /** The newest artifact of each name. */
  private readonly byName = $derived.by(() => new Map([...this.all.values()].map((one) => [one.name, one])));
  private readonly groups = new WeakMap<Plan, Group<Subtask>[]>();

  constructor(all: ReadonlyMap<string, Artifact>) {
    this.all = all;
  }

  /** What a name in a plan means: an artifact of the conversation, the newest of that name. */
  find(name: string): Artifact | null {
    return this.byName.get(name) ?? null;
  }

  /** Tells the types of artifacts by their names, for a plan that is there: the files that it names are there before it,
   *  and keep their types. Nothing that asks for them follows the artifacts, which are looked up only once. */
  typesNow(): TypeOf {
    const byName = untrack(() => this.byName);
    return (name) => byName.get(name)?.type ?? null;
  }

  /** The subtasks of a plan, those together that can be done in the same ways. */
  groupsOf(plan: Plan): Group<Subtask>[] {
    const known = this.groups.get(plan);
    if (known) return known;
    const groups = groupSubtasks(plan.subtasks, this.typesNow());
    this.groups.set(plan, groups);
    return groups;
  }
}
