//! File formats by their endings: `jpeg` and `jpg` are one.

use std::sync::LazyLock;

/// A format: the type of what is in it, and its endings, the one that is written first.
#[derive(Debug)]
pub struct Format {
    /// The type of what is in it, such as `audio`.
    pub resource_type: &'static str,
    /// Its endings, such as `jpg jpeg`.
    pub endings: Vec<&'static str>,
}

static FORMATS: LazyLock<Vec<Format>> = LazyLock::new(|| {
    let lines = include_str!("formats.txt")
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'));
    let format = |line: &'static str| {
        let mut parts = line.split(' ');
        Format {
            resource_type: parts.next().unwrap_or_default(),
            endings: parts.collect(),
        }
    };
    lines.map(format).collect()
});

/// All formats.
pub fn formats() -> &'static [Format] {
    &FORMATS
}

/// The format that a word names, in lower case and without a dot; none where it names none.
pub fn format_of(word: &str) -> Option<&'static Format> {
    FORMATS.iter().find(|format| format.endings.contains(&word))
}

/// The one of `choices` (endings) that a word names, such as `.JPEG` for `jpg`.
pub fn chosen<'a>(word: &str, choices: &'a [String]) -> Option<&'a String> {
    let word = word.trim().trim_start_matches('.').to_lowercase();
    let format = format_of(&word);
    let is_it = |choice: &&String| {
        **choice == word || format.is_some_and(|format| format.endings.contains(&choice.as_str()))
    };
    choices.iter().find(is_it)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_ending_names_its_format() {
        let choices: Vec<String> = ["m4a", "mp3", "jpg"].map(str::to_owned).into();
        for (word, choice) in [
            (".JPEG", Some("jpg")),
            ("jpg", Some("jpg")),
            (" mp3 ", Some("mp3")),
            ("gif", None),
            ("", None),
        ] {
            let chosen = chosen(word, &choices).map(String::as_str);
            assert_eq!(chosen, choice, "{word}");
        }
        for format in formats() {
            for ending in &format.endings {
                let named = format_of(ending).expect("a format of its own ending");
                assert_eq!(named.endings, format.endings, "{ending}");
            }
        }
    }
}
