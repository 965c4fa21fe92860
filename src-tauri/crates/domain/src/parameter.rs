//! Typed values that a tool takes beside its resources.

use std::collections::BTreeMap;

use serde::{Deserialize, Deserializer, Serialize};

use crate::text_role::TextRole;

/// Kind of value that a parameter takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ParameterKind {
    /// Yes or no.
    Flag,
    /// A number of things.
    Count,
    /// Distance at which frames are taken or cuts made: seconds, or each tenth frame.
    Interval,
    /// A share in percent.
    Percent,
    /// A multiple, such as twice the speed.
    Factor,
    /// A length of time.
    Duration,
    /// A point in time.
    Time,
    /// Points in time, each counted from the start, the middle or the end.
    Times,
    /// Parts of a time line, each from one time to another or of a length at one of its ends.
    TimeRanges,
    /// Width by height, such as 16:9.
    Ratio,
    /// An angle in degrees.
    Angle,
    /// Width and height in pixels, one side, or a named size.
    Size,
    /// A size of a file.
    Bytes,
    /// Bits in a second.
    Bitrate,
    /// A gain in dB.
    Decibel,
    /// A loudness in LUFS.
    Loudness,
    /// A frequency in Hz.
    Frequency,
    /// Frames in a second.
    FrameRate,
    /// A colour.
    Color,
    /// A place on an image: a corner, an edge, coordinates.
    Position,
    /// A box on an image, in pixels.
    Box,
    /// One of a closed list.
    Choice,
    /// A file format.
    FileFormat,
    /// A plain number.
    Number,
    /// A speed as a multiple of the one before.
    Speed,
    /// One of a file's sound tracks: its number from 1, or its language.
    Track,
    /// Words, taken to the letter.
    Text,
    /// Edits in the order in which they are done, as one text. The planner makes them of words: no
    /// field of a person's.
    Edits,
}

impl ParameterKind {
    /// Whether a value of the kind `said` can be given: its own, for parts of a time line times and
    /// lengths, for a speed multiples and shares, and for a box a corner.
    pub fn takes(self, said: Self) -> bool {
        self == said
            || (self == Self::TimeRanges && matches!(said, Self::Time | Self::Duration))
            || (self == Self::Times && matches!(said, Self::Time | Self::Duration))
            || (self == Self::Interval && said == Self::Duration)
            || (self == Self::Speed && matches!(said, Self::Factor | Self::Percent))
            || (self == Self::Size && matches!(said, Self::Factor | Self::Percent))
            || (self == Self::Box && said == Self::Position)
    }

    /// The unit that a number of that kind counts, as it is shown behind it; empty where it is no
    /// number or has none.
    pub fn unit(self) -> &'static str {
        match self {
            Self::Percent => "%",
            Self::Factor | Self::Speed => "×",
            Self::Duration => "s",
            Self::Angle => "°",
            Self::Decibel => "dB",
            Self::Loudness => "LUFS",
            Self::Frequency => "Hz",
            Self::FrameRate => "fps",
            _ => "",
        }
    }
}

/// Widest range of which a slider shows tenths.
const FINE: f64 = 20.0;

/// A typed value that a tool takes beside its resources. Values are written as texts in one way for
/// each kind: numbers in the kind's unit without it (`90`, `1.5`), parts of a time line as `0:02 to
/// 0:05`, a file format by its ending.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Parameter {
    /// Its name, unique within the tool.
    pub name: String,
    /// Kind of value that it takes.
    pub kind: ParameterKind,
    /// Label that people read. Empty: no field that people set.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub label: String,
    /// Sentence that says what it does.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub meaning: String,
    /// Question that a person would ask who fills it in, such as “How much is taken off the
    /// start?”; empty where nobody wrote it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub question: String,
    /// The only values that it takes; empty: every value of its kind, and for a file format the
    /// tool's formats.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub choices: Vec<String>,
    /// Values to take where words name none but only say which way or how much (`louder`, `a bit`), each
    /// as its kind writes it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub usual: Vec<String>,
    /// Words that ask for each of the choices in a request, as they stand in it, in lower case.
    /// Where they are read, “(remove|drop) (the |)sound” stands for each of its alternatives.
    #[serde(
        default,
        skip_serializing_if = "BTreeMap::is_empty",
        deserialize_with = "with_alternatives"
    )]
    pub words: BTreeMap<String, Vec<String>>,
    /// The parameter of the same tool where this one's choices are ways to reach what that one is set
    /// to, such as a file's size: each of them is offered then. None: they are not offered.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ways_to: Option<String>,
    /// Whether its tool has nothing to do where words give a value neither to it nor to another one that is needed.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub needed: bool,
    /// Role of a parameter of words: the part of a request that it gets where its tool's text is a
    /// file or a result. None: a person alone sets it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub role: Option<TextRole>,
    /// The smallest and the largest number.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub range: Option<(f64, f64)>,
    /// The range that a slider shows, within `range`; none: the whole range.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub soft: Option<(f64, f64)>,
}

/// Reads the words for each choice, each form by its alternatives.
fn with_alternatives<'a, D: Deserializer<'a>>(
    from: D,
) -> Result<BTreeMap<String, Vec<String>>, D::Error> {
    let forms = BTreeMap::<String, Vec<String>>::deserialize(from)?;
    let each = |forms: Vec<String>| forms.iter().flat_map(|form| alternatives(form)).collect();
    Ok(forms
        .into_iter()
        .map(|(choice, forms)| (choice, each(forms)))
        .collect())
}

/// The forms that one with alternatives in brackets stands for: “(no|without) sound” for two.
fn alternatives(form: &str) -> Vec<String> {
    let opened = form.split_once('(');
    let Some((before, (choices, after))) =
        opened.and_then(|(before, rest)| Some((before, rest.split_once(')')?)))
    else {
        return vec![form.split_whitespace().collect::<Vec<_>>().join(" ")];
    };
    choices
        .split('|')
        .flat_map(|choice| alternatives(&format!("{before}{choice}{after}")))
        .collect()
}

impl Parameter {
    /// Whether it is a field that people see and set.
    pub fn is_set(&self) -> bool {
        !self.label.is_empty()
    }

    /// Difference of two neighbouring numbers: one, or a tenth where a slider shows only a few
    /// whole ones.
    pub fn step(&self) -> f64 {
        let shown = self.soft.or(self.range);
        let is_fine =
            self.kind != ParameterKind::Count && shown.is_some_and(|(from, to)| to - from <= FINE);
        if is_fine { 0.1 } else { 1.0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_form_stands_for_each_of_its_alternatives() {
        assert_eq!(
            alternatives("(drop|get rid of) (the |)sound"),
            [
                "drop the sound",
                "drop sound",
                "get rid of the sound",
                "get rid of sound"
            ]
        );
        assert_eq!(alternatives("mute"), ["mute"]);
        assert_eq!(alternatives("an open (bracket"), ["an open (bracket"]);
    }
}
