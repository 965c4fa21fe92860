//! Families of parameters, whose values are read by the names of the parameters and not by their
//! kinds alone.
//!
//! - [`titles`]: the look of words on a video
//! - [`tags`]: data of a file about itself
//! - [`timing`]: numbers of repeats, lengths of stills and pauses, stretches of subtitles
//! - [`sheets`]: columns and rows of a sheet of frames

pub mod sheets;
pub mod tags;
pub mod timing;
pub mod titles;

use patchbay_domain::{Parameter, Tool};

use crate::{adjustments, effects, overlays};

/// A family of parameters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Family {
    /// Look of words on a video.
    Titles,
    /// Adjustments of an image.
    Adjustments,
    /// Effects on an audio clip.
    Effects,
    /// Ways of laying something over an image or a video.
    Overlays,
    /// Number of times that something plays.
    Repeats,
    /// Time for which something stands still or is silent.
    Pauses,
    /// Stretch of subtitles.
    Retiming,
    /// Data of a file about itself.
    Tags,
    /// Columns and rows of a sheet of frames.
    Sheets,
}

impl Family {
    /// All of them. Titles come first: the size of their letters has the name of an adjustment.
    const ALL: [Self; 9] = [
        Self::Titles,
        Self::Adjustments,
        Self::Effects,
        Self::Overlays,
        Self::Repeats,
        Self::Pauses,
        Self::Retiming,
        Self::Tags,
        Self::Sheets,
    ];

    /// The family of a tool: the one by whose names it declares parameters. Names that any tool can
    /// have, as their values are read by their kind alone, tell nothing.
    pub fn of(tool: &Tool) -> Option<Self> {
        const ANYONES: [&str; 4] = ["parts", "region", "speed", "width"];
        let tells = |parameter: &&Parameter| !ANYONES.contains(&parameter.name.as_str());
        Self::ALL.into_iter().find(|family| {
            tool.parameters
                .iter()
                .filter(tells)
                .any(|one| family.has(one))
        })
    }

    /// Whether a parameter's values are its.
    pub fn has(self, parameter: &Parameter) -> bool {
        parameter.is_set() && self.names().contains(&parameter.name.as_str())
    }

    /// The names of its parameters.
    pub fn names(self) -> &'static [&'static str] {
        match self {
            Self::Titles => &titles::NAMES,
            Self::Adjustments => &adjustments::named::NAMES,
            Self::Effects => &effects::named::NAMES,
            Self::Overlays => &overlays::NAMES,
            Self::Repeats => &timing::REPEATS,
            Self::Pauses => &timing::PAUSES,
            Self::Retiming => &timing::RETIMING,
            Self::Tags => &tags::NAMES,
            Self::Sheets => &sheets::NAMES,
        }
    }

    /// A value in the one way of writing it; none where the parameter of that name cannot be that.
    pub fn read(self, name: &str, text: &str) -> Option<String> {
        match self {
            Self::Titles => titles::read(name, text),
            Self::Adjustments => adjustments::named::read(name, text),
            Self::Effects => effects::named::read(name, text),
            Self::Overlays => overlays::read(name, text),
            Self::Repeats => timing::repeats(text),
            Self::Pauses => timing::pause(text),
            Self::Retiming => timing::retiming(name, text),
            Self::Tags => tags::read(name, text),
            Self::Sheets => sheets::read(name, text),
        }
    }
}
