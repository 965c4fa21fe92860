/** The toolbox's words in other languages than English. */

type Words = Record<string, string>;

/** Words of the toolbox, each by what the toolbox itself says in English. */
export interface ToolWords {
  /** What tools are called. */
  tools: Words;
  /** What tools do. */
  descriptions: Words;
  /** What their fields are called. */
  fields: Words;
  /** What fields mean, and what a person would ask who fills them in. */
  help: Words;
  /** Values of choices; behind the field's name and a colon where it says something of its own there. */
  choices: Words;
  /** Inputs that are no fields, by their names. */
  inputs: Words;
  /** In which ways tools are done, where these are no names of models. */
  implementations: Words;
}
