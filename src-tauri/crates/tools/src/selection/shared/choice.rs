//! Things that can be chosen, and which one of several is meant by its place or size.

use patchbay_domain::BoundingBox;

use crate::ToolError;

/// A thing that can be chosen.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Candidate {
    /// Label of the thing, where known.
    pub label: Option<String>,
    /// Place and size of the thing, where known.
    pub extent: Option<Extent>,
}

/// Place and size of a thing on the image, in pixels.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Extent {
    /// The middle, from the left.
    pub x: f64,
    /// The middle, from the top.
    pub y: f64,
    /// Square pixels.
    pub area: f64,
    /// Box that encloses it.
    pub bounding_box: BoundingBox,
}

/// Choice of one of several.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Which {
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

/// The words that say it.
pub(crate) const WHICH: [(&str, Which); 40] = [
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

/// Says that nothing is left, and what there was.
pub(crate) fn none_left(condition: &str, candidates: &[Candidate], what: &str) -> ToolError {
    let mut labels: Vec<&str> = candidates
        .iter()
        .filter_map(|candidate| candidate.label.as_deref())
        .collect();
    labels.sort_unstable();
    labels.dedup();
    ToolError::Nothing(format!(
        "None of the {what} is “{condition}”; there are: {}.",
        labels.join(", ")
    ))
}

/// The one of those that is meant.
pub(crate) fn one_of(
    kept: &[usize],
    which: Which,
    candidates: &[Candidate],
    condition: &str,
    what: &str,
) -> Result<Vec<usize>, ToolError> {
    let by = |key: &dyn Fn(Extent) -> f64| -> Result<Vec<usize>, ToolError> {
        let placed = kept
            .iter()
            .filter_map(|&index| candidates[index].extent.map(|extent| (index, key(extent))));
        let first = placed.min_by(|a, b| a.1.total_cmp(&b.1)).ok_or_else(|| {
            ToolError::Input(format!(
                "The {what} have no place or size, so “{condition}” cannot be told among them."
            ))
        })?;
        Ok(vec![first.0])
    };
    match which {
        Which::Nth(number) => kept.get(number).map(|&index| vec![index]).ok_or_else(|| {
            ToolError::Input(format!(
                "“{condition}” asks for number {}, but there are only {}.",
                number + 1,
                kept.len()
            ))
        }),
        Which::Last => Ok(kept.last().copied().into_iter().collect()),
        Which::Left => by(&|extent| extent.x),
        Which::Right => by(&|extent| -extent.x),
        Which::Top => by(&|extent| extent.y),
        Which::Bottom => by(&|extent| -extent.y),
        Which::Largest => by(&|extent| -extent.area),
        Which::Smallest => by(&|extent| extent.area),
        Which::Middle => {
            let extents: Vec<Extent> = candidates
                .iter()
                .filter_map(|candidate| candidate.extent)
                .collect();
            let mean = |key: fn(&Extent) -> f64| {
                extents.iter().map(key).sum::<f64>() / extents.len().max(1) as f64
            };
            let (x, y) = (mean(|extent| extent.x), mean(|extent| extent.y));
            by(&|extent| (extent.x - x).hypot(extent.y - y))
        }
    }
}
