//! Whether words mean faces.

/// Words for what is found.
const FACES: [&str; 4] = ["face", "faces", "head", "heads"];
/// Words for those whose faces are meant.
const PEOPLE: [&str; 31] = [
    "people",
    "person",
    "persons",
    "man",
    "men",
    "woman",
    "women",
    "child",
    "children",
    "kid",
    "kids",
    "boy",
    "boys",
    "girl",
    "girls",
    "guy",
    "guys",
    "everyone",
    "everybody",
    "anyone",
    "someone",
    "bystander",
    "bystanders",
    "pedestrian",
    "pedestrians",
    "passersby",
    "guests",
    "audience",
    "crowd",
    "identity",
    "identities",
];
/// Words that say nothing of what it is.
const SMALL: [&str; 16] = [
    "the", "a", "an", "all", "any", "every", "each", "of", "in", "both", "other", "and", "my", "s",
    "visible", "shown",
];

/// Things that words mean, of those that can be found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Meant {
    Faces,
    /// Those who have them.
    People,
}

/// Meaning of words such as “all faces”; none where it is something else.
pub(super) fn meant(words: &str) -> Option<Meant> {
    let words = words.to_lowercase();
    let words: Vec<&str> = words
        .split(|letter: char| !letter.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .collect();
    if words.iter().any(|word| FACES.contains(word)) {
        return Some(Meant::Faces);
    }
    let is_person = |word: &&str| PEOPLE.contains(word);
    let is_known = |word: &&str| is_person(word) || SMALL.contains(word);
    (words.iter().any(is_person) && words.iter().all(is_known)).then_some(Meant::People)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faces_are_meant_by_their_name_or_by_whose_they_are() {
        for words in [
            "faces",
            "all faces",
            "the face of the woman",
            "my kid's face",
            "heads",
        ] {
            assert_eq!(meant(words), Some(Meant::Faces), "{words}");
        }
        for words in ["people", "the bystanders", "every person", "Everyone"] {
            assert_eq!(meant(words), Some(Meant::People), "{words}");
        }
        for words in ["license plate", "the man's phone", "car", "", "the"] {
            assert_eq!(meant(words), None, "{words}");
        }
    }
}
