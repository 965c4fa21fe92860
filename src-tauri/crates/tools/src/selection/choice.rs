//! Chooses among labelled things by a person's words: what it is, which of several, where it lies, how large it is.

use super::labels::{fit, forms};
use crate::ToolError;

/// A thing that can be chosen.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Candidate {
    /// What it is, where known.
    pub label: Option<String>,
    /// Where it lies and how large it is, where known.
    pub extent: Option<Extent>,
}

/// Where a thing lies on the picture, in pixels.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Extent {
    /// The middle, from the left.
    pub x: f64,
    /// The middle, from the top.
    pub y: f64,
    /// Square pixels.
    pub area: f64,
}

/// Which one of several is meant.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Which {
    /// By its place in the order given, from 0.
    Nth(usize),
    Last,
    Left,
    Right,
    Top,
    Bottom,
    Middle,
    Largest,
    Smallest,
}

const WHICH: [(&str, Which); 40] = [
    ("first", Which::Nth(0)),
    ("1st", Which::Nth(0)),
    ("second", Which::Nth(1)),
    ("2nd", Which::Nth(1)),
    ("third", Which::Nth(2)),
    ("3rd", Which::Nth(2)),
    ("fourth", Which::Nth(3)),
    ("4th", Which::Nth(3)),
    ("fifth", Which::Nth(4)),
    ("5th", Which::Nth(4)),
    ("sixth", Which::Nth(5)),
    ("6th", Which::Nth(5)),
    ("seventh", Which::Nth(6)),
    ("eighth", Which::Nth(7)),
    ("last", Which::Last),
    ("left", Which::Left),
    ("leftmost", Which::Left),
    ("right", Which::Right),
    ("rightmost", Which::Right),
    ("top", Which::Top),
    ("topmost", Which::Top),
    ("upper", Which::Top),
    ("highest", Which::Top),
    ("bottom", Which::Bottom),
    ("lower", Which::Bottom),
    ("lowest", Which::Bottom),
    ("middle", Which::Middle),
    ("center", Which::Middle),
    ("centre", Which::Middle),
    ("central", Which::Middle),
    ("largest", Which::Largest),
    ("biggest", Which::Largest),
    ("bigger", Which::Largest),
    ("larger", Which::Largest),
    ("big", Which::Largest),
    ("large", Which::Largest),
    ("smallest", Which::Smallest),
    ("smaller", Which::Smallest),
    ("small", Which::Smallest),
    ("little", Which::Smallest),
];

/// Words that do not say what a thing is.
const EMPTY: [&str; 42] = [
    "the", "a", "an", "one", "of", "in", "on", "at", "from", "to", "all", "every", "each", "any", "both", "only", "just",
    "thing", "object", "item", "mask", "box", "label", "region", "it", "that", "this", "these", "those", "picture", "photo", "everything",
    "everybody", "everyone", "them", "and", "or", "with", "there",
    "image", "side", "please",
];

/// Words after which stands what is not meant.
const EXCEPT: [&str; 6] = ["except", "but", "not", "without", "excluding", "other"];

/// The positions of the candidates that `condition` describes, at least one, in their order. `what` is what messages call
/// them, such as `boxes`.
pub(super) fn choose(condition: &str, candidates: &[Candidate], what: &str) -> Result<Vec<usize>, ToolError> {
    if candidates.is_empty() {
        return Err(ToolError::Input(format!("There are no {what} to choose from: nothing was found before this step.")));
    }
    let words = forms(condition);
    let split = words.iter().position(|word| EXCEPT.contains(&word.as_str()));
    let (meant, except) = split.map_or((&words[..], &[][..]), |at| (&words[..at], &words[at + 1..]));
    let which = WHICH.iter().find(|(word, _)| meant.iter().any(|said| said == word)).map(|(_, which)| *which);
    let named = |words: &[String]| -> Vec<String> {
        let is_name = |word: &&String| {
            !EMPTY.contains(&word.as_str()) && !WHICH.iter().any(|(other, _)| *other == word.as_str())
        };
        words.iter().filter(is_name).cloned().collect()
    };
    let mut kept: Vec<usize> = (0..candidates.len()).collect();
    let (wanted, unwanted) = (named(meant), named(except));
    if !wanted.is_empty() {
        kept = matching(&wanted, candidates, condition, what)?;
    }
    if !unwanted.is_empty() {
        let out = matching(&unwanted, candidates, condition, what)?;
        kept.retain(|index| !out.contains(index));
    }
    if kept.is_empty() {
        return Err(none_left(condition, candidates, what));
    }
    which.map_or(Ok(kept.clone()), |which| one_of(&kept, which, candidates, condition, what))
}

