//! Chooses among labelled things by a person's words: what it is ([`description`]), which of
//! several, where it lies, how large it is; and by looks, where somebody looked ([`matching`]).

mod description;
mod matching;

use unicode_segmentation::UnicodeSegmentation;

use super::choice::{WHICH, Which};
use super::labels::{self, fit, forms};
use description::Description;
pub(crate) use matching::Looks;

/// Words after which stands what is not meant.
const EXCEPT: [&str; 6] = ["except", "but", "not", "without", "excluding", "other"];

/// A person's words about which things are meant.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Wish {
    condition: String,
    meant: Description,
    except: Description,
    which: Option<Which>,
}

/// Whether words can mean a thing that has one of these labels: they name it, or no kind of thing
/// (“the left one”).
pub(crate) fn is_about(words: &str, labels: &[&str]) -> bool {
    let names = Wish::new(words).meant.names;
    names.is_empty() || labels.iter().any(|label| fit(label, &names) > 0)
}

impl Wish {
    /// Reads `condition`, such as "the second dog", "everyone but the man in red".
    pub(crate) fn new(condition: &str) -> Self {
        let (words, said): (_, Vec<&str>) = (forms(condition), condition.unicode_words().collect());
        let split = words
            .iter()
            .position(|word| EXCEPT.contains(&word.as_str()))
            .unwrap_or(words.len());
        let behind = (split + 1).min(words.len());
        let which = WHICH
            .iter()
            .find(|(word, _)| words[..split].iter().any(|said| said == word));
        Self {
            condition: condition.to_owned(),
            meant: Description::new(&words[..split], &said[..split]),
            except: Description::new(&words[behind..], &said[behind..]),
            which: which.map(|(_, which)| *which),
        }
    }

    /// Phrases for what is meant and for what is not, as it was said; empty where nothing says it.
    pub(crate) fn phrases(&self) -> (&str, &str) {
        (&self.meant.phrase, &self.except.phrase)
    }

    /// Whether labels alone do not tell what is meant: an image would.
    pub(crate) fn is_open<'a>(
        &self,
        labels: impl Iterator<Item = Option<&'a str>> + Clone,
    ) -> bool {
        let open = |said: &Description| {
            let fits = labels
                .clone()
                .map(|label| label.map_or(0, |label| fit(label, &said.names)));
            let best = fits.clone().max().unwrap_or(0);
            let kept = labels
                .clone()
                .zip(fits)
                .filter(|(_, fit)| *fit == best)
                .filter_map(|(label, _)| label);
            let says_more = |label| said.names.iter().any(|word| !labels::says(label, word));
            !said.names.is_empty()
                && (best < 2 || (kept.clone().count() > 1 && kept.clone().any(says_more)))
        };
        open(&self.meant) || open(&self.except)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_about_what_they_name() {
        let labels = ["face", "QR code"];
        for words in [
            "faces",
            "the left one",
            "the man's face",
            "the largest QR code",
        ] {
            assert!(is_about(words, &labels), "{words}");
        }
        for words in [
            "dog",
            "the left dog",
            "a red car",
            "people",
            "the man on the left",
        ] {
            assert!(!is_about(words, &labels), "{words}");
        }
    }

    #[test]
    fn what_is_open_and_how_it_was_said() {
        let open = |condition: &str, labels: &[&str]| {
            Wish::new(condition).is_open(labels.iter().map(|l| Some(*l)))
        };
        assert!(!open("the second dog", &["dog", "dog", "cat"]));
        assert!(!open("all animals", &["dog", "cat", "person"]));
        assert!(open("the woman", &["person", "person"]));
        assert!(
            !open("the woman", &["person", "dog"]),
            "there is only one person"
        );
        assert!(open("everything but the red car", &["car", "car"]));
        assert!(open("zebra", &["dog"]));
        assert!(!open("the largest", &["dog", "dog"]));
        let wish = Wish::new("the second woman in the red dress except the Man on the left");
        assert_eq!(wish.phrases(), ("woman in the red dress", "Man"));
    }
}
