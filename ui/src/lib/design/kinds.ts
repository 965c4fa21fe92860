/** The one thing in colour: every resource type has a hue and a glyph, the same on chips, jacks, cables and results. */
import AppWindow from '@lucide/svelte/icons/app-window';
import AudioLines from '@lucide/svelte/icons/audio-lines';
import BookOpen from '@lucide/svelte/icons/book-open';
import BoxSelect from '@lucide/svelte/icons/box-select';
import FileText from '@lucide/svelte/icons/file-text';
import Film from '@lucide/svelte/icons/film';
import Heading from '@lucide/svelte/icons/heading';
import ImageGlyph from '@lucide/svelte/icons/image';
import Lasso from '@lucide/svelte/icons/lasso';
import Layers from '@lucide/svelte/icons/layers';
import ListChecks from '@lucide/svelte/icons/list-checks';
import MousePointerClick from '@lucide/svelte/icons/mouse-pointer-click';
import Spline from '@lucide/svelte/icons/spline';
import Tags from '@lucide/svelte/icons/tags';
import type { Component } from 'svelte';

interface Kind {
  /** A CSS colour from the tokens. */
  color: string;
  glyph: Component;
}

const IMAGE: Kind = { color: 'var(--image)', glyph: ImageGlyph };
const WORDS: Kind = { color: 'var(--type-text)', glyph: FileText };

const KINDS: Record<string, Kind> = {
  image: IMAGE,
  mask: { color: 'var(--mask)', glyph: Lasso },
  segmentation: { color: 'var(--mask)', glyph: Lasso },
  video: { color: 'var(--video)', glyph: Film },
  audio: { color: 'var(--audio)', glyph: AudioLines },
  text: WORDS,
  title: { color: 'var(--type-text)', glyph: Heading },
  tags: { color: 'var(--tags)', glyph: Tags },
  category: { color: 'var(--tags)', glyph: ListChecks },
  bbox: { color: 'var(--bbox)', glyph: BoxSelect },
  html: { color: 'var(--html)', glyph: AppWindow },
  document: { color: 'var(--html)', glyph: BookOpen },
  depth: { color: 'var(--depth)', glyph: Layers },
  normal: { color: 'var(--depth)', glyph: Layers },
  point: { color: 'var(--point)', glyph: MousePointerClick },
  edge: { color: 'var(--image)', glyph: Spline },
  line: { color: 'var(--image)', glyph: Spline },
};

/** Types that are images too, as the toolbox's `is_a` says. */
const IMAGES = new Set([
  ...['image', 'edge', 'canny', 'line', 'hed', 'scribble', 'pose', 'depth', 'normal', 'segmentation', 'mask'],
]);

export function kindOf(type: string): Kind {
  return KINDS[type] ?? (IMAGES.has(type) ? IMAGE : WORDS);
}

export function isImage(type: string): boolean {
  return IMAGES.has(type);
}