fn matching(
    words: &[String],
    candidates: &[Candidate],
    condition: &str,
    what: &str,
) -> Result<Vec<usize>, ToolError> {
    let labels: Vec<&str> = candidates.iter().filter_map(|candidate| candidate.label.as_deref()).collect();
    if labels.is_empty() {
        return Err(ToolError::Input(format!(
            "The {what} have no labels, so “{condition}” cannot be found among them; point at what you mean instead."
        )));
    }
    let fits: Vec<u8> =
        candidates.iter().map(|candidate| candidate.label.as_deref().map_or(0, |label| fit(label, words))).collect();
    let best = fits.iter().copied().max().unwrap_or(0);
    if best == 0 {
        return Err(none_left(condition, candidates, what));
    }
    Ok((0..candidates.len()).filter(|&index| fits[index] == best).collect())
}

fn none_left(condition: &str, candidates: &[Candidate], what: &str) -> ToolError {
    let mut labels: Vec<&str> = candidates.iter().filter_map(|candidate| candidate.label.as_deref()).collect();
    labels.sort_unstable();
    labels.dedup();
    ToolError::Input(format!("None of the {what} is “{condition}”; there are: {}.", labels.join(", ")))
}

fn one_of(
    kept: &[usize],
    which: Which,
    candidates: &[Candidate],
    condition: &str,
    what: &str,
) -> Result<Vec<usize>, ToolError> {
    let by = |key: &dyn Fn(Extent) -> f64| -> Result<Vec<usize>, ToolError> {
        let placed = kept.iter().filter_map(|&index| candidates[index].extent.map(|extent| (index, key(extent))));
        let first = placed.min_by(|a, b| a.1.total_cmp(&b.1)).ok_or_else(|| {
            ToolError::Input(format!("The {what} have no place or size, so “{condition}” cannot be told among them."))
        })?;
        Ok(vec![first.0])
    };
    match which {
        Which::Nth(number) => kept.get(number).map(|&index| vec![index]).ok_or_else(|| {
            ToolError::Input(format!("“{condition}” asks for number {}, but there are only {}.", number + 1, kept.len()))
        }),
        Which::Last => Ok(kept.last().copied().into_iter().collect()),
        Which::Left => by(&|extent| extent.x),
        Which::Right => by(&|extent| -extent.x),
        Which::Top => by(&|extent| extent.y),
        Which::Bottom => by(&|extent| -extent.y),
        Which::Largest => by(&|extent| -extent.area),
        Which::Smallest => by(&|extent| extent.area),
        Which::Middle => {
            let extents: Vec<Extent> = candidates.iter().filter_map(|candidate| candidate.extent).collect();
            let mean = |key: fn(&Extent) -> f64| extents.iter().map(key).sum::<f64>() / extents.len().max(1) as f64;
            let (x, y) = (mean(|extent| extent.x), mean(|extent| extent.y));
            by(&|extent| (extent.x - x).hypot(extent.y - y))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scene() -> Vec<Candidate> {
        [("dog", 10.0, 400.0), ("cat", 50.0, 100.0), ("dog", 90.0, 900.0), ("person", 60.0, 5_000.0)]
            .iter()
            .enumerate()
            .map(|(index, &(label, x, area))| Candidate {
                label: Some(label.to_owned()),
                extent: Some(Extent { x, y: index as f64, area }),
            })
            .collect()
    }

    #[test]
    fn words_choose() {
        let chosen = |condition: &str| choose(condition, &scene(), "boxes").expect(condition);
        assert_eq!(chosen("dog"), [0, 2]);
        assert_eq!(chosen("the dogs"), [0, 2]);
        assert_eq!(chosen("the second dog"), [2]);
        assert_eq!(chosen("the second one"), [1]);
        assert_eq!(chosen("left dog"), [0]);
        assert_eq!(chosen("the dog on the right side"), [2]);
        assert_eq!(chosen("the largest"), [3]);
        assert_eq!(chosen("smallest dog"), [0]);
        assert_eq!(chosen("people and cats"), [1, 3]);
        assert_eq!(chosen("everything but the dogs").len(), 2);
        assert_eq!(chosen("all animals"), [0, 1, 2]);
        assert_eq!(chosen("all of them").len(), 4);
    }

    #[test]
    fn what_cannot_be_chosen_is_said() {
        let refused = |condition: &str, candidates: &[Candidate]| {
            choose(condition, candidates, "boxes").expect_err(condition).to_string()
        };
        assert!(refused("zebra", &scene()).ends_with("there are: cat, dog, person."));
        assert!(refused("the fourth dog", &scene()).contains("there are only 2"));
        let bare = vec![Candidate { label: None, extent: None }; 2];
        assert!(refused("dog", &bare).contains("have no labels"));
        assert!(refused("the largest", &bare).contains("no place or size"));
        assert!(refused("dog", &[]).contains("no boxes to choose from"));
        assert_eq!(choose("the second one", &bare, "boxes"), Ok(vec![1]));
    }
}
