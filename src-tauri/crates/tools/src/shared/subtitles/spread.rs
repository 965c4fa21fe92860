//! Words without times, spread over a video: split where a speaker would pause into parts of up to
//! two lines, each shown for as long as its share of the whole takes to read.

use patchbay_values::times::clock;
use unicode_segmentation::UnicodeSegmentation;

use super::Cue;
use crate::ToolError;

/// Letters that are shown at once at most: two lines of 42, as broadcasters have them.
const MOST: usize = 84;
/// Sentences up to this length together are shown together.
const TOGETHER: usize = 60;
/// Few words need a moment, too: they count as this many letters.
const LEAST: usize = 14;
/// Letters a second that nobody can read any more.
const UNREADABLE: f64 = 35.0;
/// Distance in letters that a better place for a break is worth.
const BETTER: usize = 14;

/// The cues of `text`, one after the other from the start to the end of `length` seconds.
pub(super) fn spread(text: &str, length: f64) -> Result<Vec<Cue>, ToolError> {
    let text = unquoted(text.trim());
    let parts = parts(text);
    if parts.is_empty() {
        return Err(ToolError::Input(
            "There are no words to show on the video. Say or write what it is to show.".to_owned(),
        ));
    }
    let weights: Vec<f64> = parts
        .iter()
        .map(|part| width(part).max(LEAST) as f64)
        .collect();
    let total: f64 = weights.iter().sum();
    if parts.len() > 1 && total / UNREADABLE > length {
        return Err(ToolError::Input(format!(
            "The text takes about {} to read, but the video is only {} long. Shorten the text, or give lines with times.",
            clock((total / UNREADABLE * 2.0).ceil()),
            clock(length)
        )));
    }
    let mut before = 0.0;
    let cues = parts.into_iter().zip(weights).map(|(part, weight)| {
        let start = before / total * length;
        before += weight;
        Cue::plain(start, before / total * length, part)
    });
    Ok(cues.collect())
}

/// A text without the quotation marks around the whole of it.
fn unquoted(text: &str) -> &str {
    [
        ('"', '"'),
        ('“', '”'),
        ('„', '“'),
        ('«', '»'),
        ('‘', '’'),
        ('\'', '\''),
    ]
    .into_iter()
    .find_map(|(open, close)| {
        let inner = text.strip_prefix(open)?.strip_suffix(close)?;
        (!inner.contains([open, close])).then_some(inner.trim())
    })
    .unwrap_or(text)
}

/// Texts that are shown at once, part by part.
fn parts(text: &str) -> Vec<String> {
    let lines: Vec<&str> = text
        .lines()
        .map(str::trim)
        .filter(|line| !line.is_empty())
        .collect();
    let whole = lines.join("\n");
    // A title of a few lines stands as it was written.
    if whole.is_empty() || (width(&whole) <= MOST && lines.len() <= 3) {
        return if whole.is_empty() {
            Vec::new()
        } else {
            vec![whole]
        };
    }
    let mut parts: Vec<String> = Vec::new();
    for line in lines {
        let mut of_line: Vec<String> = Vec::new();
        for sentence in line
            .split_sentence_bounds()
            .map(str::trim)
            .filter(|sentence| !sentence.is_empty())
        {
            match of_line.last_mut() {
                Some(last) if width(last) + width(sentence) < TOGETHER => {
                    last.push(' ');
                    last.push_str(sentence);
                }
                _ => of_line.extend(broken(sentence)),
            }
        }
        parts.append(&mut of_line);
    }
    parts
}

/// A sentence in parts of about the same length, none longer than [`MOST`].
fn broken(sentence: &str) -> Vec<String> {
    let mut parts = Vec::new();
    let mut rest = sentence;
    while width(rest) > MOST {
        let count = width(rest).div_ceil(MOST);
        let wanted = width(rest) / count;
        let mut best: Option<(usize, usize)> = None;
        let mut reached = 0_usize;
        for (at, word) in rest.split_word_bound_indices() {
            let distance = reached.abs_diff(wanted);
            // Before a space, or between letters that are written without spaces; best after a
            // comma or the like.
            let is_break =
                word.starts_with(char::is_whitespace) || word.chars().next().is_some_and(is_wide);
            if at > 0 && reached <= MOST && is_break {
                let pauses =
                    rest[..at].ends_with([',', ';', ':', '–', '—', '、', '，', '；', '：']);
                let cost = distance + if pauses { 0 } else { BETTER };
                if best.is_none_or(|(least, _)| cost < least) {
                    best = Some((cost, at));
                }
            }
            reached += width(word);
        }
        // A word longer than two lines is cut.
        let at = best.map_or_else(
            || {
                rest.char_indices()
                    .nth(MOST / 2)
                    .map_or(rest.len(), |(at, _)| at)
            },
            |(_, at)| at,
        );
        let (part, after) = rest.split_at(at);
        parts.push(part.trim().to_owned());
        rest = after.trim_start();
    }
    if !rest.is_empty() {
        parts.push(rest.to_owned());
    }
    parts
}

