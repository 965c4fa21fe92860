/** Words that are written on a picture or a film: about where and how large, as the program writes them. */
import { PLACES } from '../setting-values';
import type { Extent } from '../view';
import { hundredths, type Laid, LOWER_THIRD, sharesOf } from './laid';

/** The height of a line in squares of its letters. */
export const LINE = 1.164;
/** The longest line that is measured, in letters. */
const LONGEST = 400;

/** How wide a line is in squares of its letters. */
export type Measured = (line: string) => number;

/** How words are written: what is one hundred percent, and how far they stay from the edges. */
interface Writing {
  /** The square of the letters at so many percent. */
  square(percent: number): number;
  /** From the left and the right. */
  beside(square: number): number;
  /** From the top and the bottom. */
  below(square: number, place: string): number;
  places: readonly string[];
  most: number;
}

/** Words on a film: legible on a telephone, and clear of the edges. */
export function onFilm({ width, height }: Extent, places: readonly string[]): Writing {
  const isUpright = height > width;
  return {
    square: (percent) => (Math.min(width, height) * percent) / 100,
    beside: () => width * 0.06,
    below(_, place) {
      if (place === LOWER_THIRD) return height * (isUpright ? 0.24 : 0.16);
      return height * (isUpright ? 0.14 : 0.055);
    },
    places,
    most: 50,
  };
}

/** How large words on a film are where nothing is set, in percent of its shorter side. */
export function usualOnFilm(ground: Extent, letters: string): number {
  const shorter = Math.min(ground.width, ground.height);
  const scale = { small: 0.7, large: 1.6, huge: 2.4 }[letters] ?? 1;
  return hundredths((Math.min(Math.max(shorter * 0.05, 13) * scale, shorter / 4) / shorter) * 100);
}

/** Words on a picture, whose size is that of a line of them. */
export function onPicture({ width, height }: Extent): Writing {
  const shorter = Math.min(width, height);
  const beside = (square: number) => Math.max(0.03 * shorter, square * LINE * 0.2);
  return {
    square: (percent) => (shorter * percent) / 100 / LINE,
    beside,
    below: beside,
    places: PLACES,
    most: 100,
  };
}

/** The lines of a text, broken so that none is wider than there is room, where it has spaces. */
export function linesOf(text: string, room: number, measured: Measured): string[] {
  return text.split('\n').flatMap((line) => {
    const lines: string[] = [];
    for (const word of line.trim().slice(0, LONGEST).split(/\s+/)) {
      const longer = lines.length > 0 ? `${lines.at(-1)} ${word}` : word;
      if (lines.length > 0 && measured(longer) <= room) lines[lines.length - 1] = longer;
      else lines.push(word);
    }
    return lines;
  });
}

/** Words on a ground, in lines as they are broken at a size in percent. */
export function laidWords(
  ground: Extent,
  writing: Writing,
  { text, percent, measured }: { text: string; percent: number; measured: Measured },
): { laid: Laid; lines: string[] } {
  const square = writing.square(percent);
  const lines = linesOf(text, (ground.width - 2 * writing.beside(square)) / square, measured);
  const [wide, high] = [Math.max(0.5, ...lines.map(measured)), Math.max(1, lines.length) * LINE];
  /** Pixels that a percent makes them wider. */
  const step = writing.square(1) * wide;
  // They stay whole in the picture.
  const most = Math.min(writing.most, ground.width / step, ground.height / (writing.square(1) * high));
  const within = (wanted: number) => Math.max(Math.min(1, most), Math.min(most, wanted));
  const laid: Laid = {
    ground,
    places: writing.places,
    isFree: false,
    ratio: wide / high,
    at(place, wanted) {
      const side = writing.square(within(wanted));
      const [width, height] = [wide * side, high * side];
      const [across, down] = sharesOf(place);
      const at = (share: number, free: number, edge: number) => {
        const beside = Math.min(edge, free / 2);
        return beside + share * (free - 2 * beside);
      };
      const x = at(across, ground.width - width, writing.beside(side));
      const y = at(down, ground.height - height, writing.below(side, place));
      return { x, y, width, height, percent: wanted, place };
    },
    percentOf: (width) => hundredths(within(width / step)),
  };
  return { laid, lines };
}
