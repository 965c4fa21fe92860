//! Data of a file about itself: title, artist, album, date, genre, comment, number of the track.

use std::sync::LazyLock;

use regex::Regex;

/// The parameters that take it.
pub const NAMES: [&str; 7] = [
    "title",
    "artist",
    "album",
    "date",
    "genre",
    "comment",
    "track_number",
];
/// Maximum length of a value, in characters.
const LONGEST: usize = 1000;

/// The date that a text begins with: a year, a month or a day (`2023`, `2023-07-04`).
pub fn leading_date(text: &str) -> Option<&str> {
    static DATE: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r"^(?P<date>\d{4}(?:-\d{2}(?:-\d{2})?)?)(?:\D|$)").expect("a valid pattern")
    });
    Some(DATE.captures(text)?.name("date")?.as_str())
}

/// The number of a track that a text begins with, and the number of all tracks where it is given
/// (`3/12`, `number 3`).
pub fn leading_track(text: &str) -> Option<&str> {
    Some(TRACK.captures(text)?.get(0)?.as_str())
}

static TRACK: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)^(?:number\s+)?(?P<track>\d{1,4})(?:\s*(?:/|of)\s*(?P<all>\d{1,4}))?\b")
        .expect("a valid pattern")
});

/// A value in the one way of writing it; none where the parameter of that name cannot be that.
pub fn read(name: &str, text: &str) -> Option<String> {
    let text = text.trim();
    match name {
        "date" => {
            let date = leading_date(text)?;
            (date == text).then(|| text.to_owned())
        }
        "track_number" => {
            let found = TRACK.captures(text)?;
            if found[0].len() != text.len() {
                return None;
            }
            let track: u32 = found["track"].parse().ok()?;
            let all = found
                .name("all")
                .and_then(|all| all.as_str().parse::<u32>().ok());
            Some(all.map_or_else(|| track.to_string(), |all| format!("{track}/{all}")))
        }
        _ => {
            let is_text = !text.is_empty()
                && text.chars().count() <= LONGEST
                && !text.chars().any(char::is_control);
            is_text.then(|| text.to_owned())
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn values_are_read() {
        assert_eq!(read("date", "2024").as_deref(), Some("2024"));
        assert_eq!(read("date", "soon"), None);
        assert_eq!(read("track_number", "3 of 12").as_deref(), Some("3/12"));
        assert_eq!(read("track_number", "three"), None);
        assert_eq!(read("title", " "), None);
    }

    proptest! {
        #![proptest_config(crate::testing::cases())]

        #[test]
        fn what_is_written_is_read_back(name in prop::sample::select(NAMES.to_vec()), text in "([0-9]{1,4}([/-][0-9]{1,4})?|.{0,20})") {
            if let Some(value) = read(name, &text) {
                prop_assert_eq!(read(name, &value), Some(value));
            }
        }
    }
}
