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

const tool = (name: string, label: string, needs?: string, bytes = 0): ToolInfo => ({
  name,
  label,
  domain: '',
  description: '',
  varies: name === 'text_to_music',
  available: !needs,
  needs,
  bytes,
  models: [],
  settings: SETTINGS[name] ?? [],
});

export const TOOLS: ToolInfo[] = [
  tool('video_trimming', 'Trim video'),
  tool('text_to_music', 'Compose music'),
  tool('dub_video', 'Dub video'),
  tool('video_captioning', 'Caption video'),
  tool('video_to_webpage', 'Build web page'),
  tool('title_generation', 'Write a title'),
  tool('text_to_tags', 'Find tags'),
  tool('text_image_editing', 'Edit picture'),
  tool('image_to_edge', 'Extract edges'),
  tool('object_detection', 'Detect objects'),
  tool('mask_image', 'Cut out'),
  tool('image_inpainting', 'Fill a hole'),
  tool('image_captioning', 'Describe picture'),
  tool('select_mask', 'Choose a mask'),
  tool('instance_segmentation', 'Find objects', 'a segmentation model (Mask R-CNN)', 167_000_000),
];
