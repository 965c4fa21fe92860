//! Grammars that read a whole sentence at once, and whose finds are values of parameters by their
//! names.

use std::collections::BTreeMap;

use patchbay_domain::{Parameter, Tool};

use crate::{adjustments, effects, overlays, pauses, repeats, retiming, sheets, tags, titles};

/// A grammar of named values.
pub(crate) struct Grammar {
    names: &'static [&'static str],
    /// Writes a value of one of its names in the one way; none where it cannot be that.
    pub(crate) read: fn(&str, &str) -> Option<String>,
    /// The values that words give, by their names.
    pub(crate) said: fn(&str) -> BTreeMap<&'static str, String>,
    /// Whether `read` takes values as they are said, too: what it does not read is not taken.
    pub(crate) reads_words: bool,
}

// Titles come first: the size of their letters has the name of an adjustment.
static GRAMMARS: [Grammar; 9] = [
    Grammar {
        names: &titles::NAMES,
        read: titles::read,
        said: titles::said,
        reads_words: false,
    },
    Grammar {
        names: &adjustments::named::NAMES,
        read: adjustments::named::read,
        said: |words| {
            adjustments::wishes(words)
                .map_or_else(|_| BTreeMap::new(), |said| adjustments::named::said(&said))
        },
        reads_words: false,
    },
    Grammar {
        names: &effects::named::NAMES,
        read: effects::named::read,
        said: |words| {
            effects::effects(words)
                .map_or_else(|_| BTreeMap::new(), |said| effects::named::said(&said))
        },
        reads_words: false,
    },
    Grammar {
        names: &overlays::NAMES,
        read: overlays::read,
        said: overlays::said,
        reads_words: true,
    },
    Grammar {
        names: &repeats::NAMES,
        read: repeats::read,
        said: repeats::said,
        reads_words: false,
    },
    Grammar {
        names: &pauses::NAMES,
        read: pauses::read,
        said: pauses::said,
        reads_words: false,
    },
    Grammar {
        names: &retiming::NAMES,
        read: retiming::read,
        said: retiming::said,
        reads_words: false,
    },
    Grammar {
        names: &tags::NAMES,
        read: tags::read,
        said: tags::said,
        reads_words: false,
    },
    Grammar {
        names: &sheets::NAMES,
        read: sheets::read,
        said: sheets::said,
        reads_words: false,
    },
];

impl Grammar {
    /// The grammar of a tool: the one by whose names it declares parameters. Names that any tool can
    /// have, as words give their values by their kind alone, tell nothing.
    pub(crate) fn of(tool: &Tool) -> Option<&'static Self> {
        const ANYONES: [&str; 3] = ["parts", "region", "speed"];
        let tells = |parameter: &&Parameter| !ANYONES.contains(&parameter.name.as_str());
        GRAMMARS.iter().find(|grammar| {
            tool.parameters
                .iter()
                .filter(tells)
                .any(|one| grammar.has(one))
        })
    }

    /// Whether a parameter's values are its.
    pub(crate) fn has(&self, parameter: &Parameter) -> bool {
        parameter.is_set() && self.names.contains(&parameter.name.as_str())
    }
}
