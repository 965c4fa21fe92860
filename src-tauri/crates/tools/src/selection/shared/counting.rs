//! Counts in a sentence: "3 objects: 2 dogs and 1 cat."

use super::labels::plural;

/// A sentence that counts things by their labels, most frequent first; `what` is the singular of
/// what they are, such as `object`.
pub(crate) fn sentence<'a>(what: &str, labels: impl Iterator<Item = Option<&'a str>>) -> String {
    let mut total = 0;
    let mut counts: Vec<(&str, usize)> = Vec::new();
    for label in labels {
        total += 1;
        let Some(label) = label else { continue };
        match counts.iter_mut().find(|(known, _)| *known == label) {
            Some((_, count)) => *count += 1,
            None => counts.push((label, 1)),
        }
    }
    counts.sort_by(|a, b| b.1.cmp(&a.1).then(a.0.cmp(b.0)));
    let number = |count: usize, name: &str| {
        if count == 1 {
            format!("1 {name}")
        } else {
            format!("{count} {}", plural(name))
        }
    };
    let all = if total == 0 {
        format!("No {}", plural(what))
    } else {
        number(total, what)
    };
    let named: usize = counts.iter().map(|(_, count)| count).sum();
    let mut parts: Vec<String> = counts
        .iter()
        .map(|(label, count)| number(*count, label))
        .collect();
    if named > 0 && named < total {
        parts.push(format!("{} without a label", total - named));
    }
    match parts.as_slice() {
        [] => format!("{all}."),
        [one] => format!("{all}: {one}."),
        [first @ .., last] => format!("{all}: {} and {last}.", first.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_read_as_sentences() {
        let said = |labels: &[Option<&str>]| sentence("object", labels.iter().copied());
        assert_eq!(
            said(&[Some("dog"), Some("cat"), Some("dog")]),
            "3 objects: 2 dogs and 1 cat."
        );
        assert_eq!(said(&[Some("person")]), "1 object: 1 person.");
        assert_eq!(
            said(&[Some("bus"), Some("bus"), None, Some("car")]),
            "4 objects: 2 buses, 1 car and 1 without a label."
        );
        assert_eq!(said(&[None, None]), "2 objects.");
        assert_eq!(said(&[]), "No objects.");
    }
}
