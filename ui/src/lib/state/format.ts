/** Numbers and times as people read them, in the language of the window. */

/** 42 → "0:42", 3725 → "1:02:05". */
export function clock(seconds: number): string {
  const whole = Math.max(0, Math.floor(Number.isFinite(seconds) ? seconds : 0));
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const two = (n: number) => String(n).padStart(2, '0');
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}

/** A moment to the hundredth of a second: 2.4 → "0:02.40". */
export function moment(seconds: number): string {
  const hundredths = Math.round(Math.max(0, Number.isFinite(seconds) ? seconds : 0) * 100);
  return `${clock(Math.floor(hundredths / 100))}.${String(hundredths % 100).padStart(2, '0')}`;
}

/** Making one takes longer than using it a hundred times. */
const formats = new Map<string, Intl.NumberFormat>();

function formatOf(locale: string, most: number, least: number): Intl.NumberFormat {
  const key = `${locale} ${least} ${most}`;
  let format = formats.get(key);
  if (!format) {
    format = new Intl.NumberFormat(locale, { minimumFractionDigits: least, maximumFractionDigits: most });
    formats.set(key, format);
  }
  return format;
}

/** Makes a first format: with it the browser loads what it knows of languages, which takes longer than a frame. */
export function prepareNumbers(locale: string): void {
  formatOf(locale, 0, 0);
}

/** A number with so many digits behind the point. */
export function decimal(value: number, locale: string, most: number, least = 0): string {
  return formatOf(locale, most, least).format(value);
}

/** How long something took or takes: "0.3 s", "12 s", "2 min", "1 h 5 min". */
export function duration(seconds: number, locale: string): string {
  if (!Number.isFinite(seconds) || seconds < 0) return '';
  const number = (value: number, digits: number) => decimal(value, locale, digits, digits);
  if (seconds < 9.95) return `${number(seconds, 1)} s`;
  if (seconds < 99.5) return `${number(seconds, 0)} s`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return `${number(minutes, 0)} min`;
  return `${number(Math.floor(minutes / 60), 0)} h ${number(minutes % 60, 0)} min`;
}

/** How long something will take, as roughly as it is known: "≈ 8 s" says no tenths. */
export function estimate(seconds: number, locale: string): string {
  if (seconds < 1) return '< 1 s';
  return `≈ ${duration(seconds < 60 ? Math.round(seconds) : seconds, locale).replace(/[.,]0 s$/, ' s')}`;
}

/** Seconds that what ran for `elapsed` seconds to a share of itself goes on; none while little can be told from that. */
export function secondsLeft(elapsed: number, share: number): number | null {
  if (elapsed < 2 || share < 0.05 || share >= 1) return null;
  const left = (elapsed * (1 - share)) / share;
  return left < 1 ? null : left;
}

/** A file's size in decimal units, as file managers show it. */
export function fileSize(bytes: number, locale: string): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB'];
  let value = Math.max(0, bytes);
  let unit = 0;
  while (value >= 999.5 && unit < units.length - 1) {
    value /= 1000;
    unit += 1;
  }
  const digits = unit > 0 && value < 9.95 ? 1 : 0;
  return `${decimal(value, locale, digits)} ${units[unit]}`;
}

/** A share from 0 to 1 as "6 %", and small shares as "under 1 %" would read: one digit. */
export function percent(share: number, locale: string): string {
  const value = Math.min(1, Math.max(0, share)) * 100;
  const digits = value > 0 && value < 1 ? 1 : 0;
  return `${decimal(value, locale, digits)} %`;
}

/** Which heading a conversation stands under. */
export function dayGroup(time: number, now: number): 'today' | 'week' | 'older' {
  const midnight = new Date(now).setHours(0, 0, 0, 0);
  if (time >= midnight) return 'today';
  return time >= midnight - 6 * 86_400_000 ? 'week' : 'older';
}

/** Names in one line, as a language lists them: "a, b, and c". */
export function listed(names: readonly string[], locale: string): string {
  return new Intl.ListFormat(locale, { type: 'conjunction' }).format(names);
}
