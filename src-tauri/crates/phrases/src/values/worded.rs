//! Words that say a value and nothing else: `the first ten seconds`, `half speed`, `top left
//! corner`.

use patchbay_domain::{Parameter, ParameterKind, Tool};
use patchbay_values::families::Family;
use patchbay_values::numbers::written;

use crate::adjustments::size_of;
use crate::times::{digits, said_ranges, worded_interval, worded_moments};
use crate::{overlays, regions, repeats, speed, titles};

/// Reads a value of one of a tool's parameters as a person types it or as words say it, and writes
/// it in the one way of its kind.
///
/// # Errors
/// It is no such value, or out of range: a sentence that names the parameter and what it can be.
pub fn read(tool: &Tool, parameter: &Parameter, words: &str) -> Result<String, String> {
    patchbay_values::read(tool, parameter, words).or_else(|refusal| {
        worded(tool, parameter, &words.trim().to_lowercase())
            .and_then(|value| patchbay_values::read(tool, parameter, &value).ok())
            .ok_or(refusal)
    })
}

/// The value that words in lower case say, as a person would type it; none where they say none.
fn worded(tool: &Tool, parameter: &Parameter, words: &str) -> Option<String> {
    match Family::of(tool).filter(|family| family.has(parameter)) {
        Some(Family::Overlays) => return overlays::worded(&parameter.name, words),
        Some(Family::Repeats) => return repeats::whole(words).map(|times| times.to_string()),
        Some(Family::Pauses) => return Some(digits(words)),
        Some(Family::Titles) if parameter.name == "place" => {
            return titles::said_place(words).map(str::to_owned);
        }
        Some(Family::Adjustments) if !["size", "region"].contains(&parameter.name.as_str()) => {
            return None;
        }
        Some(Family::Retiming | Family::Tags | Family::Sheets) => return None,
        Some(Family::Titles | Family::Adjustments | Family::Effects) | None => {}
    }
    match parameter.kind {
        ParameterKind::TimeRanges => said_ranges(words).map(|ranges| ranges.to_string()),
        ParameterKind::Times => worded_moments(words).map(|moments| moments.to_string()),
        ParameterKind::Interval => worded_interval(words).map(|interval| interval.to_string()),
        ParameterKind::Speed | ParameterKind::Factor => speed::worded(words).map(written),
        ParameterKind::Box => regions::only(words).map(|(_, region)| region.to_string()),
        ParameterKind::Size => size_of(words).map(|size| size.to_string()),
        ParameterKind::Duration
        | ParameterKind::Time
        | ParameterKind::Bytes
        | ParameterKind::Bitrate => Some(digits(words)),
        _ => None,
    }
}
