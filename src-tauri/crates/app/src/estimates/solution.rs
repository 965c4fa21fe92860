//! How long the actions of a solution take together.

use std::collections::BTreeMap;

use patchbay_domain::{Action, InputValue, ResourceType, Solution, Tool, Toolbox};

use super::size::Size;
use super::speeds::{Speeds, Work};

/// The parameter that names the format of what is written.
const FORMAT: &str = "format";
/// Share of their own time that steps take which pass a video on, beside the one that takes longest: it is decoded and
/// encoded once.
const PASSED: f64 = 0.3;

/// What is known of what is at hand.
pub(super) struct AtHand<'a> {
    pub(super) toolbox: &'a Toolbox,
    /// Types and sizes of the artifacts, by the names that the plan uses.
    pub(super) sizes: BTreeMap<&'a str, (ResourceType, Size)>,
    /// Whether a tool changes a video as it passes.
    pub(super) passes: &'a dyn Fn(&str) -> bool,
}

/// Seconds that a solution will take.
pub(super) fn seconds(solution: &Solution, speeds: &Speeds, at_hand: &AtHand<'_>) -> f64 {
    let mut made: BTreeMap<&str, (ResourceType, Size)> = BTreeMap::new();
    // Steps of one pass over a video, by the name of what the last of them makes.
    let mut passing: BTreeMap<&str, Vec<f64>> = BTreeMap::new();
    let mut alone = 0.0;
    for action in &solution.actions {
        let Some(tool) = at_hand.toolbox.tool(&action.tool) else {
            continue;
        };
        let taken = taken(action, tool, &made, at_hand);
        let inputs = taken
            .iter()
            .map(|(_, (kind, size))| size.ordinary(kind, at_hand.toolbox));
        let took = speeds.seconds(&work(action), inputs.sum(), f64::from(tool.seconds));
        let largest =
            taken
                .iter()
                .map(|(_, (_, size))| *size)
                .fold(Size::default(), |largest, size| Size {
                    megapixels: largest.megapixels.max(size.megapixels),
                    seconds: largest.seconds.max(size.seconds),
                    kilobytes: largest.kilobytes.max(size.kilobytes),
                });
        for output in &action.outputs {
            let size = largest.made(&output.resource_type, at_hand.toolbox);
            made.insert(&output.value, (output.resource_type.clone(), size));
        }
        let output = action.outputs.first().map(|output| output.value.as_str());
        match output.filter(|_| (at_hand.passes)(&action.tool)) {
            Some(output) => {
                let before = taken.iter().find_map(|(name, _)| passing.remove(name));
                let mut steps = before.unwrap_or_default();
                steps.push(took);
                passing.insert(output, steps);
            }
            None => alone += took,
        }
    }
    alone + passing.values().map(|steps| together(steps)).sum::<f64>()
}

/// What a step does, as it is kept and looked up.
pub(super) fn work(action: &Action) -> Work {
    let format = match action.inputs.get(FORMAT) {
        Some(InputValue::One(format)) => format.clone(),
        _ => String::new(),
    };
    Work {
        tool: action.tool.clone(),
        format,
    }
}

/// Seconds of steps that a video passes one after the other.
fn together(steps: &[f64]) -> f64 {
    let longest = steps.iter().copied().fold(0.0, f64::max);
    longest + PASSED * (steps.iter().sum::<f64>() - longest)
}

/// The resources that an action takes, with their names; words that it is given are none.
fn taken<'a>(
    action: &'a Action,
    tool: &Tool,
    made: &BTreeMap<&str, (ResourceType, Size)>,
    at_hand: &AtHand<'_>,
) -> Vec<(&'a str, (ResourceType, Size))> {
    let given = tool
        .args
        .iter()
        .filter_map(|one| action.inputs.get(&one.name));
    let names = given.flat_map(InputValue::values).map(String::as_str);
    let known = |name: &'a str| {
        let found = made.get(name).or_else(|| at_hand.sizes.get(name));
        Some((name, found?.clone()))
    };
    names.filter_map(known).collect()
}
