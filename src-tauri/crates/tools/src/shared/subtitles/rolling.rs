//! Captions that roll, as `YouTube`'s automatic ones and those of television do: each line is said again
//! while the next one comes below it, or grows word by word.

use super::Cue;

/// From this share of cues on that repeat lines of the one before, a text rolls.
const MOST: f64 = 0.6;
/// In fewer cues a line may be repeated because it is said twice.
const FEWEST: usize = 4;

/// A line and when it is shown, as long as it is the newest.
struct Line<'a> {
    text: &'a str,
    start: f64,
    end: f64,
}

/// Each line of captions once, from when it comes to when the next one does; none where they do not
/// roll.
pub(crate) fn unrolled(cues: &[Cue]) -> Option<Vec<Cue>> {
    let texts: Vec<String> = cues.iter().map(Cue::text).collect();
    let mut lines: Vec<Line<'_>> = Vec::new();
    let mut before: Vec<&str> = Vec::new();
    let mut repeated = 0;
    for (cue, text) in cues.iter().zip(&texts) {
        let now: Vec<&str> = text
            .lines()
            .map(str::trim)
            .filter(|line| !line.is_empty())
            .collect();
        let known = overlap(&before, &now);
        repeated += usize::from(known > 0);
        for (place, line) in now[known..].iter().copied().enumerate() {
            match lines.last_mut() {
                // The last line goes on: “hello”, “hello everybody”.
                Some(last) if place == 0 && known == 0 && grows(last, line, cue) => {
                    repeated += 1;
                    last.text = line;
                }
                _ => lines.push(Line {
                    text: line,
                    start: cue.start,
                    end: cue.end,
                }),
            }
        }
        if let Some(last) = lines.last_mut() {
            last.end = last.end.max(cue.end);
        }
        before = now;
    }
    let rolls = cues.len() >= FEWEST && repeated as f64 >= (cues.len() - 1) as f64 * MOST;
    rolls.then(|| shown(&lines))
}

/// Number of lines at the end of those before that stand at the beginning of those now.
fn overlap(before: &[&str], now: &[&str]) -> usize {
    let most = before.len().min(now.len());
    let is_same = |count: &usize| before[before.len() - count..] == now[..*count];
    (1..=most).rev().find(is_same).unwrap_or(0)
}

/// Whether a line goes on with another one that follows at once.
fn grows(last: &Line<'_>, line: &str, cue: &Cue) -> bool {
    const AT_ONCE: f64 = 0.5;
    line.len() > last.text.len() && line.starts_with(last.text) && cue.start - last.end <= AT_ONCE
}

/// Lines as cues, one at a time. Those that come together are shown together.
fn shown(lines: &[Line<'_>]) -> Vec<Cue> {
    let mut cues: Vec<Cue> = Vec::new();
    for group in lines.chunk_by(|a, b| (a.start - b.start).abs() < f64::EPSILON) {
        let start = group[0].start;
        let end = group.iter().map(|line| line.end).fold(start, f64::max);
        if let Some(last) = cues.last_mut() {
            last.end = last.end.min(start);
        }
        let text: Vec<&str> = group.iter().map(|line| line.text).collect();
        cues.push(Cue::plain(start, end, text.join("\n")));
    }
    cues.retain(|cue| cue.end > cue.start);
    cues
}

#[cfg(test)]
mod tests {
    use super::super::timed_cues;
    use super::*;

    fn said(text: &str) -> Option<Vec<(f64, f64, String)>> {
        let cues = unrolled(&timed_cues(text))?;
        let of = |cue: Cue| (cue.start, cue.end, cue.text());
        Some(cues.into_iter().map(of).collect())
    }

    #[test]
    fn each_line_is_said_once_at_its_time() {
        let vtt = "WEBVTT\nKind: captions\n\n00:00:00.160 --> 00:00:03.420 align:start position:0%\n \n\
            hello<00:00:01.000><c> everybody</c>\n\n00:00:03.420 --> 00:00:03.430\nhello everybody\n \n\n\
            00:00:03.440 --> 00:00:05.740\nhello everybody\ntoday<00:00:04.000><c> we</c>\n\n\
            00:00:05.740 --> 00:00:05.750\ntoday we\n \n\n00:00:05.760 --> 00:00:08.000\ntoday we\ncut<00:00:06.000><c> paper</c>\n";
        let line = |start, end, text: &str| (start, end, text.to_owned());
        let expected = [
            line(0.16, 3.43, "hello everybody"),
            line(3.44, 5.75, "today we"),
            line(5.76, 8.0, "cut paper"),
        ];
        assert_eq!(said(vtt).expect("it rolls"), expected);
    }

    #[test]
    fn words_that_come_one_by_one_are_one_line() {
        let srt = "1\n00:00:00,000 --> 00:00:00,500\nI\n\n2\n00:00:00,500 --> 00:00:01,000\nI am\n\n\
            3\n00:00:01,000 --> 00:00:01,500\nI am here\n\n4\n00:00:02,000 --> 00:00:02,500\nNow\n\n\
            5\n00:00:02,500 --> 00:00:03,000\nNow go\n";
        let said = said(srt).expect("it grows");
        let texts: Vec<&str> = said.iter().map(|(.., text)| text.as_str()).collect();
        assert_eq!(texts, ["I am here", "Now go"]);
    }

    #[test]
    fn a_song_that_repeats_a_line_does_not_roll() {
        let song = "1\n00:00:00,000 --> 00:00:01,000\nLa la\n\n2\n00:00:01,000 --> 00:00:02,000\nLa la\n\n\
            3\n00:00:02,000 --> 00:00:03,000\nThe sea\n\n4\n00:00:03,000 --> 00:00:04,000\nThe shore\n\n\
            5\n00:00:04,000 --> 00:00:05,000\nLa la\n";
        assert_eq!(said(song), None);
    }
}
