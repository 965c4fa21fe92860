//! Word forms, and words that mean the same when people ask for things.

use std::collections::HashMap;
use std::sync::LazyLock;

use patchbay_domain::Tool;

/// Each line: words that mean the same; the first stands for all of them.
const SAME: &[&str] = &[
    "remove delete erase eliminate discard drop wipe clear",
    "show display present",
    "find locate spot search",
    "detect discover recognise recognize",
    "check verify confirm determine ascertain examine inspect",
    "make turn convert transform change render",
    "create generate produce design",
    "extract isolate separate",
    "get retrieve fetch obtain grab receive",
    "give provide send supply hand",
    "describe explain",
    "image picture photo pic photograph img snapshot scan",
    "video clip film movie footage mov reel",
    "audio sound recording track",
    "big large huge",
    "enlarge upscale",
    "colour color colors colours",
    "gray grey grayscale greyscale",
    "segment segmentation",
    "music soundtrack song tune melody",
    "webpage site website",
    "summarise summarize summary",
    "colorise colorize colourise colourize",
    "join merge combine concatenate glue stitch",
    "count number quantity amount tally total",
    "activity action exercise practice movement",
    "many much",
    "noise grain",
    "shaky wobbly",
    "burn hardcode hardsub",
    "stabilise stabilize steady",
    "execute run perform apply process use using utilise utilize utilizing",
    "exist present available visible contain contains include",
    "object item thing",
    "person man woman people someone",
    "need want require would like wish",
    "result output map input",
];

static CANONICAL: LazyLock<HashMap<&'static str, &'static str>> = LazyLock::new(|| {
    let mut canonical = HashMap::new();
    for line in SAME {
        let mut words = line.split(' ');
        if let Some(first) = words.next() {
            for word in words {
                canonical.entry(word).or_insert(first);
            }
        }
    }
    canonical
});

/// Words that carry little of what is wanted.
const LIGHT: &[&str] = &[
    "a",
    "an",
    "the",
    "of",
    "in",
    "on",
    "at",
    "to",
    "for",
    "with",
    "from",
    "by",
    "and",
    "or",
    "is",
    "are",
    "be",
    "was",
    "can",
    "could",
    "would",
    "will",
    "you",
    "me",
    "i",
    "my",
    "your",
    "we",
    "us",
    "please",
    "pls",
    "plz",
    "kindly",
    "thanks",
    "thank",
    "thx",
    "hi",
    "hello",
    "hey",
    "there",
    "some",
    "any",
    "all",
    "file",
    "named",
    "called",
    "given",
    "do",
    "does",
    "that",
    "this",
    "it",
    "its",
    "these",
    "those",
    "them",
    "have",
    "has",
    "if",
    "so",
    "just",
    "possible",
    "want",
    "need",
    "as",
    "into",
    "also",
    "then",
    "now",
    "help",
    "let",
    "know",
    "tell",
    "am",
    "being",
    "been",
    "which",
    "image",
    "video",
    "audio",
    "particular",
    "following",
    "specific",
    "like",
    "id",
    "im",
    "i'd",
    "i'm",
    "i'll",
    "nice",
    "really",
    "able",
    "one",
    "first",
    "finally",
    "next",
    "it's",
];

/// Whether a word carries little of what is wanted.
pub fn is_light(word: &str) -> bool {
    LIGHT.contains(&word)
}

/// The form of a word that is compared: lower case, without endings, and one word for all that mean
/// the same.
pub fn canonical(word: &str) -> String {
    let lower = word.to_lowercase();
    if let Some(same) = CANONICAL.get(lower.as_str()) {
        return (*same).to_owned();
    }
    let stem = stem(&lower);
    CANONICAL
        .get(stem.as_str())
        .map_or(stem, |same| (*same).to_owned())
}

/// Cuts the commonest English endings (after Porter 1980, step 1, which is what matters between a
/// request and an example).
pub fn stem(word: &str) -> String {
    let cut = |ending: &str, least: usize| {
        word.strip_suffix(ending)
            .filter(|rest| rest.chars().count() >= least)
    };
    if let Some(rest) = cut("ies", 2) {
        return format!("{rest}y");
    }
    for ending in ["sses", "shes", "ches", "xes"] {
        if word.ends_with(ending) {
            return word[..word.len() - 2].to_owned();
        }
    }
    for (ending, least) in [("ing", 3), ("ed", 3)] {
        if let Some(rest) = cut(ending, least) {
            let mut letters: Vec<char> = rest.chars().collect();
            let doubled =
                letters.len() > 2 && letters[letters.len() - 1] == letters[letters.len() - 2];
            if doubled && !"lsz".contains(letters[letters.len() - 1]) {
                letters.pop();
            }
            let rest: String = letters.into_iter().collect();
            let with_e = format!("{rest}e");
            return if CANONICAL.contains_key(with_e.as_str()) || is_head(&with_e) {
                with_e
            } else {
                rest
            };
        }
    }
    if word.ends_with('s')
        && !word.ends_with("ss")
        && !word.ends_with("us")
        && !word.ends_with("is")
        && word.len() > 3
    {
        return word[..word.len() - 1].to_owned();
    }
    word.to_owned()
}

fn is_head(word: &str) -> bool {
    SAME.iter().any(|line| line.split(' ').next() == Some(word))
}

/// Words by which people name a file of some type, and whether they mean several.
pub fn type_word(word: &str) -> Option<(&'static str, bool)> {
    let lower = word.to_lowercase();
    let (single, plural) = lower
        .strip_suffix('s')
        .map_or((lower.as_str(), false), |single| (single, true));
    let named = match single {
        "image" | "picture" | "photo" | "pic" | "photograph" | "img" | "snapshot" => "image",
        "video" | "clip" | "film" | "movie" | "footage" => "video",
        "audio" | "sound" | "recording" | "voice" | "song" => "audio",
        "mask" | "region" => "mask",
        "text" | "story" | "article" | "poem" | "note" | "transcript" => "text",
        _ => return None,
    };
    Some((named, plural))
}

/// All that a tool says of what it is for.
pub fn tool_text(tool: &Tool) -> String {
    let parts = [&tool.label, &tool.description]
        .into_iter()
        .chain(&tool.examples);
    parts.fold(tool.name.replace('_', " "), |all, part| all + " . " + part)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_of_a_word_are_one() {
        for (a, b) in [
            ("erasing", "removed"),
            ("photos", "picture"),
            ("cropped", "crop"),
            ("masks", "mask"),
        ] {
            assert_eq!(canonical(a), canonical(b), "{a} {b}");
        }
        assert_ne!(canonical("bus"), canonical("bu"));
        assert_eq!(type_word("Clips"), Some(("video", true)));
    }
}
