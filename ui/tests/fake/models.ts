import type { ModelInfo } from '../../src/lib/backend';

const model = (id: string, name: string, tools: string[], bytes: number, commercial = true): ModelInfo => ({
  id,
  name,
  tools,
  source: `someone/${id}@main`,
  own_folder: false,
  is_added: false,
  bytes,
  memory: bytes * 5,
  speed: bytes > 1e9 ? 'minutes' : 'instant',
  licence: commercial ? 'Apache-2.0' : 'CC-BY-NC-4.0',
  commercial,
  settings: {},
  disk: { state: 'absent' },
  work: null,
  note: null,
});

export const MODELS: ModelInfo[] = [
  model('mobile-sam', 'MobileSAM', ['select_mask', 'mask_image'], 40_000_000),
  model('detr', 'DETR', ['object_detection', 'instance_segmentation'], 170_000_000),
  model('musicgen-small', 'MusicGen small', ['text_to_music'], 2_300_000_000, false),
];
