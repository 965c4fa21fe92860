//! Plain numbers, in digits and in words, ordinals, parts and multiples.

use std::sync::LazyLock;

use text2num::{Language, text2digits};

use super::{Literal, is_amount, is_number, number};
use crate::row::Item::{Glued, Is, Maybe, Words};
use crate::row::Row;
use crate::token::Token;
use crate::value::Value;

/// The most words that a number in words has.
const LONGEST: usize = 7;
/// Words that text2num joins but that are no number alone.
const LIGHT: [&str; 2] = ["and", "a"];

static ENGLISH: LazyLock<Language> = LazyLock::new(Language::english);

/// Numbers in digits (`1,200` with both meanings that its comma can have) and in words.
pub(super) fn literals(tokens: &[Token]) -> Vec<Literal> {
    let mut found = Vec::new();
    let mut first = 0;
    while first < tokens.len() {
        let token = &tokens[first];
        if token.is_number() {
            for value in in_digits(&token.text) {
                found.push((first, first + 1, Value::Number(value), "number.digits"));
            }
        } else {
            let numbers = in_words(tokens, first);
            let end = numbers.iter().map(|(end, _)| *end).max();
            found.extend(
                numbers
                    .into_iter()
                    .map(|(end, value)| (first, end, value, "number.words")),
            );
            if let Some(end) = end {
                first = end;
                continue;
            }
        }
        first += 1;
    }
    found
}

/// Returns the numbers that digits with points and commas can mean: a single mark before three
/// digits groups them or begins the decimals.
fn in_digits(text: &str) -> Vec<f64> {
    let marks: Vec<char> = text
        .chars()
        .filter(|character| !character.is_ascii_digit())
        .collect();
    let plain: String = text.chars().filter(char::is_ascii_digit).collect();
    let grouped = plain.parse().ok();
    let decimal = |mark: char| {
        let (whole, places) = text.rsplit_once(mark)?;
        let whole: String = whole.chars().filter(char::is_ascii_digit).collect();
        format!("{whole}.{places}").parse::<f64>().ok()
    };
    let last_group = text.rsplit(['.', ',']).next().map_or(0, str::len);
    let values = match marks.as_slice() {
        [mark] if last_group == 3 => vec![grouped, decimal(*mark)],
        [mark] => vec![decimal(*mark)],
        [.., before, last] if before != last => vec![decimal(*last)],
        _ => vec![grouped],
    };
    values
        .into_iter()
        .flatten()
        .filter(|value: &f64| value.is_finite())
        .collect()
}

/// The longest number in words that begins at a token, and the longest one that is no ordinal: `ninety second` is a length, too.
fn in_words(tokens: &[Token], first: usize) -> Vec<(usize, Value)> {
    let is_word = |token: &Token| token.is_word() && token.text.is_ascii();
    // Most words are none: asked once, before longer ones are tried.
    if !is_word(&tokens[first])
        || LIGHT.contains(&tokens[first].text.as_str())
        || text2digits(&tokens[first].text, &*ENGLISH).is_err()
    {
        return Vec::new();
    }
    let (mut longest, mut cardinal) = (None, None);
    let mut words = String::new();
    for (index, token) in tokens.iter().enumerate().skip(first).take(LONGEST) {
        if token.text == "-" && token.is_glued {
            continue;
        }
        if !is_word(token) {
            break;
        }
        if !words.is_empty() {
            words.push(' ');
        }
        words.push_str(&token.text);
        if LIGHT.contains(&token.text.as_str()) {
            continue;
        }
        let number = text2digits(&words, &*ENGLISH)
            .ok()
            .and_then(|digits| value(&digits));
        if let Some(number) = number {
            if matches!(number, Value::Number(_)) {
                cardinal = Some((index + 1, number.clone()));
            }
            longest = Some((index + 1, number));
        }
    }
    let mut found: Vec<(usize, Value)> = longest.into_iter().chain(cardinal).collect();
    found.dedup();
    found
}

