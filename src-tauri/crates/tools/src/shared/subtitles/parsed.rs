//! Subtitles that say when they are shown: `SubRip` (SRT), `WebVTT`
//! (<https://www.w3.org/TR/webvtt1/>, as far as it concerns words and times), Advanced `SubStation`
//! Alpha (ASS, SSA, words and times), and lines that begin with a time, as transcripts and song
//! texts have them.

use std::sync::LazyLock;

use regex::Regex;

use super::Cue;
use super::markup::runs;

/// Letters a second that are read with ease.
const READ: f64 = 15.0;
/// The shortest and the longest time for which words without an end are shown, in seconds.
const SHOWN: (f64, f64) = (1.5, 7.0);
/// Shortest time for which a cue is seen, in seconds: shorter ones are left out.
pub(super) const SHORTEST: f64 = 0.04;

pub(super) const TIME: &str = r"(?:\d{1,3}:)?\d{1,3}:\d{1,2}(?:[.,]\d{1,3})?";

static STAMP: LazyLock<Regex> = LazyLock::new(|| {
    let time = format!(r"{TIME}|\d+(?:[.,]\d+)?\s?s(?:ec(?:onds?)?)?\b");
    pattern(&format!(
        r"^\s*[\[(<]?\s*({time})(?:\s*(?:-|–|—|->|→|to)\s*({time}))?\s*[\])>]?\s*(?:[-–—:|]\s)?\s*(.*)$"
    ))
});

pub(super) fn pattern(words: &str) -> Regex {
    Regex::new(words).expect("a pattern of this file is valid")
}

/// Cues of the events of ASS or SSA, in the order of time: `Dialogue:` lines, whose fields a
/// `Format:` line before them names. Their styles are left out.
pub(super) fn with_events(text: &str) -> Vec<Cue> {
    // As most files have it, where no line says.
    let mut format =
        "Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text".to_owned();
    let mut in_events = false;
    let mut cues = Vec::new();
    for line in text.lines().map(str::trim) {
        if line.starts_with('[') {
            in_events = line.eq_ignore_ascii_case("[Events]");
            continue;
        }
        let (Some((kind, fields)), true) = (line.split_once(':'), in_events) else {
            continue;
        };
        match kind {
            "Format" => fields.clone_into(&mut format),
            "Dialogue" => {
                let names: Vec<String> = format
                    .split(',')
                    .map(|name| name.trim().to_lowercase())
                    .collect();
                // The last field, the words, may hold commas.
                let values: Vec<&str> = fields.splitn(names.len(), ',').collect();
                let of = |name: &str| {
                    names
                        .iter()
                        .position(|other| other == name)
                        .and_then(|at| values.get(at).copied())
                };
                let (Some(start), Some(end), Some(words)) = (
                    of("start").and_then(seconds),
                    of("end").and_then(seconds),
                    of("text"),
                ) else {
                    continue;
                };
                let runs = runs(
                    words
                        .replace("\\N", "\n")
                        .replace("\\n", "\n")
                        .replace("\\h", "\u{a0}")
                        .trim(),
                );
                if end > start && !runs.is_empty() {
                    cues.push(Cue { start, end, runs });
                }
            }
            _ => {}
        }
    }
    cues.sort_by(|a: &Cue, b: &Cue| a.start.total_cmp(&b.start));
    cues
}

/// Cues of lines that begin with a time, with or without an end, and of the lines after each; in
/// the order of time. None where the text begins without a time.
pub(super) fn with_stamps(text: &str) -> Vec<Cue> {
    let mut found: Vec<(f64, Option<f64>, Vec<&str>)> = Vec::new();
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
        let stamp = STAMP.captures(line).and_then(|stamp| {
            let words = stamp.get(3).map_or("", |words| words.as_str());
            Some((
                seconds(&stamp[1])?,
                stamp.get(2).and_then(|end| seconds(end.as_str())),
                words,
            ))
        });
        match (stamp, found.last_mut()) {
            (Some((start, end, words)), _) => found.push((start, end, vec![words])),
            (None, Some((.., words))) => words.push(line),
            (None, None) => return Vec::new(),
        }
    }
    found.sort_by(|a, b| a.0.total_cmp(&b.0));
    let starts: Vec<f64> = found.iter().map(|(start, ..)| *start).collect();
    let cues = found
        .into_iter()
        .zip(starts.iter().skip(1).map(Some).chain([None]))
        .filter_map(|(found, next)| {
            let (start, end, words) = found;
            let runs = runs(words.join("\n").trim());
            let letters: usize = runs.iter().map(|run| run.text.chars().count()).sum();
            let usual = start + (letters as f64 / READ + 1.0).clamp(SHOWN.0, SHOWN.1);
            let end = end.unwrap_or_else(|| next.map_or(usual, |next| usual.min(*next)));
            (end > start && !runs.is_empty()).then_some(Cue { start, end, runs })
        });
    cues.collect()
}

/// Those cues that are seen within `length` seconds, cut there.
pub(super) fn within(cues: Vec<Cue>, length: f64) -> Vec<Cue> {
    let cut = cues.into_iter().map(|cue| Cue {
        end: cue.end.min(length),
        ..cue
    });
    cut.filter(|cue| cue.end - cue.start >= SHORTEST).collect()
}

