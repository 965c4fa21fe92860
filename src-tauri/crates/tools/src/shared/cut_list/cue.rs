//! Cue sheets: tracks with a title, a performer and the time at which they begin, in minutes, seconds and 75ths of one.

use patchbay_media::video::Tag;

use super::{Entry, Wrong, wrong};

/// Frames of a CD in a second.
const FRAMES: f64 = 75.0;

/// Whether a text is a cue sheet.
pub(super) fn is_one(text: &str) -> bool {
    let begins = |word: &str| {
        text.lines().any(|line| {
            let mut words = line.split_whitespace();
            words
                .next()
                .is_some_and(|first| first.eq_ignore_ascii_case(word))
                && words.next().is_some()
        })
    };
    begins("TRACK") && (begins("INDEX") || begins("FILE"))
}

/// The tracks of a cue sheet.
pub(super) fn read(text: &str) -> Result<Vec<Entry>, Wrong> {
    let mut album: Vec<(Tag, String)> = Vec::new();
    let mut tracks: Vec<Track> = Vec::new();
    let mut files = 0;
    for (line, words) in (1..).zip(text.lines()) {
        let (command, rest) = split(words);
        match command.to_uppercase().as_str() {
            "FILE" => {
                files += 1;
                if files > 1 {
                    return wrong(
                        line,
                        "it names a second file. Give each file a cue sheet of its own",
                    );
                }
            }
            "TRACK" => {
                let number = split(rest).0;
                if number.parse::<u32>().is_err() {
                    return wrong(line, format!("“{number}” is no number of a track"));
                }
                ends(tracks.last())?;
                tracks.push(Track::new(line, number, &album));
            }
            "INDEX" => {
                let (number, time) = split(rest);
                let Some(track) = tracks.last_mut() else {
                    return wrong(line, "a time stands before the first track");
                };
                let Some(seconds) = seconds(time) else {
                    return wrong(
                        line,
                        format!("“{}” is no time. Write it as 03:25:00", time.trim()),
                    );
                };
                if number.parse::<u32>() == Ok(1) {
                    track.start = Some(seconds);
                }
            }
            "TITLE" if tracks.is_empty() => album.push((Tag::Album, text_of(rest))),
            "PERFORMER" if tracks.is_empty() => album.push((Tag::Artist, text_of(rest))),
            "REM" if tracks.is_empty() => match split(rest) {
                (name, rest) if name.eq_ignore_ascii_case("DATE") => {
                    album.push((Tag::Date, text_of(rest)));
                }
                (name, rest) if name.eq_ignore_ascii_case("GENRE") => {
                    album.push((Tag::Genre, text_of(rest)));
                }
                _ => {}
            },
            "TITLE" => set(&mut tracks, Tag::Title, rest),
            "PERFORMER" => set(&mut tracks, Tag::Artist, rest),
            _ => {}
        }
    }
    ends(tracks.last())?;
    let entries: Vec<Entry> = tracks.into_iter().filter_map(Track::entry).collect();
    for pair in entries.windows(2) {
        if pair[1].start <= pair[0].start {
            return wrong(pair[1].line, "this track begins before the one above it");
        }
    }
    Ok(entries)
}

/// A track that is being read.
struct Track {
    line: usize,
    start: Option<f64>,
    tags: Vec<(Tag, String)>,
}

impl Track {
    fn new(line: usize, number: &str, album: &[(Tag, String)]) -> Self {
        let number = number.trim_start_matches('0').to_owned();
        let mut tags = album.to_vec();
        tags.push((Tag::TrackNumber, number));
        Self {
            line,
            start: None,
            tags,
        }
    }

    fn entry(self) -> Option<Entry> {
        let is_title = |(tag, _): &&(Tag, String)| *tag == Tag::Title;
        Some(Entry {
            start: self.start?,
            end: None,
            title: self
                .tags
                .iter()
                .find(is_title)
                .map(|(_, title)| title.clone()),
            tags: self.tags,
            line: self.line,
        })
    }
}

/// An error where a track has no time.
fn ends(track: Option<&Track>) -> Result<(), Wrong> {
    match track {
        Some(track) if track.start.is_none() => wrong(
            track.line,
            "this track has no INDEX 01, so it is not said when it begins",
        ),
        _ => Ok(()),
    }
}

/// Sets what the newest track says of itself.
fn set(tracks: &mut [Track], tag: Tag, text: &str) {
    if let Some(track) = tracks.last_mut() {
        track.tags.retain(|(other, _)| *other != tag);
        track.tags.push((tag, text_of(text)));
    }
}

/// The first word of a line, and what follows.
fn split(line: &str) -> (&str, &str) {
    let line = line.trim();
    line.split_once(char::is_whitespace).unwrap_or((line, ""))
}

fn text_of(text: &str) -> String {
    text.trim().trim_matches('"').trim().to_owned()
}

/// `03:25:40`: minutes, seconds, 75ths of one.
fn seconds(text: &str) -> Option<f64> {
    let mut parts = text.trim().split(':').map(|part| part.parse::<u32>().ok());
    let (minutes, seconds, frames) = (parts.next()??, parts.next()??, parts.next()??);
    let is_whole = parts.next().is_none() && seconds < 60 && f64::from(frames) < FRAMES;
    is_whole.then(|| f64::from(minutes) * 60.0 + f64::from(seconds) + f64::from(frames) / FRAMES)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SHEET: &str = "REM GENRE Folk\nREM DATE 2019\nPERFORMER \"The Harbour Lights\"\nTITLE \"Paper Boats\"\nFILE \"side a.wav\" WAVE\n  \
                         TRACK 01 AUDIO\n    TITLE \"Outward\"\n    INDEX 01 00:00:00\n  TRACK 02 AUDIO\n    TITLE \"Home\"\n    \
                         PERFORMER \"Ada\"\n    INDEX 00 00:01:50\n    INDEX 01 00:02:00\n";

    #[test]
    fn tracks_have_times_and_tags() {
        assert!(is_one(SHEET) && !is_one("1.0\t2.0\ttrack\n"));
        let entries = read(SHEET).unwrap();
        assert_eq!((entries[0].start, entries[1].start), (0.0, 2.0));
        assert_eq!(entries[1].title.as_deref(), Some("Home"));
        for tag in [
            (Tag::Album, "Paper Boats"),
            (Tag::Artist, "Ada"),
            (Tag::Date, "2019"),
            (Tag::TrackNumber, "2"),
        ] {
            let tag = (tag.0, tag.1.to_owned());
            assert!(entries[1].tags.contains(&tag), "{tag:?}");
        }
        assert!(
            entries[0]
                .tags
                .contains(&(Tag::Artist, "The Harbour Lights".to_owned()))
        );
    }

    #[test]
    fn broken_sheets_are_told_with_their_line() {
        for (from, to, line, told) in [
            ("00:02:00", "0:2", 13, "“0:2” is no time"),
            ("00:02:00", "00:99:00", 13, "is no time"),
            ("    INDEX 01 00:00:00\n", "", 6, "no INDEX 01"),
            ("TRACK 02", "TRACK two", 9, "“two” is no number"),
            (
                "INDEX 01 00:00:00",
                "INDEX 01 09:00:00",
                9,
                "before the one above",
            ),
        ] {
            let error = read(&SHEET.replace(from, to)).unwrap_err();
            assert!(error.line == line && error.why.contains(told), "{error:?}");
        }
    }
}
