//! The parts of an example: words, and slots for files and for words that are copied.

use patchbay_domain::{NamedResource, ResourceType, TextRole, Toolbox};

use crate::words::tokens::{Kind, Token, tokenize};

/// What a file that is named counts.
const FILE: f32 = 1.0;
/// What a reference counts.
const REFERENCE: f32 = 0.6;
/// What words that are copied count.
pub(super) const SLOT: f32 = 0.5;

/// A part of a pattern.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Part {
    /// A word, and how much it counts.
    Word(String, f32),
    /// A file of a type; at least so many.
    File(ResourceType, usize),
    /// `it`, `this`.
    Reference,
    /// Words that are copied.
    Words(TextRole),
    /// A text: words or a text file.
    Text,
    /// A title in words.
    Title,
}

/// The parts of an example: `{image}` and other types are file slots, `{object}`, `{content}`, …
/// slots for words.
pub(super) fn split(example: &str, toolbox: &Toolbox) -> Vec<Part> {
    let mut parts: Vec<Part> = Vec::new();
    let mut rest = example;
    while !rest.is_empty() {
        let (before, slot, after) = match rest.split_once('{').and_then(|(before, tail)| {
            let (slot, after) = tail.split_once('}')?;
            Some((before, slot, after))
        }) {
            Some((before, slot, after)) => (before, Some(slot), after),
            None => (rest, None, ""),
        };
        for token in tokenize(before, &[]) {
            match token.kind {
                Kind::Word(word) => parts.push(Part::Word(word, 0.0)),
                Kind::Reference { of: Some(of), .. } => {
                    parts.push(Part::File(ResourceType::new(of), 1));
                }
                Kind::Reference { of: None, .. } => parts.push(Part::Reference),
                _ => {}
            }
        }
        match slot {
            Some("object") => parts.push(Part::Words(TextRole::Object)),
            Some("content") => parts.push(Part::Words(TextRole::Content)),
            Some("question") => parts.push(Part::Words(TextRole::Question)),
            Some("text") => parts.push(Part::Text),
            Some("title") => parts.push(Part::Title),
            Some(name) => push_file(&mut parts, ResourceType::new(name)),
            None => {}
        }
        rest = after;
    }
    debug_assert!(parts.iter().all(|part| match part {
        Part::File(of, _) => toolbox.declares(of),
        _ => true,
    }));
    parts
}

/// `{image} and {image}` is one slot for a list.
fn push_file(parts: &mut Vec<Part>, of: ResourceType) {
    let length = parts.len();
    if length >= 2
        && parts[length - 1] == Part::Word("and".to_owned(), 0.0)
        && let Part::File(before, count) = &mut parts[length - 2]
        && *before == of
    {
        *count += 1;
        parts.pop();
        return;
    }
    parts.push(Part::File(of, 1));
}

impl Part {
    /// What it counts when it is found.
    pub(super) fn worth(&self) -> f32 {
        match self {
            Self::Word(_, weight) => *weight,
            Self::File(..) => FILE,
            Self::Reference => REFERENCE,
            Self::Words(_) | Self::Text | Self::Title => SLOT,
        }
    }

    /// What it costs when it is not found.
    pub(super) fn missing(&self) -> f32 {
        match self {
            Self::Word(_, weight) => 0.55 * weight,
            Self::File(_, 1) => 0.45,
            Self::Reference => 0.15,
            Self::Words(_) | Self::Text => 0.6,
            Self::Title | Self::File(..) => 1.0,
        }
    }

    /// The points for taking one token that is no word slot's; none where it does not fit.
    pub(super) fn takes(
        &self,
        token: &Token,
        resources: &[NamedResource],
        toolbox: &Toolbox,
    ) -> Option<f32> {
        match (self, &token.kind) {
            (Self::Word(word, weight), Kind::Word(said)) => (word == said).then_some(*weight),
            (Self::File(of, count), Kind::Files(files)) => {
                let fits = files.iter().all(|file| {
                    resources
                        .get(file.0)
                        .is_some_and(|r| can_be(&r.resource_type, of, toolbox))
                });
                let exact = files
                    .first()
                    .is_some_and(|f| resources[f.0].resource_type == *of);
                let enough = if files.len() >= *count { 0.0 } else { 0.8 };
                fits.then_some(FILE - enough - if exact { 0.0 } else { 0.25 })
            }
            (Self::File(of, count), Kind::Reference { of: said, several }) => {
                let fits = said.is_none_or(|said| {
                    let said = ResourceType::new(said);
                    toolbox.fits(of, &said) || toolbox.fits(&said, of)
                });
                fits.then_some(if *count > 1 && !several {
                    0.1
                } else {
                    FILE - 0.2
                })
            }
            (Self::Reference, Kind::Reference { of: None, .. }) => Some(REFERENCE),
            (Self::Reference, Kind::Reference { .. } | Kind::Files(_)) => Some(REFERENCE - 0.2),
            (Self::Text, Kind::Files(files)) => files
                .iter()
                .all(|file| {
                    resources
                        .get(file.0)
                        .is_some_and(|r| r.resource_type == ResourceType::TEXT)
                })
                .then_some(FILE),
            (Self::Text, Kind::Reference { of, .. }) => {
                of.is_none_or(|of| of == "text").then_some(0.4)
            }
            _ => None,
        }
    }

    /// How many words a slot may take, and what each after the second costs.
    pub(super) fn span(&self) -> Option<(usize, f32)> {
        match self {
            Self::Words(TextRole::Object) => Some((7, 0.12)),
            Self::Words(_) | Self::Text => Some((40, 0.03)),
            Self::Title => Some((12, 0.05)),
            _ => None,
        }
    }
}

/// Whether a file can be meant as that type: it is one, or an image that words can declare to be a
/// mask, a depth map.
fn can_be(given: &ResourceType, of: &ResourceType, toolbox: &Toolbox) -> bool {
    toolbox.fits(given, of)
        || (given == &ResourceType::IMAGE && toolbox.fits(of, given))
        || (of == &ResourceType::AUDIO && given == &ResourceType::VIDEO)
}
