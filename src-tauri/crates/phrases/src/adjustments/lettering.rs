//! Words about writing on an image.

use patchbay_values::adjustments::{Adjustment, Caption};
use patchbay_values::colors;
use patchbay_values::file_names::is_file_name;
use patchbay_values::sizes::Length;

use super::clause::{Clause, is_filler};
use super::{Wish, quotes};

/// What may stand around the words that are to be written.
const AROUND: &str = "write print place insert overlay text texts word words caption title headline lettering label \
    slogan saying says say reading reads letter letters font type bold at top bottom middle center centre centred \
    centered left right corner upper lower outline outlined outlines edge edges shadow stroke capitals caps underneath above below across along edge part over onto under large huge small tiny capital";

impl Clause<'_> {
    /// Whether the clause has words that are to be written.
    fn writes(&self) -> bool {
        self.words.iter().any(|word| {
            quotes::behind(word, self.marks.quotes).is_some_and(|text| !is_file_name(text))
        })
    }

    pub(super) fn lettering_wish(&self, word: &str) -> Option<Wish> {
        let words = quotes::behind(word, self.marks.quotes).filter(|text| !is_file_name(text))?;
        let across = if self.has(&["left"]) {
            0.0
        } else if self.has(&["right"]) {
            1.0
        } else {
            0.5
        };
        let down = if self.has(&["top", "upper", "above"]) {
            0.0
        } else if self.has(&["bottom", "lower", "below"]) {
            1.0
        } else if self.has(&["middle", "center", "centre", "centred", "centered"]) {
            0.5
        } else {
            1.0
        };
        let strength = if self.has(&["huge"]) {
            2.2
        } else if self.has(&["big", "large"]) {
            1.6
        } else if self.has(&["small"]) {
            0.6
        } else if self.has(&["tiny"]) {
            0.4
        } else {
            1.0
        };
        let color = self.words.iter().find_map(|word| colors::color(word));
        let size = self
            .pixels()
            .map_or(Length::Share(0.1 * strength), Length::Pixels);
        Some(Wish::Adjust(Adjustment::Write(Caption {
            words: words.to_owned(),
            across,
            down,
            color,
            size,
        })))
    }

    /// Whether a clause only says how letters look which another one writes: “white letters with black outline”.
    pub(super) fn is_of_letters(&self) -> bool {
        let is_around = |word: &String| {
            AROUND.split_whitespace().any(|other| other == word)
                || colors::color(word).is_some()
                || is_filler(word)
        };
        self.has(&["letters", "lettering", "text", "font", "words", "caption"])
            && self.words.iter().all(is_around)
    }

    /// Whether a word says how or where something is written, in a clause that writes.
    pub(super) fn is_about_lettering(&self, word: &str) -> bool {
        quotes::behind(word, self.marks.quotes).is_some_and(is_file_name)
            || (self.writes()
                && (AROUND.split_whitespace().any(|other| other == word)
                    || colors::color(word).is_some()))
    }
}
