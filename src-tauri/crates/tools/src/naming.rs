//! Readable, chained names for what steps make, after “Visual `ChatGPT`”, section 3.4: the operation and
//! where it began.

/// `<origin>_<operation>.<extension>`: `beach_trimmed.mp4`; a result of a result keeps the first origin and names the
/// newest operations, `beach_trimmed_dubbed.mp4`, at most 80 bytes. Without an origin the operation alone.
/// Whatever a file system or a shell could trip over (separators, quotes, control characters) becomes `-`.
pub fn chained(operation: &str, origin: Option<&str>, extension: &str) -> String {
    let stem = origin.map_or(String::new(), |name| {
        let stem = name.rsplit_once('.').map_or(name, |(stem, ending)| if ending.len() <= 5 { stem } else { name });
        safe(stem)
    });
    let operation = safe(operation);
    let mut chain: Vec<&str> = stem.split('_').filter(|part| !part.is_empty()).collect();
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

/// A text as part of a file name: no separators, quotes or control characters, no leading dots.
pub fn safe(text: &str) -> String {
    let cleaned: String =
        text.chars().map(|c| if c.is_control() || "/\\:*?\"'<>|`$;&".contains(c) { '-' } else { c }).collect();
    cleaned.trim().trim_start_matches('.').trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_tell_origin_and_operation() {
        assert_eq!(chained("trimmed", Some("beach.mp4"), "mp4"), "beach_trimmed.mp4");
        assert_eq!(chained("dubbed", Some("beach_trimmed.mp4"), "mp4"), "beach_trimmed_dubbed.mp4");
        assert_eq!(chained("music", None, "wav"), "music.wav");
    }

    #[test]
    fn names_cannot_leave_a_folder() {
        let name = chained("edges", Some("../../etc/pass\nwd\".png"), "png");
        assert!(!name.contains('/') && !name.contains('\n') && !name.starts_with('.'), "{name}");
        assert!(chained("edges", Some(&"ü".repeat(400)), "png").len() <= 90);
    }
}
