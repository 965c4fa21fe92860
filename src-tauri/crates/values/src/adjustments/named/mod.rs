//! Adjustments as values of parameters: `angle` 90, `brightness` 20, `size` 1200 wide.

mod made;
#[cfg(test)]
mod tests;
mod written;

use std::collections::BTreeMap;

pub(super) use self::made::made;
pub(super) use self::written::slots_of;
use self::written::values_of;
use super::adjustment::Adjustment;

/// Places on an image by their names, as shares across and down.
const PLACES: [(&str, f32, f32); 9] = [
    ("top left", 0.0, 0.0),
    ("top", 0.5, 0.0),
    ("top right", 1.0, 0.0),
    ("left", 0.0, 0.5),
    ("middle", 0.5, 0.5),
    ("right", 1.0, 0.5),
    ("bottom left", 0.0, 1.0),
    ("bottom", 0.5, 1.0),
    ("bottom right", 1.0, 1.0),
];

/// The parameters that adjustments are values of. What is only told of another stands behind it.
pub const NAMES: [&str; 26] = [
    "brightness",
    "exposure",
    "contrast",
    "warmth",
    "saturation",
    "sharpness",
    "blur",
    "vignette",
    "grain",
    "pixelate",
    "levels",
    "look",
    "angle",
    "mirror",
    "size",
    "aspect",
    "crop_size",
    "region",
    "border",
    "border_color",
    "canvas",
    "canvas_color",
    "caption",
    "position",
    "text_color",
    "text_size",
];

/// Parameters that only give details of another adjustment, which has to be there.
const DETAILS: [&str; 5] = [
    "border_color",
    "canvas_color",
    "position",
    "text_color",
    "text_size",
];

/// The values that adjustments have, by the names of their parameters. One that they give twice, or
/// that there is no way of writing, is left out.
pub fn values(adjustments: &[Adjustment]) -> BTreeMap<&'static str, String> {
    let mut found: BTreeMap<&'static str, Option<String>> = BTreeMap::new();
    for (name, value) in adjustments.iter().flat_map(values_of) {
        found
            .entry(name)
            .and_modify(|twice| *twice = None)
            .or_insert(value);
    }
    found
        .into_iter()
        .filter_map(|(name, value)| Some((name, value?)))
        .collect()
}

/// Whether a parameter only gives a detail of an adjustment that another one asks for.
pub(super) fn is_detail(name: &str) -> bool {
    DETAILS.contains(&name)
}

/// A value in the one way of writing it; none where the parameter of that name cannot be that.
pub fn read(name: &str, text: &str) -> Option<String> {
    let made = made(name, text.trim(), None)?;
    values_of(&made)
        .into_iter()
        .find(|(other, _)| *other == name)?
        .1
}

/// Gives the adjustment that the parameter `name` is of another value; adds it where there is none,
/// and takes it out where the value is empty. None where it cannot be that.
#[must_use]
pub fn set(adjustments: &mut Vec<Adjustment>, name: &str, value: &str) -> Option<()> {
    let place = adjustments
        .iter()
        .position(|one| values_of(one).iter().any(|(other, _)| *other == name));
    let is_detail = is_detail(name);
    if value.trim().is_empty() {
        if let Some(place) = place.filter(|_| !is_detail) {
            adjustments.remove(place);
        }
        return Some(());
    }
    let changed = made(name, value.trim(), place.map(|place| &adjustments[place]))?;
    match place {
        Some(place) => adjustments[place] = changed,
        None if is_detail => return None,
        None => adjustments.push(changed),
    }
    Some(())
}
