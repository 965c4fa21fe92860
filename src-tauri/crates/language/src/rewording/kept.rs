//! Whether another wording keeps the numbers, names and quoted words of a request.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use regex::Regex;

static NUMBER: LazyLock<Regex> = LazyLock::new(|| Regex::new(r"\d+(?:[.,:]\d+)*").expect("valid"));
static QUOTED: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r#""([^"]+)"|“([^”]+)”|„([^“]+)“|«([^»]+)»|(?:^|\s)'([^']+)'"#).expect("valid")
});
static FILE: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"[\w\-]+\.(?:[A-Za-z][A-Za-z0-9]{1,4})\b").expect("valid"));

/// Whether `reworded` has the numbers that `instruction` has and no others, the same quoted texts,
/// and names no file but those of `names` and of the instruction; and names all of which the
/// instruction speaks.
pub fn keeps_what_is_said(instruction: &str, reworded: &str, names: &[&str]) -> bool {
    let without_files = |text: &str| FILE.replace_all(text, " ").into_owned();
    let (before, after) = (without_files(instruction), without_files(reworded));
    let (spoken, named) = (files(instruction), files(reworded));
    numbers(&before) == numbers(&after)
        && quoted(instruction) == quoted(reworded)
        && spoken.is_subset(&named)
        && named
            .iter()
            .all(|name| spoken.contains(name) || names.iter().any(|known| known == name))
}

/// Numbers as they stand, with a point where other languages have a comma.
fn numbers(text: &str) -> BTreeSet<String> {
    let found = NUMBER.find_iter(text);
    found
        .map(|found| found.as_str().replace(',', "."))
        .collect()
}

fn quoted(text: &str) -> BTreeSet<&str> {
    let inside = |found: regex::Captures<'_>| {
        let range = found.iter().skip(1).flatten().next()?.range();
        Some(text[range].trim())
    };
    QUOTED.captures_iter(text).filter_map(inside).collect()
}

fn files(text: &str) -> BTreeSet<&str> {
    FILE.find_iter(text).map(|found| found.as_str()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_quotes_and_files_stay() {
        let keeps = |a: &str, b: &str| keeps_what_is_said(a, b, &["a.png", "b.png"]);
        assert!(keeps("crop a.png to 16:9", "crop a.png to 16:9"));
        assert!(keeps("make it smaller", "shrink a.png"));
        assert!(keeps("say “Hi”", "write \"Hi\""));
        assert!(keeps("It lasts 2.5 s.", "Es dauert 2,5 s."));
        assert!(!keeps("crop a.png to 16:9", "crop a.png to 4:3"));
        assert!(!keeps("crop a.png", "crop a.png by 10 %"));
        assert!(!keeps("join a.png and b.png", "join a.png"));
        assert!(!keeps("crop it", "crop c.png"));
        assert!(!keeps("say “Hi”", "write a greeting"));
    }
}
