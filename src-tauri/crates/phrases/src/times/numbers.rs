//! Number words as digits: `twenty-five` becomes `25`, `two and a half` becomes `2.5`.

use std::sync::LazyLock;

use regex::Regex;

const SMALL: [&str; 20] = [
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
];
const TENS: [&str; 8] = [
    "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety",
];

static NUMBER: LazyLock<Regex> = LazyLock::new(|| {
    let (small, tens) = (SMALL.join("|"), TENS.join("|"));
    let words =
        format!(r"\b(?:({tens})(?:[ -]({small}))?|({small}))\b( hundred\b)?( and a half\b)?");
    Regex::new(&words).expect("the pattern is valid")
});

/// Phrases that hold a number in another way, with what they say.
static PHRASES: LazyLock<Vec<(Regex, &'static str)>> = LazyLock::new(|| {
    [
        // "one" that stands for a thing, not for a number.
        (r"\b(this|that|the|which|first|second|third|other|last) one\b", "$1 thing"),
        (
            r"\b(from|to|at|until|till|after|before|between|and|around) (second|minute|hour) (\d+(?:\.\d+)?)\b",
            "$1 $3 $2",
        ),
        (
            r"\bseconds (\d+(?:\.\d+)?) (to|till|until|through|-) (\d+(?:\.\d+)?)\b",
            "from $1 seconds $2 $3 seconds",
        ),
        // “second 4 to second 7”; what “from” and the like stand before is read above.
        (
            r"\b(second|minute|hour) (\d+(?:\.\d+)?) (to|till|until|through|-) (?:second |minute |hour )?(\d+(?:\.\d+)?)\b",
            "from $2 $1 $3 $4 $1",
        ),
        (r"\bhalf(?: an? |-| )(second|minute|hour)\b", "0.5 $1"),
        (r"\b(?:a|one) quarter of an? (minute|hour)\b", "0.25 $1"),
        (r"\b(?:a|one) couple of\b", "2"),
        (r"\b(an?|one) (second|minute|hour) and a half\b", "1.5 $2"),
        (r"\b(first|last|opening|closing|middle|for|to|by|than|least) (?:an? )?(second|minute|hour)\b", "$1 1 $2"),
        (r"(\d+) and a half\b", "$1.5"),
    ]
    .map(|(words, digits)| (Regex::new(words).expect("the pattern is valid"), digits))
    .into()
});

/// The text, in lower case, with its number words as digits.
pub fn digits(text: &str) -> String {
    let mut text = text.to_owned();
    for (words, digits) in PHRASES.iter() {
        text = words.replace_all(&text, *digits).into_owned();
    }
    NUMBER
        .replace_all(&text, |found: &regex::Captures| {
            let place = |group: usize, words: &[&str]| {
                found
                    .get(group)
                    .and_then(|word| words.iter().position(|other| *other == word.as_str()))
            };
            let tens = place(1, &TENS).map_or(0, |index| (index + 2) * 10);
            let ones = place(2, &SMALL).or(place(3, &SMALL)).unwrap_or(0);
            let whole = (tens + ones) * if found.get(4).is_some() { 100 } else { 1 };
            if found.get(5).is_some() {
                format!("{whole}.5")
            } else {
                whole.to_string()
            }
        })
        .into_owned()
}

#[cfg(test)]
mod tests {
    use super::digits;

    #[test]
    fn words_become_digits() {
        assert_eq!(
            digits("twenty-five or thirty seconds, one hundred times"),
            "25 or 30 seconds, 100 times"
        );
        assert_eq!(digits("two and a half minutes"), "2.5 minutes");
        assert_eq!(
            digits("half a minute of this one"),
            "0.5 minute of this thing"
        );
        assert_eq!(digits("someone often weighs"), "someone often weighs");
    }
}
