import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { Run, Step, StepSetting, ToolInfo } from '../src/lib/backend';
import { bestLocale, LOCALES, type Locale, language, m, SAID } from '../src/lib/messages/index.svelte';
import {
  choiceName,
  fieldHelp,
  fieldLabel,
  implementationName,
  inputName,
  toolDescription,
  toolLabel,
} from '../src/lib/messages/toolbox';
import { Patchbay } from '../src/lib/state/patchbay.svelte';
import { detailsOf } from '../src/lib/state/readings';
import { solutionTitle } from '../src/lib/state/solutions/labels';
import { valueWords } from '../src/lib/state/solutions/versions';
import { catalogue } from '../src/lib/state/tools/catalogue';
import { FakeBackend } from './fake/backend';
import { FORMATS, MODEL_FIELDS, TOOLS } from './toolbox';

const FIELDS = [...TOOLS.flatMap(({ fields }) => fields), ...MODEL_FIELDS];
const OTHERS = (Object.keys(LOCALES) as Locale[]).filter((locale) => locale !== 'en');

const LANGUAGES = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });
const letters = [...'abcdefghijklmnopqrstuvwxyz'];
const languages = new Set(letters.flatMap((a) => letters.map((b) => LANGUAGES.of(a + b))));

/** Whether a value is the same in all languages: numbers, units, file formats, abbreviations and proper names of one word. */
function isSameEverywhere(value: string): boolean {
  if (languages.has(value)) return false;
  return FORMATS.has(value) || /^([A-Z\d][\w.]*|[a-z]{2})$/.test(value);
}

const keys = (table: object) => new Set(Object.keys(table));
const lacking = (wanted: string[], table: object) => [...new Set(wanted)].filter((key) => !keys(table).has(key));

