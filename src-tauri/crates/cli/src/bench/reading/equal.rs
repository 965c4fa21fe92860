//! Whether two values of a parameter do the same.

use patchbay_domain::{Parameter, ParameterKind, Tool};
use patchbay_values::times::{Moments, TimeRanges};

use crate::bench::lattice::is_equal;

/// Lengths, in seconds, on which parts of a time line are compared: those that are the same on both
/// are counted from the same ends.
const LENGTHS: [f64; 2] = [36_000.0, 50_000.0];
/// Seconds by which two times may differ.
const NEAR: f64 = 0.02;

/// Whether two values of a tool's parameter do the same: `600` and `10:00` for a length, `first 0:04`
/// and `0:00 to 0:04` for parts of a time line.
pub(super) fn does_the_same(tool: &Tool, parameter: &Parameter, one: &str, other: &str) -> bool {
    let read = |text: &str| patchbay_values::read(tool, parameter, text);
    let (Ok(one), Ok(other)) = (read(one), read(other)) else {
        return is_equal(one, other);
    };
    let times = |text: &str, length: f64| match parameter.kind {
        ParameterKind::TimeRanges => {
            let kept = TimeRanges::read(text)?.kept(length, "video").ok()?;
            let ends = kept.iter().flat_map(|part| [part.start, part.end]);
            Some(ends.collect::<Vec<f64>>())
        }
        ParameterKind::Times => Moments::read(text)?.on(length, "video").ok(),
        _ => None,
    };
    let is_same_on = |length: &f64| {
        let (Some(one), Some(other)) = (times(&one, *length), times(&other, *length)) else {
            return false;
        };
        let mut pairs = one.iter().zip(&other);
        one.len() == other.len() && pairs.all(|(one, other)| (one - other).abs() <= NEAR)
    };
    is_equal(&one, &other) || LENGTHS.iter().all(is_same_on)
}

#[cfg(test)]
mod tests {
    use patchbay_domain::Toolbox;
    use patchbay_tools::TOOLBOX;

    use super::does_the_same;

    #[test]
    fn values_are_the_same_where_they_do_the_same() {
        let toolbox = Toolbox::from_json(TOOLBOX).expect("a valid toolbox");
        let is_same = |tool: &str, parameter: &str, one: &str, other: &str| {
            let tool = toolbox.tool(tool).expect("a tool");
            let parameter = tool.parameter(parameter).expect("a parameter");
            does_the_same(tool, parameter, one, other)
        };
        let parts = |one, other| is_same("video_trimming", "parts", one, other);
        assert!(parts("without first 0:04", "without 0:00 to 0:04"));
        assert!(parts("without 0:04 to end", "first 0:04"));
        assert!(!parts("first 0:04", "last 0:04"));
        assert!(!parts("first 0:04", "first 0:05"));
        assert!(is_same("audio_looping", "length", "600", "10:00"));
        assert!(!is_same("audio_looping", "length", "600", "6:00"));
    }
}
