//! Colours by their names and digits.

use csscolorparser::NAMED_COLORS;
use patchbay_values::colors::color;

use super::Literal;
use crate::token::Token;
use crate::value::Value;

/// Words before a colour that make it lighter or darker, with the share of white or black that they mix in.
const SHADES: [(&str, u8, f32); 5] = [
    ("light", 255, 0.5),
    ("pale", 255, 0.6),
    ("bright", 255, 0.15),
    ("dark", 0, 0.5),
    ("deep", 0, 0.35),
];

fn mixed(color: [u8; 3], with: u8, share: f32) -> [u8; 3] {
    color.map(|part| (f32::from(part) * (1.0 - share) + f32::from(with) * share).round() as u8)
}

/// The colours that a word can name: as Patchbay's fields read it, and as CSS does.
fn named(word: &str) -> Vec<[u8; 3]> {
    let css = NAMED_COLORS
        .get(word.into())
        .map(|[red, green, blue, ..]| [*red, *green, *blue]);
    let mut colors: Vec<[u8; 3]> = color(word).into_iter().chain(css).collect();
    colors.dedup();
    colors
}

/// Colours by name (`red`, `navy`, `dark green`) and by hexadecimal digits (`#ff8800`, `#f80`).
pub(super) fn literals(tokens: &[Token]) -> Vec<Literal> {
    let mut found = Vec::new();
    for (first, token) in tokens.iter().enumerate() {
        for color in named(&token.text) {
            found.push((first, first + 1, Value::Color(color), "color.name"));
            let shade = first.checked_sub(1).and_then(|before| {
                SHADES
                    .iter()
                    .find(|(word, ..)| *word == tokens[before].text)
            });
            if let Some((_, with, share)) = shade {
                found.push((
                    first - 1,
                    first + 1,
                    Value::Color(mixed(color, *with, *share)),
                    "color.shade",
                ));
            }
        }
        let two_words = first
            .checked_sub(1)
            .map(|before| format!("{}{}", tokens[before].text, token.text));
        if let Some([red, green, blue, ..]) =
            two_words.and_then(|two| NAMED_COLORS.get(two.as_str().into()))
        {
            found.push((
                first - 1,
                first + 1,
                Value::Color([*red, *green, *blue]),
                "color.two_words",
            ));
        }
        if token.text == "#"
            && let Some((end, color)) = hexadecimal(tokens, first)
        {
            found.push((first, end, Value::Color(color), "color.digits"));
        }
    }
    found
}

fn hexadecimal(tokens: &[Token], first: usize) -> Option<(usize, [u8; 3])> {
    let mut digits = String::new();
    let mut end = first + 1;
    while let Some(token) = tokens
        .get(end)
        .filter(|token| token.is_glued && token.text.bytes().all(|byte| byte.is_ascii_hexdigit()))
    {
        digits.push_str(&token.text);
        end += 1;
    }
    if digits.len() == 3 {
        digits = digits.chars().flat_map(|digit| [digit, digit]).collect();
    }
    color(&format!("#{digits}")).map(|color| (end, color))
}

#[cfg(test)]
mod tests {
    use crate::{Value, lattice};

    #[test]
    fn colours_are_names_shades_and_digits() {
        for (text, color) in [
            ("#ff8800", [255, 136, 0]),
            ("#F80", [255, 136, 0]),
            ("navy", [0, 0, 128]),
            ("dark green", [20, 70, 30]),
            ("light blue", [173, 216, 230]),
        ] {
            let is_there = lattice(text).iter().any(|one| {
                (one.from, one.to) == (0, text.len()) && one.value == Value::Color(color)
            });
            assert!(is_there, "{text}: {:?}", lattice(text));
        }
    }
}