describe.each(OTHERS)('in %s', (locale) => {
  test('the toolbox has a word for everything that it says', async () => {
    const words = (await SAID[locale]())[1]!;
    expect(
      lacking(
        TOOLS.map(({ label }) => label),
        words.tools,
      ),
    ).toEqual([]);
    expect(
      lacking(
        TOOLS.map(({ description }) => description),
        words.descriptions,
      ),
    ).toEqual([]);
    expect(
      lacking(
        TOOLS.flatMap(({ inputs }) => inputs),
        words.inputs,
      ),
    ).toEqual([]);
    expect(
      lacking(
        FIELDS.map(({ label }) => label),
        words.fields,
      ),
    ).toEqual([]);
    expect(
      lacking(
        FIELDS.flatMap(({ help }) => help),
        words.help,
      ),
    ).toEqual([]);
    const choices = FIELDS.flatMap((field) => field.choices).filter((value) => !isSameEverywhere(value));
    expect(lacking(choices, { ...words.choices, ...m.places })).toEqual([]);
  });

  test('nothing is translated that the toolbox does not say any more', async () => {
    const words = (await SAID[locale]())[1]!;
    const unknown = (table: object, said: string[]) => Object.keys(table).filter((key) => !said.includes(key));
    expect(
      unknown(
        words.tools,
        TOOLS.map(({ label }) => label),
      ),
    ).toEqual([]);
    expect(
      unknown(
        words.descriptions,
        TOOLS.map(({ description }) => description),
      ),
    ).toEqual([]);
    expect(
      unknown(
        words.inputs,
        TOOLS.flatMap(({ inputs }) => inputs),
      ),
    ).toEqual([]);
    expect(
      unknown(
        words.fields,
        FIELDS.flatMap(({ label, kind }) => [label, `${label} (${kind})`]),
      ),
    ).toEqual([]);
    expect(
      unknown(
        words.help,
        FIELDS.flatMap(({ help }) => help),
      ),
    ).toEqual([]);
    const values = FIELDS.flatMap(({ label, choices }) => choices.flatMap((value) => [value, `${label}: ${value}`]));
    expect(unknown(words.choices, values)).toEqual([]);
  });

  test('what is typed as it stands in a help text is the same in it', async () => {
    const { help } = (await SAID[locale]())[1]!;
    for (const [english, own] of Object.entries(help)) {
      for (const [typed] of english.matchAll(/\d[\d:x%.,]* (?:to|at) [\d:%,.]+|(?:last|without) \d[\d:]*|#\w+/g))
        expect(own, english).toContain(typed.replace(/[.,]$/, ''));
    }
  });
});

test('the toolbox that is read here is the whole one', () => {
  expect(TOOLS.length).toBeGreaterThan(100);
  expect(TOOLS.every(({ label, description }) => label && description)).toBe(true);
  expect(MODEL_FIELDS.map(({ label }) => label)).toEqual(expect.arrayContaining(['Steps', 'Voice', 'Least score']));
});

const field = (label: string, options?: string[]): StepSetting => ({
  name: label.toLowerCase(),
  label,
  meaning: 'Degrees clockwise.',
  question: 'Which file format should the result have?',
  form: options ? { type: 'choice', options } : { type: 'text' },
  usual: '',
});
const tool: ToolInfo = {
  name: 'image_cropping',
  label: 'Crop',
  domain: 'image-editing',
  description: 'Crop each box out of an image',
  takes: ['image'],
  gives: 'image',
  varies: false,
  available: true,
  bytes: 0,
  models: [],
  settings: [field('Transition', ['cut', 'wipe']), field('Position', ['top left'])],
};

describe('in the language that is set', () => {
  beforeEach(() => {
    vi.stubGlobal('document', { documentElement: {} });
    vi.stubGlobal('navigator', { languages: ['en'] });
    vi.stubGlobal('localStorage', { setItem: () => {} });
  });

  test('English is what the toolbox says itself', async () => {
    await language.follow('en');
    expect(toolLabel(tool)).toBe('Crop');
    expect(toolDescription(tool)).toBe('Crop each box out of an image');
    expect(fieldHelp(field('Angle'))).toBe('Which file format should the result have?\nDegrees clockwise.');
    expect(choiceName(field('Transition', ['cut']), 'cut')).toBe('cut');
    expect(inputName('warmth', field('Warmth'))).toBe('warmth');
    expect(implementationName('built in')).toBe('built in');
  });

  test('German has its own words, and what has none stays', async () => {
    await language.follow('de');
    expect(document.documentElement.lang).toBe('de');
    expect(toolLabel(tool)).toBe('Zuschneiden');
    expect(fieldLabel(field('Warmth'))).toBe('Wärme');
    expect(fieldHelp(field('Angle'))).toBe('Welches Dateiformat soll das Ergebnis haben?\nGrad im Uhrzeigersinn.');
    expect(toolLabel({ label: 'A tool of a server' })).toBe('A tool of a server');
    expect(inputName('warmth', field('Warmth'))).toBe('Wärme');
    expect(inputName('image', null)).toBe('Bild');
    expect(implementationName('Whisper')).toBe('Whisper');
  });

  test('a word that means several things goes by its field', async () => {
    await language.follow('de');
    expect(choiceName(field('Transition', ['cut']), 'cut')).toBe('harter Schnitt');
    expect(choiceName(field('Shorter ones', ['cut']), 'cut')).toBe('Ende für alle');
    expect(choiceName(field('Place', ['top left']), 'top left')).toBe('oben links');
    expect(fieldLabel({ ...field('Times'), kind: 'factor' })).toBe('Durchläufe');
    expect(fieldLabel({ ...field('Times'), kind: 'choice' })).toBe('Zeitangaben');
  });

  test('words that a person wrote are no choices', async () => {
    await language.follow('de');
    expect(choiceName(field('Text on it'), 'left')).toBe('left');
    const call = { act: 'uses' as const, label: 'Crop', files: [] };
    const value = (label: string, value: string) => ({ label, value, unit: '' });
    expect(detailsOf({ ...call, values: [value('Transition', 'wipe'), value('Title', 'wipe')] }, [tool])).toBe(
      'Übergang: Wischen · Titel: wipe',
    );
  });

  test('German nouns keep their capitals within names of ways and of versions', async () => {
    await language.follow('de');
    const number = { type: 'number', least: -100, most: 100, step: 1 } as const;
    expect(valueWords({ ...field('Warmth'), form: number, unit: '%' }, '15')).toBe('15 % Wärme');
    const action = (tool: string) => ({ tool, inputs: {}, outputs: [] });
    const subtask = { solutions: [{ actions: [action('a'), action('b')] }] };
    const names = {
      toolLabel: (name: string) => toolLabel({ label: name === 'a' ? 'Crop' : 'Edit a picture' }),
      inputWords: (_tool: string, _name: string, value: string) => value,
    };
    expect(solutionTitle([{ subtask, solution: 0 } as never], [], names)).toBe('Zuschneiden, dann Bild bearbeiten');
  });

  test('what a step waits for is called by the tool that makes it, and words of a person stay', async () => {
    await language.follow('de');
    const step = (label: string, inputs: Record<string, string>) => ({ tool: 'image_cropping', label, inputs }) as Step;
    const steps = [step('Crop', { text: 'Translate' }), step('Enlarge', { image: 'Crop' })];
    const patchbay = new Patchbay(new FakeBackend(0));
    expect(patchbay.stepInput({ steps } as Run, steps[1]!, 'image')).toBe('Zuschneiden');
    expect(patchbay.stepInput({ steps } as Run, steps[0]!, 'text')).toBe('Translate');
  });

  test('tools are found by words of the language and by English ones, as soon as it changes', async () => {
    const found = (query: string) => catalogue([tool], query, null).flatMap(([, tools]) => tools).length;
    await language.follow('en');
    expect(found('zuschneiden')).toBe(0);
    expect(found('crop')).toBe(1);
    await language.follow('de');
    expect(found('zuschneiden')).toBe(1);
    expect(found('rahmen')).toBe(1);
    expect(found('crop')).toBe(1);
    expect(found('each box')).toBe(1);
  });

  test('of two languages that are set one after the other the last one counts', async () => {
    await Promise.all([language.follow('de'), language.follow('en')]);
    expect(bestLocale([language.locale])).toBe('en');
    expect(toolLabel(tool)).toBe('Crop');
  });
});
