/** A picture or a film that is laid over another one: where and how large, as the program lays it. */
import { PLACES } from '../setting-values';
import type { Extent } from '../view';
import { hundredths, type Laid, type Placed, sharesOf } from './laid';
import { type Measure, type OverlaySize, pixelsOf, readMeasure, readSize } from './measures';

/** The distance from the edge where none is set. */
const USUAL_MARGIN: Measure = { percent: 2 };
/** The smallest share of the width that a size can be. */
const LEAST = 0.1;

interface Values {
  /** Its size as the field says it, and as it is where that says nothing. */
  size: string;
  usualSize: string;
  margin: string;
  isFree: boolean;
}

/** A picture on a ground, and the size that it has by the values: a share of the ground's width, in percent. */
export function laidPicture(
  ground: Extent,
  own: Extent,
  { size, usualSize, margin, isFree }: Values,
): { laid: Laid; percent: number } {
  const ratio = own.width / own.height;
  const edge = pixelsOf(readMeasure(margin) ?? USUAL_MARGIN, Math.min(ground.width, ground.height));
  const shareOf = (width: number) => Math.min(100, Math.max(LEAST, (width / ground.width) * 100));
  const laid: Laid = {
    ground,
    places: PLACES,
    isFree,
    ratio,
    at: (place, percent) => boxAt(ground, own, edge, place, percent),
    percentOf: (width) => hundredths(shareOf(width)),
  };
  const asked = readSize(size) ?? readSize(usualSize) ?? { width: { percent: 25 } };
  return { laid, percent: shareOf(widthOf(asked, ground, own)) };
}

/** How wide a size makes it. */
function widthOf(size: OverlaySize, ground: Extent, own: Extent): number {
  const ratio = own.width / own.height;
  if ('width' in size) return pixelsOf(size.width, ground.width);
  if ('height' in size) return pixelsOf(size.height, ground.height) * ratio;
  return Math.min(size.within[0], size.within[1] * ratio);
}

/** Whole within the ground and as far from its edges as is asked for; what is to fill it needs no margin. */
function boxAt(ground: Extent, own: Extent, edge: number, place: string, percent: number): Placed {
  const wanted = (ground.width * percent) / 100 / own.width;
  const fills = wanted * own.width >= ground.width - 1 || wanted * own.height >= ground.height - 1;
  const margin = fills ? 0 : edge;
  const room = (side: number) => Math.max(side - 2 * margin, Math.min(side, 2));
  const scale = Math.min(wanted, room(ground.width) / own.width, room(ground.height) / own.height);
  const side = (length: number, whole: number) => Math.min(whole, Math.max(1, Math.round(length * scale)));
  const [width, height] = [side(own.width, ground.width), side(own.height, ground.height)];
  const at = (share: number, free: number) => {
    const beside = Math.min(margin, free / 2);
    return Math.round(beside + share * (free - 2 * beside));
  };
  const [across, down] = sharesOf(place);
  return { x: at(across, ground.width - width), y: at(down, ground.height - height), width, height, percent, place };
}
