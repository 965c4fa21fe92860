//! Settings of a step besides its inputs.

use patchbay_domain as domain;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// What kind of value a parameter takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum ParameterKind {
    /// Yes or no.
    Flag,
    /// How many.
    Count,
    /// How far apart frames are taken: seconds, or each tenth frame.
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
    /// How many times as fast as before.
    Speed,
    /// One of a file's sound tracks: its number from 1, or its language.
    Track,
    /// Words, taken to the letter.
    Text,
    /// Edits in their order, made of words: never a field.
    Edits,
}

/// Something that can be set of a step, and how it is set.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct StepSetting {
    /// Its name in recipes, on the command line and in the registry of models.
    pub name: String,
    /// What people read for it.
    pub label: String,
    /// What it does, in a sentence.
    pub meaning: String,
    /// What a person would ask who fills it in; empty where nobody wrote it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[ts(as = "Option<String>", optional)]
    pub question: String,
    /// What it can be.
    pub form: SettingForm,
    /// What it is where nobody sets it; empty: as the tool sees fit, or as its inputs say.
    pub usual: String,
    /// The unit that a number counts, shown behind it; empty: none.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[ts(as = "Option<String>", optional)]
    pub unit: String,
    /// The kind of its values, where it is a parameter of the tool; none: it is a setting of the
    /// way in which it is done.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub kind: Option<ParameterKind>,
}

/// What a setting can be.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum SettingForm {
    /// A number.
    Number {
        /// The smallest.
        least: f64,
        /// The largest.
        most: f64,
        /// What two neighbours differ by.
        step: f64,
        /// The range that a slider shows; none: the whole range.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        soft: Option<(f64, f64)>,
    },
    /// One of some names.
    Choice {
        /// The names.
        options: Vec<String>,
    },
    /// Any words, also none.
    Text,
}

impl From<domain::ParameterKind> for ParameterKind {
    fn from(kind: domain::ParameterKind) -> Self {
        match kind {
            domain::ParameterKind::Flag => Self::Flag,
            domain::ParameterKind::Count => Self::Count,
            domain::ParameterKind::Interval => Self::Interval,
            domain::ParameterKind::Percent => Self::Percent,
            domain::ParameterKind::Factor => Self::Factor,
            domain::ParameterKind::Duration => Self::Duration,
            domain::ParameterKind::Time => Self::Time,
            domain::ParameterKind::Times => Self::Times,
            domain::ParameterKind::TimeRanges => Self::TimeRanges,
            domain::ParameterKind::Ratio => Self::Ratio,
            domain::ParameterKind::Angle => Self::Angle,
            domain::ParameterKind::Size => Self::Size,
            domain::ParameterKind::Bytes => Self::Bytes,
            domain::ParameterKind::Bitrate => Self::Bitrate,
            domain::ParameterKind::Decibel => Self::Decibel,
            domain::ParameterKind::Loudness => Self::Loudness,
            domain::ParameterKind::Frequency => Self::Frequency,
            domain::ParameterKind::FrameRate => Self::FrameRate,
            domain::ParameterKind::Color => Self::Color,
            domain::ParameterKind::Position => Self::Position,
            domain::ParameterKind::Box => Self::Box,
            domain::ParameterKind::Choice => Self::Choice,
            domain::ParameterKind::FileFormat => Self::FileFormat,
            domain::ParameterKind::Number => Self::Number,
            domain::ParameterKind::Speed => Self::Speed,
            domain::ParameterKind::Track => Self::Track,
            domain::ParameterKind::Text => Self::Text,
            domain::ParameterKind::Edits => Self::Edits,
        }
    }
}

impl From<domain::SettingForm> for SettingForm {
    fn from(form: domain::SettingForm) -> Self {
        match form {
            domain::SettingForm::Number {
                least,
                most,
                step,
                soft,
            } => Self::Number {
                least,
                most,
                step,
                soft,
            },
            domain::SettingForm::Choice { options } => Self::Choice { options },
            domain::SettingForm::Text => Self::Text,
        }
    }
}

impl From<domain::StepSetting> for StepSetting {
    fn from(setting: domain::StepSetting) -> Self {
        let domain::StepSetting {
            name,
            label,
            meaning,
            question,
            form,
            usual,
            unit,
            kind,
        } = setting;
        Self {
            name,
            label,
            meaning,
            question,
            form: form.into(),
            usual,
            unit,
            kind: kind.map(ParameterKind::from),
        }
    }
}