/// A number as text2num writes it: `21`, or `21st`.
fn value(digits: &str) -> Option<Value> {
    let number = digits.trim_end_matches(|last: char| last.is_alphabetic());
    if number.len() < digits.len() {
        return number.parse().ok().map(Value::Ordinal);
    }
    number.parse().ok().map(Value::Number)
}

fn is_ordinal(value: &Value) -> bool {
    matches!(value, Value::Ordinal(_))
}

fn is_digit(value: &Value) -> bool {
    matches!(value, Value::Number(number) if number.fract() == 0.0 && (0.0..10.0).contains(number))
}

fn is_two_digits(value: &Value) -> bool {
    matches!(value, Value::Number(number) if number.fract() == 0.0 && (10.0..100.0).contains(number))
}

fn is_share(value: &Value) -> bool {
    matches!(value, Value::Share(_))
}

/// A row for a part that has a name.
macro_rules! share {
    ($id:literal, $words:literal, $plural:literal, $share:expr) => {
        Row {
            id: $id,
            pattern: &[Maybe("a an one"), Words($words)],
            produce: |_| Some(Value::Share($share)),
            examples: &[(
                concat!("a ", $plural),
                concat!("share ", stringify!($share)),
            )],
        }
    };
}

pub(super) const ROWS: &[Row] = &[
    Row {
        id: "number.a",
        pattern: &[Words("a an another single")],
        produce: |_| Some(Value::Number(1.0)),
        examples: &[("a", "number 1"), ("single", "number 1")],
    },
    Row {
        id: "number.couple",
        pattern: &[Maybe("a"), Words("couple pair both"), Maybe("of")],
        produce: |_| Some(Value::Number(2.0)),
        examples: &[("a couple of", "number 2"), ("both", "number 2")],
    },
    Row {
        id: "number.few",
        pattern: &[Maybe("a"), Words("few")],
        produce: |_| Some(Value::Number(3.0)),
        examples: &[("a few", "number 3")],
    },
    Row {
        id: "number.dozen",
        pattern: &[
            Is(is_amount),
            Maybe("a"),
            Words("dozen dozens"),
            Maybe("of"),
        ],
        produce: |met| number(met, 0).map(|count| Value::Number(12.0 * count)),
        examples: &[
            ("a dozen", "number 12"),
            ("half a dozen", "number 6"),
            ("two dozen", "number 24"),
        ],
    },
    Row {
        id: "number.thousand",
        pattern: &[Is(is_number), Glued("k"), Maybe("px")],
        produce: |met| number(met, 0).map(|count| Value::Number(1000.0 * count)),
        examples: &[("3k", "number 3000")],
    },
    Row {
        id: "number.point",
        pattern: &[Is(is_number), Words("point"), Is(is_number)],
        produce: |met| match (number(met, 0)?, number(met, 1)?) {
            (whole, places) if (0.0..10.0).contains(&places) => {
                Some(Value::Number(whole + places / 10.0))
            }
            (whole, places) if (10.0..100.0).contains(&places) => {
                Some(Value::Number(whole + places / 100.0))
            }
            _ => None,
        },
        examples: &[
            ("one point five", "number 1.5"),
            ("1 point 25", "number 1.25"),
        ],
    },
    Row {
        id: "number.bare_point",
        pattern: &[Words("point ."), Is(is_number)],
        produce: |met| {
            number(met, 0)
                .filter(|places| (1.0..10.0).contains(places))
                .map(|places| Value::Number(places / 10.0))
        },
        examples: &[("point five", "number 0.5"), (".5", "number 0.5")],
    },
    Row {
        id: "number.point_digits",
        pattern: &[Words("point"), Is(is_digit), Is(is_digit)],
        produce: |met| {
            Some(Value::Number(
                number(met, 0)? / 10.0 + number(met, 1)? / 100.0,
            ))
        },
        examples: &[("point one five", "number 0.15")],
    },
    Row {
        id: "number.and_share",
        pattern: &[Is(is_number), Words("and &"), Is(is_share)],
        produce: |met| Some(Value::Number(number(met, 0)? + number(met, 1)?)),
        examples: &[
            ("two and a half", "number 2.5"),
            ("three and three quarters", "number 3.75"),
        ],
    },
    Row {
        id: "number.spoken_pair",
        pattern: &[Is(is_two_digits), Is(is_two_digits)],
        produce: |met| Some(Value::Number(100.0 * number(met, 0)? + number(met, 1)?)),
        examples: &[
            ("ten forty", "number 1040"),
            ("nineteen twenty", "number 1920"),
        ],
    },
    Row {
        id: "number.negative",
        pattern: &[Words("- minus negative"), Is(is_number)],
        produce: |met| number(met, 0).map(|number| Value::Number(-number)),
        examples: &[("-6", "number -6"), ("minus three", "number -3")],
    },
    Row {
        id: "number.fraction",
        pattern: &[Is(is_number), Glued("/"), Is(is_number)],
        produce: |met| {
            let (over, under) = (number(met, 0)?, number(met, 1)?);
            (over < under && under > 0.0).then(|| Value::Share(over / under))
        },
        examples: &[("1/4", "share 0.25"), ("2/3", "share 0.6667")],
    },
    share!("share.half", "half halve halves halved ½", "half", 0.5),
    share!("share.third", "third thirds ⅓", "third", 0.3333),
    share!("share.quarter", "quarter quarters ¼", "quarter", 0.25),
    share!("share.fifth", "fifth fifths", "fifth", 0.2),
    share!("share.sixth", "sixth sixths", "sixth", 0.1667),
    share!("share.eighth", "eighth eighths", "eighth", 0.125),
    share!("share.tenth", "tenth tenths", "tenth", 0.1),
    Row {
        id: "share.some",
        pattern: &[Is(is_number), Is(is_share)],
        produce: |met| {
            let share = number(met, 0)? * number(met, 1)?;
            (share < 1.0).then_some(Value::Share(share))
        },
        examples: &[
            ("three quarters", "share 0.75"),
            ("two thirds", "share 0.6666"),
        ],
    },
    Row {
        id: "share.in",
        pattern: &[Words("one 1"), Words("in"), Is(is_number)],
        produce: |met| {
            number(met, 0)
                .filter(|under| *under > 1.0)
                .map(|under| Value::Share(1.0 / under))
        },
        examples: &[("one in four", "share 0.25")],
    },
    Row {
        id: "percent.sign",
        pattern: &[Is(is_number), Words("% percent pct prozent"), Maybe("%")],
        produce: |met| number(met, 0).map(Value::Percent),
        examples: &[("30%", "percent 30"), ("thirty percent", "percent 30")],
    },
    Row {
        id: "percent.per_cent",
        pattern: &[Is(is_number), Words("per"), Words("cent")],
        produce: |met| number(met, 0).map(Value::Percent),
        examples: &[("30 per cent", "percent 30")],
    },
    Row {
        id: "percent.share",
        pattern: &[Is(is_share)],
        produce: |met| number(met, 0).map(|share| Value::Percent(share * 100.0)),
        examples: &[("a quarter", "percent 25")],
    },
    Row {
        id: "ordinal.digits",
        pattern: &[Is(is_number), Glued("st nd rd th")],
        produce: |met| number(met, 0).map(|place| Value::Ordinal(place as i32)),
        examples: &[("3rd", "ordinal 3")],
    },
    Row {
        id: "ordinal.number",
        pattern: &[
            Words("number no. nr no # page photo picture clip"),
            Is(is_number),
        ],
        produce: |met| number(met, 0).map(|place| Value::Ordinal(place as i32)),
        examples: &[("number 3", "ordinal 3"), ("page two", "ordinal 2")],
    },
    Row {
        id: "ordinal.last",
        pattern: &[Words("last final")],
        produce: |_| Some(Value::Ordinal(-1)),
        examples: &[("last", "ordinal -1")],
    },
    Row {
        id: "ordinal.from_end",
        pattern: &[Is(is_ordinal), Words("last to"), Maybe("last")],
        produce: |met| match met[0] {
            Value::Ordinal(place) if *place > 0 => Some(Value::Ordinal(-place)),
            _ => None,
        },
        examples: &[
            ("second last", "ordinal -2"),
            ("third to last", "ordinal -3"),
        ],
    },
];
