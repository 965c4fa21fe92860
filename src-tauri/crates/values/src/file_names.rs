//! Names of files and earlier results.

/// Whether a word is the name of a file or of an earlier result, which says nothing of what to do.
pub fn is_file_name(word: &str) -> bool {
    let ending = word.rsplit_once('.').map(|(_, ending)| ending);
    ending.is_some_and(|ending| {
        (2..=4).contains(&ending.len()) && ending.starts_with(|c: char| c.is_alphabetic())
    }) || (word.contains(['_', '-'])
        && word.ends_with(|c: char| c.is_ascii_digit())
        && word.starts_with(|c: char| c.is_alphabetic()))
}

#[cfg(test)]
mod tests {
    use super::is_file_name;

    #[test]
    fn names_of_files_have_an_ending_or_a_number() {
        for name in ["photo.jpg", "clip.mp4", "photo_cropped_2", "image-1"] {
            assert!(is_file_name(name), "{name}");
        }
        for word in ["photo", "1.5", "16:9", "black-and-white", "2x"] {
            assert!(!is_file_name(word), "{word}");
        }
    }
}
