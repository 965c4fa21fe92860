import type { ToolInfo } from '../../src/lib/backend';

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
