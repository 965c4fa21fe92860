/** What the toolbox says in English, read where it is written. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const CRATES = resolve(import.meta.dirname, '../../src-tauri/crates');

export interface Field {
  label: string;
  kind: string;
  /** What is said of it: what it means, and the question for it. */
  help: string[];
  choices: string[];
}
export interface Tool {
  label: string;
  description: string;
  inputs: string[];
  fields: Field[];
}

function contents(folder: string, ending: string): string[] {
  const names = readdirSync(join(CRATES, folder), { recursive: true, encoding: 'utf8' });
  return names.filter((name) => name.endsWith(ending)).map((name) => readFileSync(join(CRATES, folder, name), 'utf8'));
}

/** The value of a key of a part of a `tool.toml`: a text, or a list of texts. */
function valueAt(part: string, key: string): unknown {
  const [, value] = new RegExp(`^${key} = ("(?:[^"\\\\]|\\\\.)*"|\\[[^\\]]*\\])`, 'm').exec(part) ?? [];
  return value === undefined ? null : JSON.parse(value.replace(/,\s*\]$/, ']'));
}
const text = (part: string, key: string) => String(valueAt(part, key) ?? '');

function toolOf(toml: string): Tool {
  const [head = '', ...tables] = toml.split(/^(?=\[)/m);
  const named = (table: string) => tables.filter((part) => part.startsWith(`[[${table}]]`));
  return {
    label: text(head, 'label'),
    description: text(head, 'description'),
    inputs: named('args').map((part) => text(part, 'name')),
    fields: named('parameters')
      .map((part) => ({
        label: text(part, 'label'),
        kind: text(part, 'kind'),
        help: [text(part, 'meaning'), text(part, 'question')].filter(Boolean),
        choices: (valueAt(part, 'choices') ?? []) as string[],
      }))
      // What has no label is no field that people see.
      .filter(({ label }) => label !== ''),
  };
}

/** Every tool. */
export const TOOLS = contents('tools/src', 'tool.toml').map(toolOf);

/** The fields that models have beside those of their tools. */
export const MODEL_FIELDS: Field[] = ['tools/src', 'app/src/connected']
  .flatMap((folder) => contents(folder, '.rs'))
  .filter((source) => source.includes('StepSetting'))
  .flatMap((source) => {
    const named = source.matchAll(/\(\s*(?:"[a-z_]+"|[A-Z_]+),\s*"([A-Z][^"]*)",\s*(?:"([^"]+)"|meaning),?\s*\)/g);
    const [, meaning = ''] = /let meaning =\s*"([^"]+)"/.exec(source) ?? [];
    return [...named].map(([, label = '', own]) => ({ label, kind: '', help: [own ?? meaning], choices: [] }));
  });

/** The endings of file formats. */
export const FORMATS = new Set(readFileSync(join(CRATES, 'values/src/formats.txt'), 'utf8').split(/\s+/));
