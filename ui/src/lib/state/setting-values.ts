/** Values of settings as their fields show them: where a slider stands, which moments of a video a time range names. */
import type { Action, SettingForm, StepSetting } from '$lib/backend';
import { choiceName, fieldLabel } from '$lib/messages/toolbox';

export type NumberForm = Extract<SettingForm, { type: 'number' }>;

/** A slider: what it shows, where it stands, and where it stands while nothing is set. */
export interface Slider {
  from: number;
  to: number;
  step: number;
  at: number;
  unset: number;
}

/** The slider of a number. What is typed beyond what it shows stands at its end; what is not set, where nothing would change. */
export function sliderOf({ least, most, step, soft }: NumberForm, unit: string | undefined, value: string): Slider {
  const [from, to] = soft ?? [least, most];
  const number = value.trim() === '' ? Number.NaN : Number(value);
  const within = (wanted: number) => Math.min(to, Math.max(from, wanted));
  const unset = within(unit === '×' ? 1 : 0);
  return { from, to, step, at: Number.isFinite(number) ? within(number) : unset, unset };
}

/** The nine places on an image, row by row. */
export const PLACES: readonly string[] = [
  'top left',
  'top',
  'top right',
  'left',
  'middle',
  'right',
  'bottom left',
  'bottom',
  'bottom right',
];

/** Whether a choice is one of places on an image. */
export function arePlaces(options: string[]): boolean {
  return options.length === PLACES.length && PLACES.every((place) => options.includes(place));
}

/** The place that an arrow key leads to from the one at `index`; null for other keys, and over the edge. */
export function placeBeside(index: number, key: string): number | null {
  const [row, column] = [Math.floor(index / 3), index % 3];
  switch (key) {
    case 'ArrowLeft':
      return column > 0 ? index - 1 : null;
    case 'ArrowRight':
      return column < 2 ? index + 1 : null;
    case 'ArrowUp':
      return row > 0 ? index - 3 : null;
    case 'ArrowDown':
      return row < 2 ? index + 3 : null;
    default:
      return null;
  }
}

const CLOCK = String.raw`(?:(\d+):)?(\d+):(\d{1,2}(?:\.\d+)?)`;
const TIME = new RegExp(`^${CLOCK}$`);
const LAST = new RegExp(`^last ${CLOCK}$`);
const RANGE = /^(.+?)\s*(?:to|-|–)\s*(.+)$/;
/** How far before the end a video still has a frame, in seconds. */
const LAST_FRAME = 0.1;

/** The moments of a video that a value names, in seconds: where its parts begin and end (`0:02 to 0:05`, `last 0:03`,
 *  `without 0:10 to 0:20`), or single ones (`0:02, middle`). None where it says them in another way, or a video of `length` has not got them. */
export function moments(value: string, length: number | undefined): number[] {
  const parts = value
    .trim()
    .toLowerCase()
    .replace(/^without /, '')
    .split(',');
  const found = parts.map((part) => momentsOf(part.trim(), length));
  return found.some((part) => part === null) ? [] : found.flatMap((part) => part ?? []);
}

function momentsOf(part: string, length: number | undefined): number[] | null {
  const last = LAST.exec(part);
  if (last && length !== undefined) return existing([length - seconds(last), length], length);
  const [, start, end] = RANGE.exec(part) ?? [];
  const times = (start && end ? [start, end] : [part]).map((side) => momentOf(side, length));
  return times.every((time) => time !== null) ? existing(times, length) : null;
}

function momentOf(text: string, length: number | undefined): number | null {
  if (text === 'start') return 0;
  if (text === 'middle') return length === undefined ? null : length / 2;
  if (text === 'end') return length ?? null;
  const time = TIME.exec(text);
  return time && seconds(time);
}

function seconds([, hours, minutes, rest]: RegExpExecArray): number {
  return Number(hours ?? 0) * 3600 + Number(minutes) * 60 + Number(rest);
}

/** The times, the end as the last frame; null where one lies outside. */
function existing(times: number[], length: number | undefined): number[] | null {
  if (length === undefined) return times;
  if (times.some((time) => time < 0 || time > length + 0.5)) return null;
  return times.map((time) => Math.max(0, Math.min(time, length - LAST_FRAME)));
}

/** What is set of an action: each value behind what people read for it, with its unit. */
export function valuesSet({ inputs, settings: set = {} }: Action, settings: readonly StepSetting[]): string[] {
  return settings.flatMap((setting) => {
    const value = set[setting.name] ?? inputs[setting.name];
    if (typeof value !== 'string' || value === '') return [];
    return [`${fieldLabel(setting)} ${choiceName(setting, value)}${setting.unit ? ` ${setting.unit}` : ''}`];
  });
}

const HEX = /^#[\da-f]{6}$/i;

/** A colour as a colour field takes it; null for what it cannot show. */
export function hexColor(value: string): string | null {
  return HEX.test(value) ? value.toLowerCase() : null;
}
