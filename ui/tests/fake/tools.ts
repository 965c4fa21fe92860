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
  form: { type: 'number', least: -360, most: 360, step: 1 },
  usual: '',
  unit: '°',
};
const SCHEDULER: StepSetting = {
  name: 'scheduler',
  label: 'Scheduler',
  meaning: 'How noise is taken away.',
  form: { type: 'choice', options: ['ddim', 'lcm'] },
  usual: 'ddim',
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
  settings: name === 'text_image_editing' ? [STEPS, SCHEDULER, ANGLE] : [],
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
