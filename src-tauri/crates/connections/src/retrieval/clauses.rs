//! The wishes of a request: its sentences, and what commas, `and` and `then` join.

/// The parts of a request, in order, each with a letter or digit. A request of one wish is one part.
pub fn clauses(request: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let mut start = 0;
    for (at, letter) in request.char_indices() {
        let end = at + letter.len_utf8();
        if ends_part(letter, &request[end..]) {
            parts.push(&request[start..at]);
            start = end;
        }
    }
    parts.push(&request[start..]);
    parts
        .into_iter()
        .flat_map(joined)
        .map(str::trim)
        .filter(|part| part.contains(char::is_alphanumeric))
        .collect()
}

/// Whether a part ends with `letter`. Dots and commas within numbers and file names do not end one.
fn ends_part(letter: char, rest: &str) -> bool {
    match letter {
        '\n' | '。' | '！' | '？' | '；' | '，' => true,
        '.' | '!' | '?' | ';' | ',' => rest.chars().next().is_none_or(char::is_whitespace),
        _ => false,
    }
}

/// Splits a part at `and` and `then`.
fn joined(part: &str) -> Vec<&str> {
    let mut pieces = Vec::new();
    let mut start = 0;
    let mut at = 0;
    for word in part.split_inclusive(char::is_whitespace) {
        let end = at + word.len();
        let bare = word.trim();
        if bare.eq_ignore_ascii_case("and") || bare.eq_ignore_ascii_case("then") {
            pieces.push(&part[start..at]);
            start = end;
        }
        at = end;
    }
    pieces.push(&part[start..]);
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_request_is_split_at_sentences_commas_and_conjunctions() {
        assert_eq!(
            clauses("Crop a.png to 1,200 px, and then blur it. Send it to Ann\nand Bob!"),
            ["Crop a.png to 1,200 px", "blur it", "Send it to Ann", "Bob"]
        );
        assert_eq!(clauses("sand and Then"), ["sand"]);
        assert!(clauses(" .,\n and ").is_empty());
        assert_eq!(clauses("画一张图，保存。"), ["画一张图", "保存"]);
    }
}
