import type { StepSetting, ToolInfo } from '../../src/lib/backend';

const STEPS: StepSetting = {
  name: 'steps',
  label: 'Steps',
  meaning: 'More take longer.',
  form: { type: 'number', least: 1, most: 150, step: 1 },
  usual: '20',
};
const ANGLE: StepSetting = {
  name: 'angle',
  label: 'Rotation',
  meaning: 'Degrees clockwise.',
  form: { type: 'number', least: -360, most: 360, step: 1, soft: [-180, 180] },
  usual: '',
  unit: '°',
  kind: 'angle',
};
const EXPOSURE: StepSetting = {
  name: 'exposure',
  label: 'Exposure',
  meaning: 'More light, in stops.',
  form: { type: 'number', least: -10, most: 10, step: 0.1, soft: [-3, 3] },
  usual: '',
  kind: 'number',
};
const POSITION: StepSetting = {
  name: 'position',
  label: 'Place of the text',
  meaning: 'Where the words stand.',
  form: {
    type: 'choice',
    options: ['top left', 'top', 'top right', 'left', 'middle', 'right', 'bottom left', 'bottom', 'bottom right'],
  },
  usual: '',
  kind: 'position',
};
const BORDER: StepSetting = {
  name: 'border',
  label: 'Border',
  meaning: 'The colour of what is put around it.',
  form: { type: 'text' },
  usual: '',
  kind: 'color',
};
const PARTS: StepSetting = {
  name: 'parts',
  label: 'Parts',
  meaning: 'Which parts are kept.',
  form: { type: 'text' },
  usual: '',
  kind: 'time_ranges',
};
const SCHEDULER: StepSetting = {
  name: 'scheduler',
  label: 'Scheduler',
  meaning: 'How noise is taken away.',
  form: { type: 'choice', options: ['ddim', 'lcm'] },
  usual: 'ddim',
};

const SETTINGS: Record<string, StepSetting[]> = {
  text_image_editing: [STEPS, SCHEDULER, ANGLE, EXPOSURE, POSITION, BORDER],
  video_trimming: [PARTS],
};

/** What a tool takes, gives and serves; what is not said takes pictures. */
interface Served {
  description?: string;
  takes?: string[];
  gives?: string;
  examples?: string[];
}

const tool = (name: string, label: string, served: Served = {}, needs?: string, bytes = 0): ToolInfo => ({
  name,
  label,
  domain: '',
  description: '',
  takes: ['image'],
  gives: 'image',
  examples: [],
  ...served,
  varies: name === 'text_to_music',
  available: !needs,
  needs,
  bytes,
  models: [],
  settings: SETTINGS[name] ?? [],
});

export const TOOLS: ToolInfo[] = [
  tool('video_trimming', 'Trim video', {
    description: 'Keep a part of a video',
    takes: ['video'],
    gives: 'video',
    examples: ['trim {video} from 0:05 to 0:10', 'keep the first 30 seconds of {video}'],
  }),
  tool('text_to_music', 'Compose music', {
    description: 'Compose music from a description: its mood, its instruments and its tempo',
    takes: ['text'],
    gives: 'audio',
    examples: ['generate {content} background music', 'compose calm piano music'],
  }),
  tool('dub_video', 'Dub video', {
    description: 'Put sound under a video',
    takes: ['video', 'audio'],
    gives: 'video',
    examples: ['put {audio} under {video}', 'add {content} music to {video}'],
  }),
  tool('video_captioning', 'Caption video', { takes: ['video'], gives: 'text' }),
  tool('video_to_webpage', 'Build web page', { takes: ['video', 'title', 'tags', 'text'], gives: 'html' }),
  tool('title_generation', 'Write a title', { takes: ['text'], gives: 'title' }),
  tool('text_to_tags', 'Find tags', { takes: ['text'], gives: 'tags' }),
  tool('text_image_editing', 'Edit picture', {
    description: 'Change light, colours, size or shape of an image',
    examples: [
      'turn {image} into black and white',
      'add a vignette to {image}',
      'rotate {image} by 90 degrees',
      'add a white border to {image}',
      'write {content} on {image}',
    ],
  }),
  tool('image_to_edge', 'Extract edges', { gives: 'edge' }),
  tool('object_detection', 'Detect objects', { gives: 'bbox' }),
  tool('mask_image', 'Cut out', { takes: ['image', 'mask'], examples: ['cut the {object} out of {image}'] }),
  tool('image_inpainting', 'Fill a hole', { takes: ['image', 'mask'] }),
  tool('image_captioning', 'Describe picture', { gives: 'text' }),
  tool('select_mask', 'Choose a mask', { takes: ['mask'], gives: 'mask' }),
  tool('instance_segmentation', 'Find objects', { gives: 'mask' }, 'a segmentation model (Mask R-CNN)', 167_000_000),
];

/** The tools by their names, and what they and their values are called. */
export const TOOLBOX = {
  tool: (name: string) => TOOLS.find((one) => one.name === name) ?? null,
  toolLabel: (name: string) => TOOLBOX.tool(name)?.label ?? name,
  inputWords: (_tool: string, _name: string, value: string) => value,
};
