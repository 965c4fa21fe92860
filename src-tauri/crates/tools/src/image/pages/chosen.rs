//! Choice of pages: `1-3, 5, last`, `odd`, `even`.

use crate::ToolError;

/// The pages that a value names, the first being 0, in its order.
///
/// # Errors
/// It names none that the file has.
pub(super) fn chosen(value: &str, count: usize, name: &str) -> Result<Vec<usize>, ToolError> {
    let refused = |part: &str| {
        ToolError::Refused(format!(
            "“{part}” names no pages. Write such as 1-3, 5, last, odd or even."
        ))
    };
    let number = |word: &str| -> Result<usize, ToolError> {
        let word = word.trim();
        let page = match word {
            "last" => count,
            word => word.parse().map_err(|_| refused(value))?,
        };
        if (1..=count).contains(&page) {
            return Ok(page);
        }
        let pages = if count == 1 {
            "1 page".to_owned()
        } else {
            format!("{count} pages")
        };
        Err(ToolError::Refused(format!(
            "“{name}” has {pages}, so there is no page {page}."
        )))
    };
    let mut found = Vec::new();
    for part in value.split(',').map(|part| part.trim().to_lowercase()) {
        match part.as_str() {
            "" => {}
            "all" => found.extend(1..=count),
            "odd" => found.extend((1..=count).step_by(2)),
            "even" => found.extend((2..=count).step_by(2)),
            part => match part.split_once(['-', '–']) {
                Some((from, to)) => {
                    let from = if from.trim().is_empty() {
                        1
                    } else {
                        number(from)?
                    };
                    let to = if to.trim().is_empty() {
                        count
                    } else {
                        number(to)?
                    };
                    if from <= to {
                        found.extend(from..=to);
                    } else {
                        found.extend((to..=from).rev());
                    }
                }
                None => found.push(number(part)?),
            },
        }
    }
    if found.is_empty() {
        return Err(refused(value));
    }
    Ok(found.into_iter().map(|page| page - 1).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_are_named_one_by_one_and_as_ranges() {
        let of = |value: &str| chosen(value, 7, "a.pdf").unwrap();
        assert_eq!(of("1-3, 5, last"), [0, 1, 2, 4, 6]);
        assert_eq!(of("3-1"), [2, 1, 0]);
        assert_eq!(of("6-"), [5, 6]);
        assert_eq!(of("-2, 2"), [0, 1, 1]);
        assert_eq!((of("odd"), of("even")), (vec![0, 2, 4, 6], vec![1, 3, 5]));
        let error = chosen("2, 9", 7, "a.pdf").unwrap_err().to_string();
        assert_eq!(error, "“a.pdf” has 7 pages, so there is no page 9.");
        assert!(chosen("some", 7, "a.pdf").is_err() && chosen(",", 7, "a.pdf").is_err());
    }
}
