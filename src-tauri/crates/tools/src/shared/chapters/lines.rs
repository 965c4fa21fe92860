//! Chapters as people list them: a time and a title in each line, or all in one line.

use std::sync::LazyLock;

use patchbay_media::video::NewChapter;
use regex::Regex;

/// Times on a clock.
static TIME: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"\b(?:(\d{1,3}):)?(\d{1,3}):(\d{2}(?:[.,]\d{1,3})?)\b").expect("a valid pattern")
});
/// Characters between a time and its title, and between one chapter and the next.
const MARKS: [char; 15] = [
    ' ', '\t', '\u{a0}', '-', '–', '—', ':', ',', ';', '|', '/', '[', ']', '(', ')',
];
/// Characters that may stand before a line.
const BULLETS: [char; 5] = ['*', '•', '-', '–', ' '];

/// A time in a line.
struct Found {
    seconds: f64,
    begins: usize,
    ends: usize,
}

/// The chapters that a text lists, in its order; empty where it names no time.
pub(super) fn listed(text: &str) -> Vec<NewChapter> {
    let mut chapters: Vec<NewChapter> = Vec::new();
    let with_times = text.lines().filter(|line| !times(line).is_empty());
    let is_one_a_line = with_times.count() > 1;
    for line in text.lines() {
        let mut found = times(line);
        let begins =
            |found: &[Found]| Some(title(&line[found.first()?.ends..found.get(1)?.begins]));
        if is_one_a_line && begins(&found).is_some_and(|title| !title.is_empty()) {
            // A time in a title: “0:00 Lunch at 12:30”.
            found.truncate(1);
        }
        let Some(first) = found.first() else { continue };
        let before = line[..first.begins].trim_matches(|mark| BULLETS.contains(&mark));
        let before = before.trim_matches(MARKS);
        let is_alone = title(&line[first.ends..]).is_empty() && found.len() == 1;
        if is_alone && !before.is_empty() {
            chapters.push(named(first.seconds, before, chapters.len()));
            continue;
        }
        let ends = found
            .iter()
            .skip(1)
            .map(|next| next.begins)
            .chain([line.len()]);
        let mut pieces = found.iter().zip(ends).peekable();
        while let Some((time, end)) = pieces.next() {
            let mut words = title(&line[time.ends..end]);
            // A time and where it ends: “0:00 - 1:30 Intro”.
            let is_range = words.is_empty() && line[time.ends..end].contains(['-', '–', '—']);
            if is_range && let Some((until, end)) = pieces.next_if(|(_, end)| *end > 0) {
                words = title(&line[until.ends..end]);
            }
            chapters.push(named(time.seconds, words, chapters.len()));
        }
    }
    chapters
}

fn named(start: f64, title: &str, before: usize) -> NewChapter {
    let title = if title.is_empty() {
        format!("Chapter {}", before + 1)
    } else {
        title.to_owned()
    };
    NewChapter { start, title }
}

fn title(text: &str) -> &str {
    let words = text.trim_start_matches(MARKS).trim_end_matches(
        // A bracket that ends a title belongs to it.
        &MARKS[..13],
    );
    let words = words.trim_end_matches(" (").trim_end_matches(" and");
    words.trim_matches(['"', '“', '”'])
}

fn times(line: &str) -> Vec<Found> {
    let of = |found: regex::Captures<'_>| {
        let whole = found.get(0)?;
        let number = |group: usize| {
            let text = found.get(group).map_or("0", |group| group.as_str());
            text.replace(',', ".").parse::<f64>().ok()
        };
        Some(Found {
            seconds: number(1)? * 3600.0 + number(2)? * 60.0 + number(3)?,
            begins: whole.start(),
            ends: whole.end(),
        })
    };
    TIME.captures_iter(line).filter_map(of).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &[(f64, &str)]) {
        let found = listed(text);
        let found: Vec<(f64, &str)> = found
            .iter()
            .map(|chapter| (chapter.start, chapter.title.as_str()))
            .collect();
        assert_eq!(found, expected, "{text}");
    }

    #[test]
    fn lists_are_read_as_people_write_them() {
        check(
            "0:00 Intro\n1:30 Main part (loud)\n",
            &[(0.0, "Intro"), (90.0, "Main part (loud)")],
        );
        check(
            "00:00:00 - Start\r\n01:02:03.5 – End",
            &[(0.0, "Start"), (3723.5, "End")],
        );
        check(
            "chapters: 0:00 Intro, 0:10 Song and 1:00 End",
            &[(0.0, "Intro"), (10.0, "Song"), (60.0, "End")],
        );
        check("- [0:00] One\n- [0:05] Two", &[(0.0, "One"), (5.0, "Two")]);
        check(
            "Intro 0:00\nTalk - 2:00",
            &[(0.0, "Intro"), (120.0, "Talk")],
        );
        check(
            "0:00 - 1:30 Intro\n1:30 - 2:00 End",
            &[(0.0, "Intro"), (90.0, "End")],
        );
        check(
            "0:00 Lunch at 12:30\n0:30 End",
            &[(0.0, "Lunch at 12:30"), (30.0, "End")],
        );
        check("0:00\n0:30", &[(0.0, "Chapter 1"), (30.0, "Chapter 2")]);
        check("no times here", &[]);
    }
}
