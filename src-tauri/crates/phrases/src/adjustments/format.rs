//! Words that name the format of a result.

use super::Wish;
use super::clause::Clause;

/// Formats that are not written here.
const UNWRITABLE: [&str; 8] = ["gif", "bmp", "heic", "heif", "pdf", "svg", "psd", "raw"];

/// Words after which a format is one to convert to.
const BEFORE: [&str; 6] = ["to", "as", "into", "in", "it", "this"];

impl Clause<'_> {
    /// Whether a format that is named is one to convert to, and not just what an image is called
    /// ("the png").
    fn converts_to(&self, format: &str) -> bool {
        let before = self
            .words
            .iter()
            .map(String::as_str)
            .take_while(|word| *word != format);
        self.has(&[
            "convert",
            "converted",
            "save",
            "export",
            "re-save",
            "format",
        ]) || before
            .filter(|word| !["a", "an"].contains(word))
            .last()
            .is_some_and(|word| BEFORE.contains(&word))
    }

    pub(super) fn format_wish(&self, word: &str) -> Option<Wish> {
        let format = match word {
            "webp" => "webp",
            "jpeg" | "jpg" => "jpg",
            "png" => "png",
            "tiff" | "tif" => "tiff",
            "avif" => "avif",
            "ico" => "ico",
            _ => return None,
        };
        self.converts_to(word).then_some(Wish::Encode(format))
    }

    /// A format that the clause asks for and that is not written here.
    pub(super) fn unwritable_format(&self) -> Option<&str> {
        let mut named = self
            .words
            .iter()
            .map(String::as_str)
            .filter(|word| UNWRITABLE.contains(word));
        named.find(|word| self.converts_to(word))
    }

    pub(super) fn is_about_format(word: &str) -> bool {
        ["webp", "jpeg", "jpg", "png", "tiff", "tif", "avif", "ico"].contains(&word)
    }
}