/// Width of a text in ordinary letters.
fn width(text: &str) -> usize {
    text.chars()
        .map(|letter| if is_wide(letter) { 2 } else { 1 })
        .sum()
}

/// Whether a letter is as wide as two: Chinese, Japanese, Korean, and emoji.
fn is_wide(letter: char) -> bool {
    matches!(u32::from(letter),
        0x1100..=0x115F | 0x2E80..=0xA4CF | 0xAC00..=0xD7A3 | 0xF900..=0xFAFF | 0xFE30..=0xFE4F | 0xFF00..=0xFF60
        | 0xFFE0..=0xFFE6 | 0x1F300..=0x1FAFF | 0x20000..=0x3FFFD)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::testing::cases;

    fn texts(text: &str, length: f64) -> Vec<String> {
        spread(text, length)
            .unwrap()
            .iter()
            .map(Cue::text)
            .collect()
    }

    #[test]
    fn a_title_is_shown_throughout() {
        let cues = spread("“Summer at the lake”", 12.0).unwrap();
        assert_eq!(
            cues,
            [Cue::plain(0.0, 12.0, "Summer at the lake".to_owned())]
        );
        assert_eq!(texts("Summer\nat the lake", 12.0), ["Summer\nat the lake"]);
        assert_eq!(texts("\"Yes\" and \"no\"", 3.0), ["\"Yes\" and \"no\""]);
    }

    #[test]
    fn a_story_is_split_where_one_pauses() {
        let text = "We set out at half past seven, before the sun had dried the grass. The dog knew the way and ran ahead \
                    to the gate, and behind the gate the meadow opens towards the wood. Nobody is there. It is quiet.";
        let cues = spread(text, 20.0).unwrap();
        let parts: Vec<String> = cues.iter().map(Cue::text).collect();
        assert_eq!(parts.len(), 4, "{parts:?}");
        assert_eq!(
            parts[0],
            "We set out at half past seven, before the sun had dried the grass."
        );
        assert_eq!(parts[1], "The dog knew the way and ran ahead to the gate,");
        assert_eq!(parts[3], "Nobody is there. It is quiet.");
        assert_eq!((cues[0].start, cues[3].end), (0.0, 20.0));
        assert!(
            cues.windows(2)
                .all(|pair| (pair[0].end - pair[1].start).abs() < 1e-9)
        );
        assert!(
            cues[1].end - cues[1].start > cues[3].end - cues[3].start,
            "more words stay longer"
        );
    }

    #[test]
    fn letters_without_spaces_are_split_too() {
        let parts = texts(&"湖边的夏天非常安静，没有人来打扰我们。".repeat(8), 60.0);
        assert!(
            parts.len() >= 4 && parts.iter().all(|part| width(part) <= MOST),
            "{parts:?}"
        );
        let parts = texts(&format!("see {}", "x".repeat(200)), 60.0);
        assert!(parts.iter().all(|part| width(part) <= MOST), "{parts:?}");
    }

    proptest! {
        #![proptest_config(cases(256))]

        #[test]
        fn nothing_is_lost(text in "([a-z]{1,30}[ ,.\n]|[\u{4e00}-\u{4e20}]|.){0,120}") {
            if let Ok(cues) = spread(&text, 1000.0) {
                let letters = |text: &str| text.chars().filter(|letter| letter.is_alphanumeric()).collect::<String>();
                let shown: String = cues.iter().map(Cue::text).collect();
                prop_assert_eq!(letters(&shown), letters(&text));
                prop_assert!(cues.iter().all(|cue| cue.end > cue.start && cue.start >= 0.0));
            }
        }
    }
}
