//! Words of others, made harmless: without characters that cannot be seen or that turn the order of
//! others, and no longer than what they are for needs. What they say stays, as words that nobody
//! obeys.

/// The longest name, in bytes.
pub const NAME: usize = 128;
/// The longest description, in characters.
pub const DESCRIPTION: usize = 2_000;
/// The longest message about a failure, in characters.
pub const MESSAGE: usize = 1_000;

/// One line of at most `most` characters; what was cut is shown by `…`.
pub fn line(text: &str, most: usize) -> String {
    let words: Vec<String> = text
        .chars()
        // No more than this can matter, and a description may be of any length.
        .take(most.saturating_mul(4).saturating_add(64))
        .map(|letter| if letter.is_control() { ' ' } else { letter })
        .filter(|letter| !is_hidden(*letter))
        .collect::<String>()
        .split_whitespace()
        .map(str::to_owned)
        .collect();
    cut(&words.join(" "), most)
}

/// Words over several lines, of at most `most` characters.
pub fn lines(text: &str, most: usize) -> String {
    let kept: String = text
        .chars()
        .filter(|letter| matches!(letter, '\n' | '\t') || !letter.is_control())
        .filter(|letter| !is_hidden(*letter))
        .take(most.saturating_add(1))
        .collect();
    cut(&kept, most)
}

fn cut(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        None => text.to_owned(),
        Some(_) => text
            .chars()
            .take(most.saturating_sub(1))
            .chain(['…'])
            .collect(),
    }
}

/// Whether a character has no shape of its own, or turns the direction of writing. Such characters
/// hide words from a person that a model reads.
fn is_hidden(letter: char) -> bool {
    matches!(letter,
        '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}'
        | '\u{e0000}'..='\u{e0fff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hidden_characters_go_and_length_is_kept() {
        let hostile = "Gets\u{0}\u{1b}[31m\r\nthe \u{202e}weather\u{200b} \u{e0041}now";
        assert_eq!(line(hostile, 100), "Gets [31m the weather now");
        assert_eq!(line("abcdef", 4), "abc…");
        assert_eq!(line("abcd", 4), "abcd");
        assert_eq!(line(&"x".repeat(5_000_000), 9).chars().count(), 9);
        assert_eq!(lines("a\n\tb\u{7}c", 10), "a\n\tbc");
        assert_eq!(lines(&"ü\n".repeat(50), 5).chars().count(), 5);
    }
}
