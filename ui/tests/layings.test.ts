import { expect, test } from 'vitest';
import type { Artifact } from '../src/lib/backend';
import { type Given, layingOf, valuesOf } from '../src/lib/state/placing/layings';
import { firstWords } from '../src/lib/state/placing/written';
import { PLACES } from '../src/lib/state/setting-values';

const measured = (line: string) => line.length * 0.6;

function artifact(name: string, width: number, height: number, type = 'image'): Artifact {
  return {
    id: name,
    asset: name,
    name,
    type,
    mime: '',
    bytes: 1,
    width,
    height,
    origin: { given: null } as unknown as Artifact['origin'],
    created_at: 0,
    thumbnail: true,
    waveform: false,
    deleted: false,
  };
}

function given(tool: string, taken: Record<string, Artifact[]>, set: Record<string, string>, isFree = false): Given {
  return {
    tool,
    artifacts: (argument) => taken[argument] ?? [],
    words: (name) => set[name] ?? '',
    options: (name) => (name === 'overlay_box' && !isFree ? null : PLACES),
    measured,
    isOne: true,
  };
}

test('the values say what was dragged: a place that has a name, its size where that changed, else a box', () => {
  const logo = artifact('logo.png', 200, 100);
  const photos = [artifact('a.jpg', 1000, 500), artifact('b.jpg', 1000, 500)];
  const laying = layingOf(given('image_overlay', { overlay: [logo], image: photos }, { overlay_size: '20%' }, true));
  if (!laying) throw new Error('it lies on the first photo');
  const { laid, box } = laying;
  expect(box).toEqual(laid.at('bottom right', 20));
  expect(valuesOf(laying, laid.at('top left', 20))).toEqual({ overlay_position: 'top left', overlay_box: '' });
  expect(valuesOf(laying, laid.at('top', 31.5))).toEqual({
    overlay_position: 'top',
    overlay_size: '31.5%',
    overlay_box: '',
  });
  const beside = { x: 333, y: 44, width: 200, height: 100 };
  expect(valuesOf(laying, beside)).toEqual({ overlay_box: '200x100 at 333,44' });
  // What is said of its place, size and margin counts again where the box is left.
  const exact = given('image_overlay', { overlay: [logo], image: photos }, { overlay_box: '200x100 at 333,44' }, true);
  const there = layingOf(exact);
  expect(there?.box).toMatchObject(beside);
  expect(there && valuesOf(there, there.laid.at('top', 20))).toMatchObject({ overlay_size: '20%', overlay_box: '' });
});

test('a box in pixels is not offered where it would not be the same on all pictures, or is not known', () => {
  const logo = artifact('logo.png', 200, 100);
  const film = artifact('film.mp4', 640, 360, 'video');
  const photos = [artifact('a.jpg', 1000, 500), artifact('b.jpg', 500, 500)];
  const many = layingOf(given('image_overlay', { overlay: [logo], image: photos }, {}, true));
  expect(many?.laid.isFree).toBe(false);
  const apart = given('image_overlay', { overlay: [logo], image: photos.slice(1) }, {}, true);
  expect(layingOf(apart)?.laid.isFree).toBe(true);
  expect(layingOf({ ...apart, isOne: false })?.laid.isFree).toBe(false);
  const onFilm = layingOf(given('image_overlay_on_video', { image: [logo], video: [film] }, {}));
  expect(onFilm?.laid.isFree).toBe(false);
  expect(onFilm?.ground).toBe(film);
  expect(layingOf(given('image_overlay', { overlay: [logo], image: [] }, {}))).toBeNull();
  const swapped = { overlay_order: 'the other way round' };
  const turned = layingOf(given('video_overlay', { overlay: [film], video: [artifact('b.mp4', 64, 48)] }, swapped));
  expect(turned?.ground).toBe(film);
});

test('a film on a picture lies on a whole of its own size, or of the one that is set', () => {
  const taken = { video: [artifact('film.mp4', 640, 360, 'video')], image: [artifact('wall.jpg', 3000, 3000)] };
  expect(layingOf(given('video_on_image', taken, {}))?.laid.ground).toEqual({ width: 640, height: 360 });
  const set = layingOf(given('video_on_image', taken, { canvas: '1920x1080' }));
  expect(set?.laid.ground).toEqual({ width: 1920, height: 1080 });
  expect(set?.box).toMatchObject({ x: 192, y: 108, width: 1536, height: 864 });
  expect(layingOf(given('video_on_image', taken, { canvas: 'large' }))).toBeNull();
});

test('words and timecodes have places on what they are written on', () => {
  const film = artifact('film.mp4', 640, 360, 'video');
  const words = layingOf(given('subtitle_video', { video: [film] }, { text: 'Hello', place: 'top' }));
  expect(words?.box.place).toBe('top');
  expect(words && valuesOf(words, words.laid.at('left', 8))).toEqual({ place: 'left', text_size: '8' });
  expect(words && valuesOf(words, words.laid.at('left', 5))).toEqual({ place: 'left' });
  expect(layingOf(given('subtitle_video', { video: [film] }, {}))).toBeNull();
  expect(layingOf(given('video_timecode', { video: [film] }, {}))?.box.place).toBe('bottom left');
  const caption = given('text_image_editing', { image: [artifact('a.jpg', 800, 600)] }, { caption: 'SALE' });
  expect(layingOf(caption)?.fields).toEqual({ place: 'position', size: 'text_size', exact: null });
});

test('of subtitles the first words are seen', () => {
  expect(firstWords('1\n00:00:01,000 --> 00:00:02,000\n<i>Good</i> morning\n\n2\n00:00:03 --> x\nLater')).toBe(
    'Good morning',
  );
  expect(firstWords('Just words')).toBe('Just words');
});
