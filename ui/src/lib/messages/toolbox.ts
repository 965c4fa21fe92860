/** What the toolbox says, in the language that is set. What has no word there, such as tools of connected servers, stays as it is. */
import type { StepSetting } from '$lib/backend';
import { language, m } from './index.svelte';

/** What a tool is called, by the label that it has itself. */
export function toolLabel({ label }: { label: string }): string {
  return language.toolWords?.tools[label] ?? label;
}

/** What a tool does, in a sentence. */
export function toolDescription({ description }: { description: string }): string {
  return language.toolWords?.descriptions[description] ?? description;
}

/** What a field is called. */
export function fieldLabel({ label, kind }: Pick<StepSetting, 'label' | 'kind'>): string {
  const fields = language.toolWords?.fields;
  return fields?.[`${label} (${kind})`] ?? fields?.[label] ?? label;
}

/** The help text of a field: what a person would ask who fills it in, then what it does. */
export function fieldHelp({ question, meaning }: Pick<StepSetting, 'question' | 'meaning'>): string {
  return [question, meaning].flatMap((text) => (text ? [language.toolWords?.help[text] ?? text] : [])).join('\n');
}

/** A value of a field in words: those of choices have some, all others are what a person wrote. */
export function choiceName({ label, form }: Pick<StepSetting, 'label' | 'form'>, value: string): string {
  const choices = language.toolWords?.choices;
  if (!choices || form.type !== 'choice') return value;
  return choices[`${label}: ${value}`] ?? choices[value] ?? m.places[value] ?? value;
}

/** What an input of a tool is called, which can be the value of a field. */
export function inputName(name: string, field: StepSetting | null): string {
  const words = language.toolWords;
  if (!words) return name;
  return field ? fieldLabel(field) : (words.inputs[name] ?? name);
}

/** In which way a tool is done: the name of a model, or words. */
export function implementationName(implementation: string): string {
  return language.toolWords?.implementations[implementation] ?? implementation;
}

/** A label as it stands within a sentence. Abbreviations and German nouns keep their capitals. */
export function withinSentence(label: string): string {
  const keeps = language.locale === 'de' || /^\p{Lu}\p{Lu}/u.test(label);
  return keeps ? label : label.charAt(0).toLowerCase() + label.slice(1);
}
