//! Subtitles at other times: only the times in the text are written anew, and what lies before the
//! start is left out.

use std::sync::LazyLock;

use regex::{Captures, Regex};

use super::parsed::seconds;
use super::stamps::station_time;

static TIMES: LazyLock<Regex> = LazyLock::new(|| {
    let time = r"(?:\d{1,3}:)?\d{1,3}:\d{1,2}(?:[.,]\d{1,3})?|\d+[.,]\d+";
    pattern(&format!(
        r"^(?P<before>[\s\[(]*)(?P<start>{time})(?P<arrow>\s*-{{1,2}}>\s*)(?P<end>{time})(?P<after>.*)$"
    ))
});
/// Times within the words of `WebVTT`.
static WITHIN: LazyLock<Regex> = LazyLock::new(|| pattern(r"<((?:\d{2,}:)?\d{2}:\d{2}\.\d{3})>"));

fn pattern(words: &str) -> Regex {
    Regex::new(words).expect("a pattern of this file is valid")
}

/// A change of times.
pub(crate) trait Change {
    /// New times of a cue; none where it is left out.
    fn cue(&self, start: f64, end: f64) -> Option<(f64, f64)>;

    /// The new time of one within a cue.
    fn time(&self, seconds: f64) -> f64;
}

/// Times are first stretched from the start on, then moved.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Line {
    /// Factor by which everything takes longer.
    pub(crate) stretch: f64,
    /// Seconds by which everything comes later.
    pub(crate) delay: f64,
}

impl Change for Line {
    fn cue(&self, start: f64, end: f64) -> Option<(f64, f64)> {
        let (start, end) = (self.time(start), self.time(end));
        (end > 0.0).then_some((start.max(0.0), end))
    }

    fn time(&self, seconds: f64) -> f64 {
        seconds * self.stretch + self.delay
    }
}

/// Subtitles at their new times.
#[derive(Debug)]
pub(crate) struct Retimed {
    /// Their text.
    pub(crate) text: String,
    /// Number of subtitles that are kept.
    pub(crate) kept: usize,
    /// Number of subtitles that are left out.
    pub(crate) left_out: usize,
}

/// A text's subtitles at other times; none where it holds none. Lines are apart by `\n`.
pub(crate) fn retimed(text: &str, change: &dyn Change) -> Option<Retimed> {
    let is_events = text
        .lines()
        .any(|line| line.trim().eq_ignore_ascii_case("[Events]"));
    let retimed = if is_events {
        of_events(text, change)
    } else {
        of_arrows(text, change)
    };
    (retimed.kept + retimed.left_out > 0).then_some(retimed)
}

/// `SubRip`, `WebVTT` and transcripts: times with an arrow between them.
fn of_arrows(text: &str, change: &dyn Change) -> Retimed {
    let lines: Vec<&str> = text.lines().collect();
    let is_cue = |place: &usize| TIMES.is_match(lines[*place]);
    let begins = (0..lines.len())
        .filter(is_cue)
        .map(|place| place - usize::from(has_title(&lines, place)));
    let begins: Vec<usize> = begins.collect();
    let first = begins.first().copied().unwrap_or(lines.len());
    let mut made: Vec<String> = lines[..first]
        .iter()
        .map(|line| (*line).to_owned())
        .collect();
    let (mut kept, mut left_out) = (0, 0);
    let ends = begins.iter().skip(1).copied().chain([lines.len()]);
    for (from, to) in begins.iter().copied().zip(ends) {
        match cue(&lines[from..to], change, kept + 1, left_out > 0) {
            Some(cue) => {
                kept += 1;
                made.extend(cue);
            }
            None => left_out += 1,
        }
    }
    let text = made.join("\n").trim_end().to_owned() + "\n";
    Retimed {
        text,
        kept,
        left_out,
    }
}

/// Whether the line before times is the number or name of their cue.
fn has_title(lines: &[&str], place: usize) -> bool {
    let Some(before) = place.checked_sub(1) else {
        return false;
    };
    let title = lines[before].trim();
    let is_number = !title.is_empty() && title.chars().all(|letter| letter.is_ascii_digit());
    let stands_alone = before == 0 || lines[before - 1].trim().is_empty();
    let is_name = !title.is_empty() && !title.starts_with("WEBVTT") && !TIMES.is_match(title);
    is_number || (stands_alone && is_name)
}

/// The lines of a cue at its new times, with its new number where those before it have gone; none
/// where it is left out.
fn cue(
    lines: &[&str],
    change: &dyn Change,
    number: usize,
    is_renumbered: bool,
) -> Option<Vec<String>> {
    let place = lines.iter().position(|line| TIMES.is_match(line))?;
    let found = TIMES.captures(lines[place])?;
    let (start, end) = (seconds(&found["start"])?, seconds(&found["end"])?);
    let (start, end) = change.cue(start, end)?;
    let times = [
        &found["before"],
        &like(start, &found["start"]),
        &found["arrow"],
        &like(end, &found["end"]),
        &found["after"],
    ];
    let within = |line: &&str| {
        let moved = |found: &Captures<'_>| {
            let time = seconds(&found[1]).map_or(0.0, |time| change.time(time).max(0.0));
            format!("<{}>", like(time, &found[1]))
        };
        WITHIN.replace_all(line, moved).into_owned()
    };
    let title = lines[..place].iter().map(|title| {
        let is_number = title.trim().chars().all(|letter| letter.is_ascii_digit());
        if is_number && is_renumbered {
            number.to_string()
        } else {
            (*title).to_owned()
        }
    });
    let words = lines[place + 1..].iter().map(within);
    Some(title.chain([times.concat()]).chain(words).collect())
}

