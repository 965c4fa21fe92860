//! Which of two things lies on which: “a on b” names what lies on top first, “watermark a with b”
//! last.

use super::tokens::Token;

/// Words that name what lies below first, where “with” or “by” names the other: “overlay a with b”.
const COVERED: [&str; 14] = [
    "overlay",
    "overlaid",
    "watermark",
    "watermarked",
    "brand",
    "branded",
    "stamp",
    "stamped",
    "cover",
    "covered",
    "mark",
    "marked",
    "superimpose",
    "superimposed",
];
/// Words between what lies on top and what lies below.
const OVER: [&str; 7] = ["on", "onto", "over", "to", "in", "into", "as"];
/// Words between what lies below and what lies on top.
const UNDER: [&str; 5] = ["under", "underneath", "beneath", "behind", "below"];
const PUTTING: [&str; 9] = [
    "put", "show", "place", "add", "lay", "overlay", "insert", "stick", "play",
];

/// Whether a sentence names what lies below first.
pub(super) fn is_ground_first(tokens: &[Token]) -> bool {
    let words: Vec<&str> = tokens.iter().map(Token::word).collect();
    let is = |among: &[&str], word: &str| among.contains(&word);
    let is_under = words.iter().any(|word| is(&UNDER, word));
    let is_background = words.windows(2).enumerate().any(|(at, pair)| {
        pair == ["as", "background"]
            || (pair == ["as", "the"] && words.get(at + 2) == Some(&"background"))
    });
    let is_inset = words
        .windows(4)
        .any(|four| four[..3] == ["picture", "in", "picture"] && is(&["of", "with"], four[3]));
    is_under || is_background || is_inset || is_covered(&words) || begins_with_place(&words)
}

/// “Watermark a with b”: with nothing that says on what before it.
fn is_covered(words: &[&str]) -> bool {
    let with = |at: usize| {
        let rest = &words[at + 1..];
        let with = rest
            .iter()
            .position(|word| matches!(*word, "with" | "by"))?;
        let names = |place: usize| rest.get(place).is_some_and(|word| !word.is_empty());
        let is_over = rest[..with].iter().any(|word| OVER.contains(word));
        // A number after it says how, not with what.
        let is_how = with + 1 < rest.len() && !names(with + 1);
        (!is_over && !is_how).then_some(())
    };
    words
        .iter()
        .enumerate()
        .any(|(at, word)| COVERED.contains(word) && with(at).is_some())
}

/// “In the corner of a show b”: with nothing that says on what behind the verb.
fn begins_with_place(words: &[&str]) -> bool {
    let begins = words
        .first()
        .is_some_and(|word| OVER.contains(word) || *word == "at");
    let verb = words.iter().position(|word| PUTTING.contains(word));
    let says_on_what = |verb: usize| words[verb..].iter().any(|word| OVER.contains(word));
    begins && verb.is_some_and(|verb| !says_on_what(verb))
}
