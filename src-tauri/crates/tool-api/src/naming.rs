//! Readable, chained names for what steps make, after “Visual `ChatGPT`”, section 3.4: the
//! operation and where it began.

/// `<origin>_<operation>.<extension>`: `beach_trimmed.mp4`; a result of a result keeps the first
/// origin and names the newest operations, `beach_trimmed_dubbed.mp4`, at most 80 bytes. An
/// operation that comes again at once is named once: `beach_edited (2).jpg`, edited, is
/// `beach_edited.jpg`. Without an origin the operation alone. Whatever a file system or a shell
/// could trip over (separators, quotes, control characters) becomes `-`.
pub fn chained(operation: &str, origin: Option<&str>, extension: &str) -> String {
    let stem = origin.map_or(String::new(), |name| {
        let stem = name.rsplit_once('.').map_or(
            name,
            |(stem, ending)| if ending.len() <= 5 { stem } else { name },
        );
        safe(stem)
    });
    let operation = safe(operation);
    let mut chain: Vec<&str> = stem.split('_').filter(|part| !part.is_empty()).collect();
    if chain
        .last()
        .is_some_and(|last| chain.len() > 1 && unnumbered(last) == operation)
    {
        chain.pop();
    }
    chain.push(&operation);
    while chain.iter().map(|part| part.len() + 1).sum::<usize>() > 80 && chain.len() > 2 {
        chain.remove(1);
    }
    let mut joined = chain.join("_");
    if joined.len() > 80 {
        let mut start = joined.len() - 80;
        while !joined.is_char_boundary(start) {
            start += 1;
        }
        joined = joined.split_off(start);
    }
    format!("{joined}.{extension}")
}

/// A name without the number that tells it from others of its kind: `edited` of `edited (2)`.
fn unnumbered(name: &str) -> &str {
    let numbered = name
        .strip_suffix(')')
        .and_then(|rest| rest.rsplit_once(" ("));
    let is_number =
        |digits: &str| !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    numbered
        .filter(|(_, number)| is_number(number))
        .map_or(name, |(plain, _)| plain)
}

/// A text as part of a file name: no separators, quotes or control characters, no leading dots.
pub fn safe(text: &str) -> String {
    let cleaned: String = text
        .chars()
        .map(|c| {
            if c.is_control() || "/\\:*?\"'<>|`$;&".contains(c) {
                '-'
            } else {
                c
            }
        })
        .collect();
    cleaned.trim().trim_start_matches('.').trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_tell_origin_and_operation() {
        assert_eq!(
            chained("trimmed", Some("beach.mp4"), "mp4"),
            "beach_trimmed.mp4"
        );
        assert_eq!(
            chained("dubbed", Some("beach_trimmed.mp4"), "mp4"),
            "beach_trimmed_dubbed.mp4"
        );
        assert_eq!(chained("music", None, "wav"), "music.wav");
    }

    #[test]
    fn an_operation_that_comes_again_at_once_is_named_once() {
        assert_eq!(
            chained("edited", Some("x_edited.jpg"), "jpg"),
            "x_edited.jpg"
        );
        assert_eq!(
            chained("edited", Some("x_edited (2).jpg"), "png"),
            "x_edited.png"
        );
        assert_eq!(
            chained("edited", Some("x_edited_masked.png"), "png"),
            "x_edited_masked_edited.png"
        );
        assert_eq!(
            chained("edited", Some("edited.jpg"), "jpg"),
            "edited_edited.jpg"
        );
        assert_eq!(
            chained("edited", Some("x_edited (old).jpg"), "jpg"),
            "x_edited (old)_edited.jpg"
        );
    }

    #[test]
    fn names_cannot_leave_a_folder() {
        let name = chained("edges", Some("../../etc/pass\nwd\".png"), "png");
        assert!(
            !name.contains('/') && !name.contains('\n') && !name.starts_with('.'),
            "{name}"
        );
        assert!(chained("edges", Some(&"ü".repeat(400)), "png").len() <= 90);
    }
}
