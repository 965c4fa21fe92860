//! Given files that a plan leaves out, though its words speak of all of them, or of none in
//! particular.

use std::sync::LazyLock;

use patchbay_domain::{ResourceType, Tool, Toolbox};
use regex::Regex;

use super::general;
use super::sections::Sections;
use super::words::words;
use crate::words::lexicon;

/// The subtasks, by their place, that work on some of several given files of a type and should on
/// all of them.
pub(super) fn incomplete(sections: &Sections<'_>, toolbox: &Toolbox) -> Vec<usize> {
    (0..sections.len())
        .filter(|place| is_incomplete(*place, sections, toolbox))
        .collect()
}

/// What people call a file that they give beside the one that they work on, by its type.
const CALLED: [(ResourceType, &str); 3] = [
    (
        ResourceType::AUDIO,
        r"(?i)\b(?:music|song|tune|melody|track|narration|voice-?over|jingle|beat)\b",
    ),
    (
        ResourceType::IMAGE,
        r"(?i)\b(?:logo|watermark|photo|cover|badge|sticker|artwork)\b",
    ),
    (
        ResourceType::VIDEO,
        r"(?i)\b(?:clip|webcam|facecam|footage|film|movie)\b",
    ),
];

/// The last subtask, where words speak of a file that was given and no step takes one of its type: “…, and the song
/// underneath”.
pub(super) fn unused(sections: &Sections<'_>) -> Option<usize> {
    static CALLS: LazyLock<Vec<(ResourceType, Regex)>> = LazyLock::new(|| {
        let call = |(of, words): &(ResourceType, &str)| {
            (of.clone(), Regex::new(words).expect("a valid expression"))
        };
        CALLED.iter().map(call).collect()
    });
    let used = sections.files_used(&(0..sections.len()).collect::<Vec<_>>());
    let is_unused = |(of, called): &(ResourceType, Regex)| {
        let given: Vec<&str> = sections.given_of(of).collect();
        let is_spoken_of =
            || called.is_match(sections.text()) || given.iter().any(|name| sections.names(name));
        !given.is_empty() && !given.iter().any(|name| used.contains(name)) && is_spoken_of()
    };
    let last = sections.len().checked_sub(1)?;
    CALLS.iter().any(is_unused).then_some(last)
}

fn is_incomplete(place: usize, sections: &Sections<'_>, toolbox: &Toolbox) -> bool {
    let alike = (0..sections.len()).filter(|other| sections.bytes(*other) == sections.bytes(place));
    let chain: Vec<usize> = alike.flat_map(|other| sections.chain(other)).collect();
    let used = sections.files_used(&chain);
    let others = sections.files_used(&(0..sections.len()).collect::<Vec<_>>());
    let media = [
        ResourceType::IMAGE,
        ResourceType::VIDEO,
        ResourceType::AUDIO,
    ];
    media.iter().any(|of| {
        // What other words name and another wish takes is not theirs.
        let is_others = |name: &&str| others.contains(name) && sections.names(name);
        let given: Vec<&str> = sections
            .given_of(of)
            .filter(|name| used.contains(name) || !is_others(name))
            .collect();
        let (taken, left): (Vec<&str>, Vec<&str>) =
            given.iter().partition(|name| used.contains(name));
        let joins = || {
            sections
                .steps(place)
                .any(|tool| takes_several(tool, of, toolbox))
        };
        !taken.is_empty()
            && !left.is_empty()
            && ((means_all(&sections.words_of(place), given.len())
                && (joins() || !sections.names_files_in(place)))
                || (joins()
                    && !sections.names_files_in(place)
                    && !singles_out(&sections.words_of(place), &taken)))
    })
}

/// Whether a tool takes several files of a type at once.
fn takes_several(tool: &Tool, of: &ResourceType, toolbox: &Toolbox) -> bool {
    let mut fitting = tool
        .args
        .iter()
        .filter(|one| toolbox.fits(of, &one.resource_type));
    let first = fitting.next();
    first.is_some_and(|one| one.many) || fitting.next().is_some()
}

/// Whether words speak of so many files, or of all of them.
fn means_all(words: &str, count: usize) -> bool {
    static ALL: LazyLock<Regex> = LazyLock::new(|| {
        let things = r"(?:files?|of (?:them|these|those)|[a-z]+ ?[a-z]*s)";
        Regex::new(&format!(
            r"(?i)\ball (?:of )?(?:the(?:m|se)?|those|my|our)\b|\ball \w+ ?{things}\b|\ball together\b|\beverything\b|\bin (?:this|that|the(?:ir)?) order\b"
        ))
        .expect("a valid expression")
    });
    const NUMBERS: [&str; 9] = [
        "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
    ];
    static COUNTED: LazyLock<Regex> = LazyLock::new(|| {
        let numbers = NUMBERS.join("|");
        Regex::new(&format!(
            r"(?i)\b(?:the|these|those|all|my|our) (?P<number>{numbers}|\d{{1,2}})\b"
        ))
        .expect("a valid expression")
    });
    let number = |text: &str| {
        let word = NUMBERS
            .iter()
            .position(|one| text.eq_ignore_ascii_case(one));
        word.map(|place| place + 2).or_else(|| text.parse().ok())
    };
    let is_counted = COUNTED
        .captures_iter(words)
        .any(|found| number(&found["number"]) == Some(count));
    let both = count == 2
        && words
            .to_lowercase()
            .split_whitespace()
            .any(|word| word == "both");
    is_counted || both || ALL.is_match(words)
}

/// Whether words choose some of the files: by their place, or by a word of their names.
fn singles_out(said: &str, taken: &[&str]) -> bool {
    const PLACES: [&str; 16] = [
        "first", "second", "third", "last", "other", "others", "left", "right", "latter", "former",
        "newest", "latest", "longer", "shorter", "bigger", "smaller",
    ];
    let parts: Vec<String> = taken
        .iter()
        .flat_map(|name| words(name))
        .flat_map(|word| {
            word.text
                .split('_')
                .map(lexicon::canonical)
                .collect::<Vec<_>>()
        })
        .filter(|part| part.len() > 2 && !general::is_general(part))
        .collect();
    words(said).iter().any(|word| {
        PLACES.contains(&word.text.as_str()) || parts.contains(&lexicon::canonical(&word.text))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn so_many_files_are_told_from_some_of_them() {
        for (words, count) in [
            ("the four lisbon photos", 4),
            ("all of them in one film", 3),
            ("both clips", 2),
            ("all 3 clips together", 3),
            ("these three, in this order", 5),
        ] {
            assert!(means_all(words, count), "{words}");
        }
        for (words, count) in [
            ("the two of them that are dark", 4),
            ("split it in three parts", 3),
            ("all right then", 2),
        ] {
            assert!(!means_all(words, count), "{words}");
        }
    }

    #[test]
    fn words_of_names_and_places_choose_files() {
        assert!(singles_out("the cat above", &["cat_01.jpg"]));
        assert!(singles_out("the last one", &["a.mp4"]));
        assert!(!singles_out("stick them together", &["opener.mp4"]));
    }
}
