//! The rows, a file per kind, and literals, which are read off the letters before any row is
//! matched.

mod amounts;
mod colors;
mod files;
mod formats;
mod levels;
mod numbers;
mod paper;
mod ranges;
mod ratios;
mod regions;
mod sizes;
mod speeds;
mod times;

use crate::row::Row;
use crate::token::Token;
use crate::value::Value;

/// A value, from one token to another, and the row that found it.
pub(crate) type Literal = (usize, usize, Value, &'static str);

/// All rows.
pub(crate) fn all() -> impl Iterator<Item = &'static Row> {
    [
        numbers::ROWS,
        amounts::ROWS,
        times::ROWS,
        ranges::ROWS,
        speeds::ROWS,
        levels::ROWS,
        sizes::ROWS,
        paper::ROWS,
        ratios::ROWS,
        regions::ROWS,
        files::ROWS,
    ]
    .into_iter()
    .flatten()
}

/// Literals, which are read off the letters: numbers in digits and words, clocks, colours, formats,
/// quotations.
pub(crate) fn literals(text: &str, tokens: &[Token]) -> Vec<Literal> {
    let mut found = numbers::literals(tokens);
    found.extend(times::literals(tokens));
    found.extend(colors::literals(tokens));
    found.extend(formats::literals(tokens));
    found.extend(regions::literals(tokens));
    found.extend(files::quotations(text, tokens));
    found
}

/// The first of the values that a pattern met, as a number.
fn number(values: &[&Value], index: usize) -> Option<f64> {
    match values.get(index)? {
        Value::Number(number)
        | Value::Share(number)
        | Value::Multiple(number)
        | Value::Percent(number)
        | Value::Time(number) => Some(*number),
        _ => None,
    }
}

fn is_number(value: &Value) -> bool {
    matches!(value, Value::Number(_))
}

/// A number, or a part of one: `half`, `a third of`.
fn is_amount(value: &Value) -> bool {
    matches!(value, Value::Number(_) | Value::Share(_))
}

fn is_time(value: &Value) -> bool {
    matches!(value, Value::Time(_))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lattice;

    #[test]
    fn each_row_reads_its_examples() {
        let mut wrong = Vec::new();
        for row in all() {
            assert!(!row.examples.is_empty(), "{} has no example", row.id);
            for (text, value) in row.examples {
                let found = lattice(text);
                let is_there = found.iter().any(|one| {
                    (one.from, one.to) == (0, text.len()) && one.value.to_string() == *value
                });
                if !is_there {
                    let found: Vec<String> =
                        found.iter().map(|one| one.value.to_string()).collect();
                    wrong.push(format!(
                        "{}: “{text}” is not {value}, but {found:?}",
                        row.id
                    ));
                }
            }
        }
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    }

    #[test]
    fn no_two_rows_have_one_name() {
        let mut ids: Vec<&str> = all().map(|row| row.id).collect();
        ids.sort_unstable();
        let count = ids.len();
        ids.dedup();
        assert_eq!(ids.len(), count);
    }
}
