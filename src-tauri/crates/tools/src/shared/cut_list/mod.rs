//! Lists of cuts: cue sheets, Audacity's labels, CSV tables and EDLs (CMX 3600). What is wrong with one is told with its line.

mod cue;
mod edl;
mod table;

use patchbay_media::video::Tag;
use patchbay_values::times::{Counting, clock};

use super::splitting::Piece;
use crate::ToolError;

/// The most parts that are cut at once.
const MOST: usize = 999;
/// A part may end so many seconds behind the end: what a list rounds.
const BEYOND: f64 = 0.5;

/// A part that a list names.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Entry {
    /// Start in seconds.
    pub(crate) start: f64,
    /// End in seconds; none: where the next one begins, or at the end.
    pub(crate) end: Option<f64>,
    /// Title of the part.
    pub(crate) title: Option<String>,
    /// Tags of the part.
    pub(crate) tags: Vec<(Tag, String)>,
    /// The line that it is named in, from 1.
    line: usize,
}

/// A part of what is cut, in seconds.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Part {
    pub(crate) start: f64,
    pub(crate) end: f64,
    pub(crate) title: Option<String>,
    pub(crate) tags: Vec<(Tag, String)>,
}

impl Part {
    /// The same as a piece of what is split, which has no tags.
    pub(crate) fn piece(&self) -> Piece {
        Piece {
            start: self.start,
            end: self.end,
            title: self.title.clone(),
        }
    }
}

/// Error in a line of a list.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Wrong {
    line: usize,
    why: String,
}

fn wrong<T>(line: usize, why: impl Into<String>) -> Result<T, Wrong> {
    let why = why.into();
    Err(Wrong { line, why })
}

/// The kinds of list that there are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Cue,
    Edl,
    Table,
}

impl Kind {
    fn of(text: &str) -> Self {
        match () {
            () if cue::is_one(text) => Self::Cue,
            () if edl::is_one(text) => Self::Edl,
            () => Self::Table,
        }
    }

    fn name(self) -> &'static str {
        match self {
            Self::Cue => "cue sheet",
            Self::Edl => "EDL",
            Self::Table => "list of cuts",
        }
    }
}

/// The parts that a list names of what `name` names. `length`: how long that is, in seconds; `counting`: how timecodes are
/// counted.
///
/// # Errors
/// A sentence that names `name` and the line: it cannot be read, or lies beyond the end.
pub(crate) fn parts(
    text: &str,
    name: &str,
    length: f64,
    counting: &Counting,
) -> Result<Vec<Part>, ToolError> {
    let text = text.trim_start_matches('\u{feff}');
    let kind = Kind::of(text);
    let entries = match kind {
        Kind::Cue => cue::read(text),
        Kind::Edl => edl::read(text, counting),
        Kind::Table => table::read(text),
    };
    let parts = entries.and_then(|entries| placed(entries, length));
    parts.map_err(|Wrong { line, why }| {
        let kind = kind.name();
        ToolError::Input(format!(
            "The {kind} for “{name}” is wrong in line {line}: {why}."
        ))
    })
}

/// The entries with their ends, within what is cut.
fn placed(entries: Vec<Entry>, length: f64) -> Result<Vec<Part>, Wrong> {
    if entries.is_empty() {
        return wrong(1, "it names no part");
    }
    if entries.len() > MOST {
        return wrong(
            entries[MOST].line,
            format!("at most {MOST} parts are cut at once"),
        );
    }
    let nexts = entries.iter().skip(1).map(|next| Some(next.start));
    let nexts: Vec<Option<f64>> = nexts.chain([None]).collect();
    let part = |(entry, next): (Entry, Option<f64>)| {
        let Entry {
            start,
            title,
            tags,
            line,
            ..
        } = entry;
        if start >= length {
            let why = format!(
                "it begins at {}, but the whole is only {} long",
                clock(start),
                clock(length)
            );
            return wrong(line, why);
        }
        let end = entry.end.or(next).unwrap_or(length);
        if end > length + BEYOND {
            let why = format!(
                "it ends at {}, but the whole is only {} long",
                clock(end),
                clock(length)
            );
            return wrong(line, why);
        }
        if end <= start {
            return wrong(line, format!("it ends at {}, before it begins", clock(end)));
        }
        Ok(Part {
            start,
            end: end.min(length),
            title,
            tags,
        })
    };
    entries.into_iter().zip(nexts).map(part).collect()
}

/// A time in seconds: `83.5`, `83,5`, `1:23.5` or `0:01:23.5`.
fn seconds(text: &str) -> Option<f64> {
    let text = text.trim().trim_end_matches('s').trim().replace(',', ".");
    let parts: Vec<&str> = text.split(':').collect();
    if parts.len() > 3 {
        return None;
    }
    let mut whole = 0.0;
    for (place, part) in parts.iter().enumerate() {
        let is_last = place + 1 == parts.len();
        let number: f64 = if is_last {
            part.parse().ok()?
        } else {
            f64::from(part.parse::<u32>().ok()?)
        };
        whole = whole * 60.0 + number;
    }
    (whole.is_finite() && whole >= 0.0).then_some(whole)
}

#[cfg(test)]
mod tests {
    use super::*;

    const COUNTING: Counting = Counting {
        rate: 25.0,
        start: None,
    };

    fn spans(text: &str, length: f64) -> Vec<(f64, f64, Option<String>)> {
        let parts = parts(text, "a.wav", length, &COUNTING).unwrap();
        parts
            .into_iter()
            .map(|part| (part.start, part.end, part.title))
            .collect()
    }

    fn said(text: &str) -> String {
        parts(text, "a.wav", 60.0, &COUNTING)
            .unwrap_err()
            .to_string()
    }

    #[test]
    fn labels_and_tables_name_parts() {
        let labels =
            "1.500000\t3.250000\tintro\r\n\\\t100.0\t200.0\r\n10.0\t10.0\tpoint\n20.0\t25.0\t\n";
        let expected = [
            (1.5, 3.25, Some("intro".to_owned())),
            (10.0, 20.0, Some("point".to_owned())),
            (20.0, 25.0, None),
        ];
        assert_eq!(spans(labels, 60.0), expected);
        let table = "title;start;duration\n\"a; b\";0:05;2,5\nlast;0:00:50;\n";
        let expected = [
            (5.0, 7.5, Some("a; b".to_owned())),
            (50.0, 60.0, Some("last".to_owned())),
        ];
        assert_eq!(spans(table, 60.0), expected);
        assert_eq!(spans("0:01,0:02\n# a remark\n3,4\n", 60.0).len(), 2);
    }

    #[test]
    fn what_is_wrong_is_told_with_its_line() {
        for (text, told) in [
            ("1.0\t2.0\ta\n5.0\tsoon\tb\n", "line 2: “soon” is no time"),
            (
                "start,end\n1,2\n70,80\n",
                "line 3: it begins at 1:10, but the whole is only 1:00 long",
            ),
            ("1,2\n50,90\n", "line 2: it ends at 1:30"),
            ("5,2\n", "line 1: it ends at 2 s, before it begins"),
            ("", "it names no part"),
            ("start,name\n", "it names no part"),
            ("name,colour\nx,y\n", "line 1"),
        ] {
            let said = said(text);
            assert!(
                said.contains(told) && said.contains("“a.wav”"),
                "{text:?}: {said}"
            );
        }
    }
}
