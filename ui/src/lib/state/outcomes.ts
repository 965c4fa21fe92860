/** What came of each thing that a run was to make: the rows of the table of its results. */
import type { Artifact, Run, Step, Subtask, Turn } from '$lib/backend';
import { splitResults } from './results';
import { valuesOf } from './solutions/parts';
import { isActive } from './turns';

export type OutcomeState = 'made' | 'running' | 'waiting' | 'stopped' | 'failed';

export interface Outcome {
  key: string;
  state: OutcomeState;
  /** Of what was made; else of what it was to be made of, or the words of its subtask. */
  name: string;
  /** The resource type. */
  type: string;
  /** What was made. */
  artifact: Artifact | null;
  /** The size in bytes of the only file that it was made from in the first place. */
  before: number | null;
  /** Why nothing was made, where a run says so. */
  reason: string;
}

/** By what the rows can be sorted. */
export type Column = 'name' | 'kind' | 'size' | 'before' | 'bytes' | 'state';

export interface Sorting {
  column: Column;
  descending: boolean;
}

const STATES: OutcomeState[] = ['failed', 'stopped', 'running', 'waiting', 'made'];

/** One for each result, and one for each subtask that has none yet or came to nothing, in the order of the plan. */
export function outcomesOf(turn: Turn, run: Run, artifacts: ReadonlyMap<string, Artifact>): Outcome[] {
  const results = new Map<number, Artifact[]>();
  for (const { subtask, artifact } of splitResults(turn, run).final) {
    const made = artifacts.get(artifact);
    if (made) results.set(subtask, [...(results.get(subtask) ?? []), made]);
  }
  const steps = stepsBySubtask(run);
  const goneOnWith = new Set(turn.plan.subtasks.flatMap(({ depends_on }) => depends_on));
  return turn.plan.subtasks.flatMap((subtask) => {
    const made = results.get(subtask.id);
    if (made) return made.map((artifact) => madeOutcome(artifact, artifacts));
    return goneOnWith.has(subtask.id) ? [] : [openOutcome(run, subtask, steps.get(subtask.id) ?? [])];
  });
}

function stepsBySubtask({ steps }: Run): Map<number, Step[]> {
  const found = new Map<number, Step[]>();
  for (const step of steps) {
    for (const id of new Set([step.subtask, ...step.actions.map(({ subtask }) => subtask)])) {
      const known = found.get(id);
      if (known) known.push(step);
      else found.set(id, [step]);
    }
  }
  return found;
}

function madeOutcome(artifact: Artifact, artifacts: ReadonlyMap<string, Artifact>): Outcome {
  const { id: key, name, type } = artifact;
  return { key, state: 'made', name, type, artifact, before: bytesBefore(artifact, artifacts), reason: '' };
}

function openOutcome(run: Run, subtask: Subtask, steps: readonly Step[]): Outcome {
  const why = steps.find(({ status }) => status === 'failed') ?? steps.find(({ error }) => error !== null);
  const wasStopped = run.status === 'cancelled' || run.status === 'interrupted';
  const state = steps.some(({ status }) => status === 'running')
    ? 'running'
    : why?.status === 'failed'
      ? 'failed'
      : wasStopped || steps.some(({ status }) => status === 'cancelled')
        ? 'stopped'
        : isActive(run) && why === undefined
          ? 'waiting'
          : 'failed';
  return {
    key: `subtask ${subtask.id}`,
    state,
    name: takenBy(subtask) ?? subtask.description,
    type: subtask.returns.type,
    artifact: null,
    before: null,
    reason: state === 'failed' || state === 'stopped' ? (why?.error?.message ?? '') : '',
  };
}

/** The name of what a subtask works on, where that is one thing that was given. */
function takenBy({ args }: Subtask): string | null {
  const files = args.filter(({ type }) => type !== 'text').flatMap(({ value }) => valuesOf(value));
  const [file] = files.filter((value) => !value.startsWith('<'));
  return files.length === 1 ? (file ?? null) : null;
}

/** The size of the file at the beginning of what led to an artifact, as long as each was made from one file. */
function bytesBefore(artifact: Artifact, artifacts: ReadonlyMap<string, Artifact>): number | null {
  let current = artifact;
  for (let links = 0; links < 64; links += 1) {
    if (!('inputs' in current.origin)) return current === artifact ? null : current.bytes;
    const files = current.origin.inputs
      .flatMap(({ id }) => artifacts.get(id) ?? [])
      .filter(({ asset }) => asset !== null);
    const [source] = files;
    if (!source || files.length > 1) return null;
    current = source;
  }
  return null;
}

/** The rows by a column; those that are equal there, or have nothing there, in the order that they had. */
export function sorted(
  rows: readonly Outcome[],
  { column, descending }: Sorting,
  kindName: (type: string) => string,
  locale: string,
): Outcome[] {
  const words = new Intl.Collator(locale, { numeric: true });
  const value = (row: Outcome): number | string | null => {
    const { artifact } = row;
    switch (column) {
      case 'name':
        return row.name;
      case 'kind':
        return kindName(row.type);
      case 'size':
        return artifact?.seconds ?? (artifact?.width ? artifact.width * (artifact.height ?? 1) : null);
      case 'before':
        return row.before;
      case 'bytes':
        return artifact?.asset ? artifact.bytes : null;
      case 'state':
        return STATES.indexOf(row.state);
    }
  };
  const keyed = rows.map((row) => ({ row, key: value(row) }));
  keyed.sort((a, b) => {
    if (a.key === null || b.key === null) return Number(a.key === null) - Number(b.key === null);
    const order =
      typeof a.key === 'string' && typeof b.key === 'string'
        ? words.compare(a.key, b.key)
        : Number(a.key) - Number(b.key);
    return descending ? -order : order;
  });
  return keyed.map(({ row }) => row);
}

/** The rows as CSV (RFC 4180) with figures that programs read. `headings`: of name, kind, width, height, seconds, bytes of the
 *  file before, bytes and state. What a spreadsheet would take for a formula is marked as words for it. */
export function csvOf(
  rows: readonly Outcome[],
  headings: readonly string[],
  { kindName, stateName }: { kindName: (type: string) => string; stateName: (state: OutcomeState) => string },
): string {
  const lines = rows.map(({ name, type, artifact, before, state, reason }) => [
    name,
    kindName(type),
    artifact?.width,
    artifact?.height,
    artifact?.seconds,
    before,
    artifact?.asset ? artifact.bytes : null,
    reason === '' ? stateName(state) : `${stateName(state)}: ${reason}`,
  ]);
  return [headings, ...lines].map((line) => `${line.map(cell).join(',')}\r\n`).join('');
}

function cell(value: string | number | null | undefined): string {
  if (typeof value !== 'string') return value === null || value === undefined ? '' : String(value);
  const plain = /^[=+\-@\t]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}
