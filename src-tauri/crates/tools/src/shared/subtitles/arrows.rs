//! Subtitles whose times stand with an arrow between them: `SubRip`, `WebVTT`, and transcripts with
//! times in brackets.

use std::sync::LazyLock;

use regex::{Captures, Regex};

use super::Cue;
use super::markup::runs;
use super::parsed::{TIME, pattern, seconds};

static ARROW: LazyLock<Regex> = LazyLock::new(|| {
    pattern(&format!(
        r"^[\s\[(]*({TIME}|\d+[.,]\d+)\s*-{{1,2}}>\s*({TIME}|\d+[.,]\d+)\s*([\])]?)(.*)$"
    ))
});

/// Two times with an arrow between them.
pub(super) struct Times<'a> {
    /// Number of the line, from 0.
    pub(super) line: usize,
    pub(super) start: f64,
    pub(super) end: f64,
    /// The words that stand behind times in brackets.
    words: Option<&'a str>,
}

/// The lines of a text that are times with an arrow.
pub(super) fn times<'a>(lines: &[&'a str]) -> Vec<Times<'a>> {
    let of = |(line, text): (usize, &&'a str)| {
        let found: Captures<'a> = ARROW.captures(text)?;
        // After a bracket come the words, else settings of WebVTT.
        let words = found.get(4).filter(|_| !found[3].is_empty());
        Some(Times {
            line,
            start: seconds(&found[1])?,
            end: seconds(&found[2])?,
            words: words.map(|words| words.as_str()),
        })
    };
    lines.iter().enumerate().filter_map(of).collect()
}

/// Cues whose times stand with an arrow on a line of their own, or before their words in brackets;
/// in the order of time.
///
/// In `WebVTT` an empty line ends a cue, elsewhere the next one does: programs leave empty lines
/// among words, and none between cues.
pub(super) fn with_arrows(text: &str) -> Vec<Cue> {
    let lines: Vec<&str> = text.lines().collect();
    let is_web = lines
        .iter()
        .find(|line| !line.trim().is_empty())
        .is_some_and(|line| line.starts_with("WEBVTT"));
    let times = times(&lines);
    let ends = times.iter().skip(1).map(|next| next.line);
    let ends = ends.chain([lines.len()]);
    let mut cues: Vec<Cue> = Vec::new();
    for (found, end) in times.iter().zip(ends) {
        let mut below = &lines[found.line + 1..end];
        // The number of the next cue stands above its times.
        if end < lines.len()
            && let Some((last, before)) = below.split_last()
            && is_number(last)
        {
            below = before;
        }
        let below = if is_web {
            let end = below.iter().position(|line| line.is_empty());
            &below[..end.unwrap_or(below.len())]
        } else {
            below
        };
        let words = found.words.iter().chain(below).map(|line| line.trim());
        let words: Vec<&str> = words.filter(|line| !line.is_empty()).collect();
        let runs = runs(&words.join("\n"));
        if found.end > found.start && !runs.is_empty() {
            cues.push(Cue {
                start: found.start,
                end: found.end,
                runs,
            });
        }
    }
    cues.sort_by(|a, b| a.start.total_cmp(&b.start));
    cues
}

fn is_number(line: &str) -> bool {
    let line = line.trim();
    !line.is_empty() && line.chars().all(|letter| letter.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(text: &str) -> Vec<String> {
        with_arrows(text).iter().map(Cue::text).collect()
    }

    #[test]
    fn empty_lines_among_words_lose_none() {
        let srt = "1\n00:00:01,000 --> 00:00:02,000\n\nOne\n\ntwo\n\n00:00:03,000 --> 00:00:04,000\nThree\n";
        assert_eq!(texts(srt), ["One\ntwo", "Three"]);
        let web = "WEBVTT\n\n00:01.000 --> 00:02.000\n \nOne\n\nNOTE not shown\n\n00:03.000 --> 00:04.000\nTwo\n";
        assert_eq!(texts(web), ["One", "Two"]);
    }
}
