/** What an action lays over what, and where: as its inputs and values say it, and as its fields take it back. */
import type { Artifact, BoundingBox } from '$lib/backend';
import { readBox } from '../box-text';
import { boxWords } from '../insert';
import { hexColor } from '../setting-values';
import type { Extent } from '../view';
import { isSame, type Laid, type Placed, placed } from './laid';
import { percentText } from './measures';
import { laidPicture } from './picture';
import { laidWords, type Measured, onFilm, onPicture, usualOnFilm } from './words';
import { firstWords, timecodeSample } from './written';

/** What an action is given and what is set of it. */
export interface Given {
  tool: string;
  /** The artifacts that an argument takes. */
  artifacts(argument: string): Artifact[];
  /** The words that an argument takes, or a setting's value. */
  words(name: string): string;
  /** The choices of a setting; none where the action has no such setting. */
  options(setting: string): readonly string[] | null;
  measured: Measured;
  /** Whether it is done once, and not with each of several files. */
  isOne: boolean;
}

/** A picture, or words in lines, that is laid over something. */
export type Over =
  | { artifact: Artifact; part: BoundingBox | null; isMirrored: boolean; opacity: number }
  | { lines: string[]; color: string };

export interface Laying {
  laid: Laid;
  ground: Artifact;
  over: Over;
  /** Where it lies by what is set now. */
  box: Placed;
  /** How large it is by its size, in percent, also where a box goes before that. */
  percent: number;
  /** The names of the settings that say where and how large it is. `exact` says both, and goes before them. */
  fields: { place: string; size: string; exact: string | null };
}

/** The arguments of tools that lay a picture over another, and how it lies where nothing is set. */
const PICTURES: Record<string, { over: string; ground: string; place: string; size: string }> = {
  image_overlay: { over: 'overlay', ground: 'image', place: 'bottom right', size: '25%' },
  image_overlay_on_video: { over: 'image', ground: 'video', place: 'bottom right', size: '25%' },
  video_overlay: { over: 'overlay', ground: 'video', place: 'bottom right', size: '25%' },
  video_on_image: { over: 'video', ground: 'image', place: 'middle', size: '80%' },
};

/** What an action lays over what; null where it lays nothing, or what it takes is not there yet. */
export function layingOf(given: Given): Laying | null {
  return ofPictures(given) ?? ofWords(given);
}

/** The values that put it into a box. Where its size stays, what is said of it stays as well. */
export function valuesOf({ laid, fields, percent: set }: Laying, box: BoundingBox): Record<string, string> {
  const { place, percent } = placed(laid, box);
  if (place === null) return fields.exact === null ? {} : { [fields.exact]: boxWords(box) };
  const size = fields.size === 'overlay_size' ? percentText(percent) : `${percent}`;
  return {
    [fields.place]: place,
    ...(isSame(laid.at(place, set), box) ? {} : { [fields.size]: size }),
    ...(fields.exact === null ? {} : { [fields.exact]: '' }),
  };
}

function sizeOf({ width = 0, height = 0 }: Artifact): Extent {
  return { width, height };
}

function ofPictures(given: Given): Laying | null {
  const tool = PICTURES[given.tool];
  if (!tool) return null;
  const first = given.artifacts(tool.over);
  let grounds = given.artifacts(tool.ground);
  let [over] = first;
  if (over && given.words('overlay_order') === 'the other way round') {
    const all = [over, ...grounds];
    over = all.pop();
    grounds = all;
  }
  const [ground] = grounds;
  if (!over?.width || !over.height || !ground?.width || !ground.height) return null;
  const size = given.tool === 'video_on_image' ? canvasOf(given, sizeOf(over)) : sizeOf(ground);
  if (!size) return null;
  const part = readBox(given.words('overlay_crop'), sizeOf(over));
  const exact = given.options('overlay_box') && 'overlay_box';
  const isAlike = grounds.every(({ width, height }) => width === size.width && height === size.height);
  const { laid, percent } = laidPicture(size, part ?? sizeOf(over), {
    size: given.words('overlay_size'),
    usualSize: tool.size,
    margin: given.words('overlay_margin'),
    // A box in pixels is the same place only on pictures of one size.
    isFree: exact !== null && isAlike && given.isOne,
  });
  const place = given.words('overlay_position') || tool.place;
  const exactly = laid.isFree ? readBox(given.words('overlay_box'), size) : null;
  const box = exactly ? placed(laid, exactly) : laid.at(place, percent);
  const opacity = Number(given.words('overlay_opacity') || 100) / 100;
  const isMirrored = given.words('overlay_mirror') === 'left to right';
  return {
    laid,
    ground,
    over: { artifact: over, part, isMirrored, opacity },
    box,
    percent,
    fields: { place: 'overlay_position', size: 'overlay_size', exact },
  };
}

/** The size of a whole that a film is laid into: as large as the film, or as is set; null where that is said in another way. */
function canvasOf(given: Given, own: Extent): Extent | null {
  const canvas = given.words('canvas').trim();
  const [, width, height] = /^(\d{1,5})\s*[x×]\s*(\d{1,5})$/.exec(canvas) ?? [];
  if (canvas !== '' && !width) return null;
  return width && height ? { width: Number(width), height: Number(height) } : own;
}

/** The text of a step that writes, where it is written, and how large it is where nothing is set. */
function writing(given: Given): { ground: string; text: string; place: string; usual: number | null } | null {
  switch (given.tool) {
    case 'subtitle_video':
      return { ground: 'video', text: firstWords(given.words('text')), place: 'bottom', usual: null };
    case 'video_timecode':
      return { ground: 'video', text: timecodeSample(given), place: 'bottom left', usual: null };
    case 'text_image_editing':
      return { ground: 'image', text: given.words('caption').trim(), place: 'bottom', usual: 10 };
    default:
      return null;
  }
}

function ofWords(given: Given): Laying | null {
  const written = writing(given);
  const [ground] = written ? given.artifacts(written.ground) : [];
  if (!written || written.text === '' || !ground?.width || !ground.height) return null;
  const size = sizeOf(ground);
  const field = written.ground === 'video' ? 'place' : 'position';
  const usual = written.usual ?? usualOnFilm(size, given.words('letters'));
  const percent = Number(given.words('text_size')) || usual;
  const { laid, lines } = laidWords(
    size,
    written.ground === 'video' ? onFilm(size, given.options('place') ?? []) : onPicture(size),
    { text: written.text, percent, measured: given.measured },
  );
  const color = hexColor(given.words(written.ground === 'video' ? 'color' : 'text_color')) ?? '#ffffff';
  const place = given.words(field) || written.place;
  return {
    laid,
    ground,
    over: { lines, color },
    box: laid.at(place, percent),
    percent,
    fields: { place: field, size: 'text_size', exact: null },
  };
}