/// A time in the way that another one is written: with hours or without, with its mark before the
/// thousandths.
fn like(seconds: f64, written: &str) -> String {
    let mark = if written.contains('.') { '.' } else { ',' };
    let thousandths = (seconds * 1000.0).round() as u64;
    let (whole, rest) = (thousandths / 1000, thousandths % 1000);
    let (hours, minutes) = (whole / 3600, whole / 60);
    match written.matches(':').count() {
        0 => format!("{whole}{mark}{rest:03}"),
        1 if hours == 0 => format!("{minutes:02}:{:02}{mark}{rest:03}", whole % 60),
        _ => format!(
            "{hours:02}:{:02}:{:02}{mark}{rest:03}",
            minutes % 60,
            whole % 60
        ),
    }
}

/// Advanced `SubStation` Alpha: the lines of its events.
fn of_events(text: &str, change: &dyn Change) -> Retimed {
    let mut places = (1, 2, 10);
    let (mut kept, mut left_out) = (0, 0);
    let mut made = String::new();
    for line in text.lines() {
        let (kind, fields) = line.split_once(':').unwrap_or_default();
        if kind.trim() == "Format" {
            let names: Vec<String> = fields
                .split(',')
                .map(|name| name.trim().to_lowercase())
                .collect();
            let of = |name: &str| names.iter().position(|other| other == name);
            if let (Some(start), Some(end)) = (of("start"), of("end")) {
                places = (start, end, names.len());
            }
        }
        if !matches!(kind.trim(), "Dialogue" | "Comment") {
            made.extend([line, "\n"]);
            continue;
        }
        match event(fields, places, change) {
            Some(moved) => {
                kept += 1;
                made.extend([kind, ":", &moved, "\n"]);
            }
            None => left_out += 1,
        }
    }
    Retimed {
        text: made,
        kept,
        left_out,
    }
}

/// The fields of an event at its new times; none where it is left out.
fn event(
    fields: &str,
    (start, end, count): (usize, usize, usize),
    change: &dyn Change,
) -> Option<String> {
    let mut values: Vec<String> = fields.splitn(count, ',').map(str::to_owned).collect();
    let time = |place: usize| values.get(place).and_then(|value| seconds(value.trim()));
    let (from, to) = change.cue(time(start)?, time(end)?)?;
    *values.get_mut(start)? = station_time(from);
    *values.get_mut(end)? = station_time(to);
    Some(values.join(","))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, delay: f64, expected: &str, left_out: usize) {
        let change = Line {
            stretch: 1.0,
            delay,
        };
        let made = retimed(text, &change).expect("subtitles");
        assert_eq!(made.text, expected);
        assert_eq!(made.left_out, left_out);
    }

    #[test]
    fn all_but_times_stays() {
        let vtt = "WEBVTT - a title\n\nSTYLE\n::cue { color: red }\n\nintro\n59:59.500 --> 59:59.900 line:0\n<00:59:59.700>Hi\n";
        let later = "WEBVTT - a title\n\nSTYLE\n::cue { color: red }\n\nintro\n01:00:00.500 --> 01:00:00.900 line:0\n<01:00:00.700>Hi\n";
        check(vtt, 1.0, later, 0);
        let transcript = "[00:00.000 --> 00:04.000]  Hello.\n[00:04.000 --> 00:06.500]  Bye.\n";
        check(transcript, -5.0, "[00:00.000 --> 00:01.500]  Bye.\n", 1);
        let glued = "7\n00:00:01,000 --> 00:00:02,000\nA\n8\n00:00:03,000 --> 00:00:04,000\nB\n";
        check(glued, -2.5, "1\n00:00:00,500 --> 00:00:01,500\nB\n", 1);
    }

    #[test]
    fn styles_and_comments_stay() {
        let head = "[Script Info]\nTitle: x\n[V4+ Styles]\nFormat: Name, Fontname\nStyle: Loud,Impact\n[Events]\n\
                    Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text\n";
        let ass = format!(
            "{head}Comment: 0,0:00:00.00,0:00:01.00,Loud,,0,0,0,,note\nDialogue: 0,0:00:01.00,0:00:03.25,Loud,,0,0,0,,{{\\i1}}Hi, you\n"
        );
        let moved = format!(
            "{head}Comment: 0,0:00:02.50,0:00:03.50,Loud,,0,0,0,,note\nDialogue: 0,0:00:03.50,0:00:05.75,Loud,,0,0,0,,{{\\i1}}Hi, you\n"
        );
        check(&ass, 2.5, &moved, 0);
    }

    #[test]
    fn other_texts_hold_none() {
        let change = Line {
            stretch: 1.0,
            delay: 1.0,
        };
        assert!(retimed("just words\nat 10:30", &change).is_none());
    }
}
