//! Grammars that read a whole sentence at once, and whose finds are values of parameters by their
//! names.

use std::collections::BTreeMap;

use patchbay_domain::{Parameter, Tool};
use patchbay_values::adjustments::named as adjustments_named;
use patchbay_values::effects::named as effects_named;
use patchbay_values::families::Family;

use crate::{adjustments, effects, overlays, pauses, repeats, retiming, sheets, tags, titles};

/// The grammar of a family of parameters.
#[derive(Clone, Copy)]
pub(crate) struct Grammar(pub(crate) Family);

impl Grammar {
    /// The grammar of a tool's family.
    pub(crate) fn of(tool: &Tool) -> Option<Self> {
        Family::of(tool).map(Self)
    }

    /// Whether a parameter's values are its.
    pub(crate) fn has(self, parameter: &Parameter) -> bool {
        self.0.has(parameter)
    }

    /// The values that words give, by their names.
    pub(crate) fn said(self, words: &str) -> BTreeMap<&'static str, String> {
        match self.0 {
            Family::Titles => titles::said(words),
            Family::Adjustments => adjustments::wishes(words)
                .map(|said| adjustments_named::values(&said.adjustments))
                .unwrap_or_default(),
            Family::Effects => effects::effects(words)
                .map(|said| effects_named::values(&said))
                .unwrap_or_default(),
            Family::Overlays => overlays::said(words),
            Family::Repeats => repeats::said(words),
            Family::Pauses => pauses::said(words),
            Family::Retiming => retiming::said(words),
            Family::Tags => tags::said(words),
            Family::Sheets => sheets::said(words),
        }
    }

    /// Whether what it does not read is not taken.
    pub(crate) fn reads_words(self) -> bool {
        self.0 == Family::Overlays
    }
}
