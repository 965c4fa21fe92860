/** The toolbox's words in Simplified Chinese. */
import type { ToolWords } from '..';
import * as audio from './audio';
import { questions as audioQuestions } from './audio-questions';
import { choices } from './choices';
import { fields } from './fields';
import * as image from './image';
import { questions as imageQuestions } from './image-questions';
import { implementations, inputs, tools } from './names';
import * as shared from './shared';
import * as text from './text';
import { questions as textQuestions } from './text-questions';
import * as video from './video';
import { questions as videoQuestions } from './video-questions';

export const zhCN: ToolWords = {
  tools,
  descriptions: { ...image.descriptions, ...video.descriptions, ...audio.descriptions, ...text.descriptions },
  fields,
  help: {
    ...shared.meanings,
    ...shared.questions,
    ...image.meanings,
    ...imageQuestions,
    ...video.meanings,
    ...videoQuestions,
    ...audio.meanings,
    ...audioQuestions,
    ...text.meanings,
    ...textQuestions,
  },
  choices,
  inputs,
  implementations,
};