/// A time such as `1:02:03.5`, `02:03,500` or `4.5 s` in seconds.
pub(super) fn seconds(text: &str) -> Option<f64> {
    let text = text.replace(',', ".");
    let text =
        text.trim_end_matches(|letter: char| letter.is_alphabetic() || letter.is_whitespace());
    let sum = text.split(':').try_fold(0.0, |sum, part| {
        part.parse::<f64>().ok().map(|part| sum * 60.0 + part)
    })?;
    sum.is_finite().then_some(sum)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::arrows::with_arrows;
    use super::*;
    use crate::testing::cases;

    fn shown(cues: &[Cue]) -> Vec<(f64, f64, String)> {
        cues.iter()
            .map(|cue| (cue.start, cue.end, cue.text()))
            .collect()
    }

    fn cue(start: f64, end: f64, text: &str) -> (f64, f64, String) {
        (start, end, text.to_owned())
    }

    #[test]
    fn subrip_is_read() {
        let text = "1\n00:00:01,500 --> 00:00:04,000\nTwo <b>lines</b>\nof {\\an8}words\n\n3\n01:00:00,000 --> 01:00:01,000\n\
                    Late\n2\n00:00:04.000 --> 00:00:05.5\n42\n";
        let cues = with_arrows(text);
        let expected = [
            cue(1.5, 4.0, "Two lines\nof words"),
            cue(4.0, 5.5, "42"),
            cue(3600.0, 3601.0, "Late"),
        ];
        assert_eq!(shown(&cues), expected);
        assert_eq!(
            shown(&within(cues, 5.0)),
            [cue(1.5, 4.0, "Two lines\nof words"), cue(4.0, 5.0, "42")]
        );
    }

    #[test]
    fn webvtt_is_read() {
        let text = "WEBVTT - a title\n\nNOTE\nnot shown\n\nSTYLE\n::cue { color: red }\n\nintro\n00:01.000 --> 00:02.000 line:0 align:start\n\
                    <v Ann>Fish &amp; <i>chips</i> <c.loud>now</c> a<b\n\n00:00:02.000 --> 00:00:02.000\nno time\n";
        let cues = with_arrows(text);
        assert_eq!(shown(&cues), [cue(1.0, 2.0, "Fish & chips now a<b")]);
        let italics: Vec<_> = cues[0]
            .runs
            .iter()
            .map(|run| (run.text.as_str(), run.is_italic))
            .collect();
        assert_eq!(
            italics,
            [("Fish & ", false), ("chips", true), (" now a<b", false)]
        );
    }

    #[test]
    fn advanced_substation_is_read() {
        let text = "[Script Info]\nTitle: x\n[V4+ Styles]\nFormat: Name, Fontname\nStyle: Default,Arial\n[Events]\n\
                    Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text\n\
                    Dialogue: 0,0:00:04.00,0:00:05.50,Default,,0,0,0,,Late\n\
                    Comment: 0,0:00:00.00,0:00:09.00,Default,,0,0,0,,not shown\n\
                    Dialogue: 0,0:00:01.00,0:00:03.25,Default,,0,0,0,,{\\i1}Hello{\\i0}, there\\Nyou\n";
        let cues = with_events(text);
        assert_eq!(
            shown(&cues),
            [cue(1.0, 3.25, "Hello, there\nyou"), cue(4.0, 5.5, "Late")]
        );
        assert!(cues[0].runs[0].is_italic && !cues[0].runs[1].is_italic);
        let drawn = "[Events]\nDialogue: 0,0:00:01.00,0:00:03.25,Default,,0,0,0,,{\\an7\\p1}m 0 0 l 9 0{\\p0\\i1}Hi\n";
        let cues = with_events(drawn);
        assert_eq!(shown(&cues), [cue(1.0, 3.25, "Hi")]);
        assert!(cues[0].runs[0].is_italic);
        assert_eq!(
            with_events("Dialogue: 0,0:00:01.00,0:00:03.25,Default,,0,0,0,,no section"),
            []
        );
    }

    #[test]
    fn transcripts_are_read() {
        let whisper =
            "[00:00.000 --> 00:04.000]  Hello there.\n[00:04.000 --> 00:06.500]  Goodbye.\n";
        assert_eq!(
            shown(&with_arrows(whisper)),
            [cue(0.0, 4.0, "Hello there."), cue(4.0, 6.5, "Goodbye.")]
        );
        let song = "[00:12.5] First line\n[0:14] second\nand more\n";
        assert_eq!(shown(&with_stamps(song))[0], cue(12.5, 14.0, "First line"));
        assert_eq!(shown(&with_stamps(song))[1].2, "second\nand more");
        let pasted = "0:01\nHello\n0:03\nWorld";
        assert_eq!(shown(&with_stamps(pasted))[0], cue(1.0, 2.5, "Hello"));
        let listed = "0:01 - 0:04: One\n0:05–0:06 Two\n7 s Three";
        let found = shown(&with_stamps(listed));
        assert_eq!(found[..2], [cue(1.0, 4.0, "One"), cue(5.0, 6.0, "Two")]);
        assert_eq!((found[2].0, found[2].2.as_str()), (7.0, "Three"));
        assert!(
            with_stamps("At 0:05 we go").is_empty() && with_stamps("Hello\n0:05 World").is_empty()
        );
    }

    proptest! {
        #![proptest_config(cases(256))]

        #[test]
        fn anything_can_be_given(text in "(([0-9]{1,3}:)?[0-9]{1,2}:[0-9]{2}|-->|[a-z<>{}\\\\&;,.\\[\\]\n -]){0,60}|.{0,200}") {
            for cue in with_arrows(&text).into_iter().chain(with_stamps(&text)).chain(with_events(&format!("[Events]\n{text}"))) {
                prop_assert!(cue.end > cue.start && cue.start >= 0.0 && !cue.text().trim().is_empty());
            }
        }
    }
}
