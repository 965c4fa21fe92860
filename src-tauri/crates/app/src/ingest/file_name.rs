//! Names of what comes from outside.

use patchbay_domain::ValueRef;

/// The most bytes of a name: file systems hold 255, and names made of it are longer.
const LONGEST: usize = 180;
/// Number of those bytes reserved for the end of the name, with its ending.
const END: usize = 40;

/// A file's name as people, requests and plans can carry it: on one line, no folders, and nothing
/// that a plan means something else by (`<GEN>-0`, `points:…`). Never empty.
pub(crate) fn sanitized(raw: &str) -> String {
    let last = raw
        .rsplit(['/', '\\'])
        .find(|part| !part.trim().is_empty())
        .unwrap_or_default();
    let plain: String = last
        .chars()
        .map(|c| match c {
            '<' => '(',
            '>' => ')',
            c if c.is_control() || is_direction(c) => ' ',
            c => c,
        })
        .collect();
    let plain = plain.split_whitespace().collect::<Vec<_>>().join(" ");
    let plain = plain.trim_start_matches(['.', ' ']);
    let plain = match ValueRef::of(plain, |_| true) {
        ValueRef::Points(rest) => format!("points-{rest}"),
        _ => plain.to_owned(),
    };
    if plain.is_empty() {
        return "file".to_owned();
    }
    shorten(&plain)
}

/// Characters that change the direction of writing could make `exe.gpj` out of `jpg.exe`.
fn is_direction(c: char) -> bool {
    matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Cuts the middle out of a long name, so that its ending stays.
fn shorten(name: &str) -> String {
    if name.len() <= LONGEST {
        return name.to_owned();
    }
    let head = name.floor_char_boundary(LONGEST - END - '…'.len_utf8());
    let tail = name.ceil_char_boundary(name.len() - END);
    format!("{}…{}", &name[..head], &name[tail..])
}

#[cfg(test)]
mod tests {
    use super::sanitized;

    #[test]
    fn names_stay_readable_and_harmless() {
        assert_eq!(
            sanitized("/home/me/My \"best\" photo.jpg"),
            "My \"best\" photo.jpg"
        );
        assert_eq!(sanitized("../../etc/passwd"), "passwd");
        assert_eq!(sanitized("C:\\clips\\a.mp4"), "a.mp4");
        assert_eq!(sanitized("two\nlines\t.png"), "two lines .png");
        assert_eq!(sanitized("<GEN>-0"), "(GEN)-0");
        assert_eq!(sanitized("points:a.png"), "points-a.png");
        assert_eq!(sanitized("ab\u{202e}gpj.exe"), "ab gpj.exe");
        assert_eq!(sanitized("..."), "file");
        assert_eq!(sanitized(". .hidden"), "hidden");
        assert_eq!(sanitized(""), "file");
        for letter in ["a", "ü", "語", "🎬"] {
            let long = sanitized(&format!("{}.jpeg", letter.repeat(400)));
            assert!(
                (150..=180).contains(&long.len())
                    && std::path::Path::new(&long).extension() == Some("jpeg".as_ref()),
                "{long}"
            );
        }
    }
}
