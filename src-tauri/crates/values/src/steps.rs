//! Steps in their order as one text: `angle 90; border 5, border_color #ffffff`. A step has values by
//! their names, the one that it is named after first.

/// The values of a step by their names.
pub(crate) type Step<N> = Vec<(N, String)>;

/// Steps as they are written. A value with marks of the list in it stands in quotation marks.
pub(crate) fn written(steps: impl IntoIterator<Item = Step<&'static str>>) -> String {
    let value = |(name, value): &(&str, String)| format!("{name} {}", quoted(value));
    let step = |step: Step<&str>| step.iter().map(value).collect::<Vec<_>>().join(", ");
    steps.into_iter().map(step).collect::<Vec<_>>().join("; ")
}

fn quoted(value: &str) -> String {
    let is_plain = !value.is_empty()
        && value.trim() == value
        && !value.contains(['"', '\\', ';', '\n'])
        && !value.contains(", ");
    if is_plain {
        return value.to_owned();
    }
    let escaped = value
        .replace('\\', r"\\")
        .replace('"', "\\\"")
        .replace('\n', r"\n");
    format!("\"{escaped}\"")
}

/// Reads the form that [`written`] writes; none where it is anything else. Nothing is no step.
pub(crate) fn read(text: &str) -> Option<Vec<Step<String>>> {
    let mut rest = text.trim();
    let mut steps = Vec::new();
    let mut step = Vec::new();
    while !rest.is_empty() {
        let (name, after) = rest.split_once(' ')?;
        let (value, after) = value(after)?;
        step.push((name.to_owned(), value));
        if let Some(more) = after.strip_prefix(", ") {
            rest = more;
            continue;
        }
        steps.push(std::mem::take(&mut step));
        rest = match after.strip_prefix("; ") {
            Some(more) if !more.is_empty() => more,
            None if after.is_empty() => "",
            _ => return None,
        };
    }
    step.is_empty().then_some(steps)
}

/// The value that a text begins with, and the rest after it.
fn value(text: &str) -> Option<(String, &str)> {
    let Some(inner) = text.strip_prefix('"') else {
        let end = [text.find(", "), text.find(';')]
            .into_iter()
            .flatten()
            .min();
        let (value, after) = text.split_at(end.unwrap_or(text.len()));
        return (!value.is_empty()).then(|| (value.to_owned(), after));
    };
    let mut value = String::new();
    let mut letters = inner.char_indices();
    while let Some((at, letter)) = letters.next() {
        match letter {
            '"' => return Some((value, &inner[at + 1..])),
            '\\' => value.push(match letters.next()?.1 {
                'n' => '\n',
                other => other,
            }),
            _ => value.push(letter),
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn what_is_no_list_is_not_read() {
        for text in [
            "angle",
            "angle 90;",
            "angle 90; ",
            "caption \"open",
            "caption \"a\"b",
        ] {
            assert_eq!(read(text), None, "{text}");
        }
        assert_eq!(read(" "), Some(Vec::new()));
    }

    proptest! {
        #![proptest_config(crate::testing::cases())]

        #[test]
        fn what_is_written_is_read_back(values in prop::collection::vec(prop::collection::vec("[a-z0-9,;\"\\\\ \n]{0,12}|.{0,8}", 1..4), 0..4), any in ".{0,40}") {
            let steps = values.iter().map(|step| step.iter().map(|value| ("name", value.clone())).collect());
            let text = written(steps);
            let read_back = read(&text).expect("a list");
            let read_values: Vec<Vec<String>> = read_back.into_iter().map(|step| step.into_iter().map(|(_, value)| value).collect()).collect();
            prop_assert_eq!(read_values, values, "{}", text);
            let _ = read(&any);
        }
    }
}
