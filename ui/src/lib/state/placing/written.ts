/** What is seen of words that change while a film plays: the first of them, or one like them. */

/** So many letters are enough to see how large words are. */
const MOST = 120;
const TIMES = /-->/;

/** The words of a text, or the first of subtitles: those between their times and the next empty line. */
export function firstWords(text: string): string {
  const lines = text.trim().split(/\r?\n/);
  const times = lines.findIndex((line) => TIMES.test(line));
  const said = times < 0 ? lines : lines.slice(times + 1);
  const end = times < 0 ? -1 : said.findIndex((line) => line.trim() === '');
  return said
    .slice(0, end < 0 ? undefined : end)
    .join('\n')
    .replace(/<[^>]*>|\{[^}]*\}/g, '')
    .trim()
    .slice(0, MOST);
}

/** What is counted on a film, as its first frame could show it. */
export function timecodeSample(given: { words(name: string): string }): string {
  const start = given.words('start').trim();
  if (start !== '') return start;
  return (
    { clock: '2026-05-01 14:05:00', time: '00:00:00.00', frames: '0000' }[given.words('counting')] ?? '00:00:00:00'
  );
}
