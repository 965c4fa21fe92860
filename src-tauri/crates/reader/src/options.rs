//! Values that parameters could be set to by a request's words: everything that the lattice finds,
//! with the tokens that carry it.

use patchbay_domain::{ParameterKind, Span};
use patchbay_lattice::Candidate;
use patchbay_lattice::options::choices;

use crate::words::Words;

/// The kinds of values that words can mean, in the order of their labels.
pub(crate) const MEANS: [&str; 29] = [
    "number",
    "ordinal",
    "share",
    "percent",
    "multiple",
    "time",
    "frames",
    "timecode",
    "moment",
    "rate",
    "centimetres",
    "pixels",
    "density",
    "size",
    "dimensions",
    "paper",
    "ratio",
    "angle",
    "decibel",
    "loudness",
    "frequency",
    "semitones",
    "tempo",
    "bytes",
    "bitrate",
    "color",
    "region",
    "format",
    "quotation",
];

/// A value that a parameter of a kind could be set to.
pub(crate) struct OptionOf {
    pub(crate) kind: ParameterKind,
    pub(crate) value: String,
    pub(crate) span: Span,
    /// Form in which it is put together, and the kind of value that its words mean.
    pub(crate) form: usize,
    pub(crate) means: usize,
    /// The first and the last token of its words, and of those at a second place.
    pub(crate) first: (usize, usize),
    pub(crate) second: Option<(usize, usize)>,
}

impl OptionOf {
    /// Whether its words name a multiple that is no value of that kind by itself: “twice as loud”.
    pub(crate) fn is_multiple_of(&self, kind: ParameterKind) -> bool {
        !matches!(kind, ParameterKind::Factor | ParameterKind::Speed)
            && ["multiple", "share"].contains(&MEANS[self.means])
    }
}

/// The values of some kinds, without those whose words were cut off.
pub(crate) fn options(
    kinds: &[ParameterKind],
    candidates: &[Candidate],
    words: &Words,
) -> Vec<OptionOf> {
    let of_kind = |kind: &ParameterKind| {
        let kind = *kind;
        choices(kind, candidates)
            .into_iter()
            .filter_map(move |choice| {
                let tokens = |place: usize| {
                    choice
                        .words
                        .get(place)
                        .map(|span| words.tokens(span.from, span.to))
                };
                let second = match tokens(1) {
                    Some(cut_off) => Some(cut_off?),
                    None => None,
                };
                Some(OptionOf {
                    kind,
                    span: choice.words[0],
                    form: choice.form.index(),
                    means: MEANS.iter().position(|name| *name == choice.means)?,
                    first: tokens(0)??,
                    second,
                    value: choice.value,
                })
            })
    };
    kinds.iter().flat_map(of_kind).collect()
}
