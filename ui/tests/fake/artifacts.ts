/** Artifacts as the application would describe them: what each type of file has to tell. */
import type { Artifact } from '../../src/lib/backend';

const IMAGE = { width: 1200, height: 800, thumbnail: true };

const DETAILS: Record<string, Partial<Artifact>> = {
  image: IMAGE,
  edge: IMAGE,
  mask: IMAGE,
  video: { width: 1280, height: 720, seconds: 42, thumbnail: true, waveform: true },
  audio: { seconds: 12, waveform: true },
  text: { text: 'A dog runs over a meadow. The light is warm, and the horizon lies in the middle third.' },
  title: { text: 'A dog on a meadow' },
  tags: { text: 'dog\nmeadow\nsummer\nrun' },
  category: {
    asset: null,
    labels: [
      { name: 'dog', score: 0.93 },
      { name: 'meadow', score: 0.71 },
      { name: 'fox', score: null },
    ],
  },
  bbox: {
    asset: null,
    boxes: [
      { x: 640, y: 420, width: 330, height: 260, label: { name: 'dog', score: 0.93 } },
      { x: 80, y: 300, width: 240, height: 280, label: { name: 'tree', score: 0.81 } },
    ],
  },
};

const ENDINGS: Record<string, string> = { audio: 'wav', video: 'mp4', html: 'html', text: 'txt' };

export function artifactOf(
  id: string,
  name: string,
  type: string,
  origin: Artifact['origin'],
  parent?: string,
): Artifact {
  return {
    id,
    asset: `asset-${id}`,
    name,
    type,
    mime: '',
    bytes: 2_400_000,
    origin,
    created_at: Date.now(),
    thumbnail: false,
    waveform: false,
    deleted: false,
    ...(type === 'mask' || type === 'bbox' ? { parent } : {}),
    ...DETAILS[type],
  };
}

export function resultName(tool: string, number: number, type: string): string {
  return `${tool}_${number}.${ENDINGS[type] ?? 'png'}`;
}
