//! Lengths that values ask of a result.

use patchbay_domain::{Resource, Tool};
use patchbay_media::{audio, video};
use patchbay_values::speeds::{Rate, Speed, factor};
use patchbay_values::times::{Counting, Moments, TimeRanges, Timecode, duration};

use super::shows;
use crate::Inputs;

/// Parameters of what rings on after the end: no other value tells how long a result of such a tool
/// is.
const RINGING: [&str; 2] = ["echo", "reverb"];

/// The length that values ask of a result, in seconds; none where they ask for none.
/// `given`: how long what the tool takes is.
pub(super) fn asked(
    tool: &Tool,
    inputs: &Inputs,
    target: Option<f64>,
    given: impl Fn() -> Option<f64>,
) -> Option<f64> {
    if RINGING.iter().any(|name| tool.parameter(name).is_some()) {
        return None;
    }
    if let Some(ranges) = inputs
        .value("parts")
        .and_then(|parts| TimeRanges::read(&parts))
    {
        return within(ranges, given()?, inputs);
    }
    // A ramp begins at the video's own speed where nothing else is set.
    let ramp = || inputs.value("ramp").map(|_| "1".to_owned());
    let speed = inputs.value("speed").or_else(ramp);
    let end = inputs.value("ramp").and_then(|speed| factor(&speed));
    if let Some(factor) = speed.and_then(|speed| factor(&speed)) {
        let whole = given()?;
        // Only so much of it plays at that speed.
        let part = inputs
            .value("within")
            .and_then(|parts| TimeRanges::read(&parts));
        let meant = match part {
            Some(ranges) => within(ranges, whole, inputs)?,
            None => whole,
        };
        let pace = Speed {
            rate: Rate::Times(factor),
            silent: false,
        }
        .pace(meant)
        .ok()?;
        let share = match end {
            // A second of the source lasts so long on average.
            Some(end) if (end - pace.factor).abs() > 1e-6 => {
                (end / pace.factor).ln() / (end - pace.factor)
            }
            _ => 1.0 / pace.factor,
        };
        return Some(whole - meant + meant * share);
    }
    let repeats_parts = |_: &String| tool.parameter("repeats").is_some();
    if let Some(part) = inputs.value("part").filter(repeats_parts) {
        // It plays again at its place.
        let whole = given()?;
        let again = repeats(inputs).unwrap_or(2.0) - 1.0;
        return Some(whole + again * within(TimeRanges::read(&part)?, whole, inputs)?);
    }
    if let Some((rounds, more)) = rounds(inputs) {
        return Some(given()? * rounds + more);
    }
    if let Some(show) = shows::seconds(inputs) {
        return Some(show);
    }
    let length = inputs
        .value("length")
        .and_then(|length| duration(&length))?;
    target
        .is_none_or(|target| (target - length).abs() < 0.01)
        .then_some(length)
}

/// Total length in seconds of the parts of a video or audio clip of `whole` seconds.
fn within(ranges: TimeRanges, whole: f64, inputs: &Inputs) -> Option<f64> {
    let facts = inputs
        .videos()
        .find_map(|video| video::probe(&video.path, &video.name).ok());
    let ranges = match facts {
        Some(facts) => {
            let start = facts.timecode.as_deref().and_then(Timecode::read);
            let rate = facts.frames_per_second;
            ranges.counted(&Counting { rate, start }).ok()?
        }
        None => ranges,
    };
    let parts = ranges.kept(whole, "video").ok()?;
    Some(parts.iter().map(|part| part.end - part.start).sum())
}

/// Number of times that it plays, where a value says it.
fn repeats(inputs: &Inputs) -> Option<f64> {
    inputs.value("repeats")?.parse().ok()
}

/// Number of times that the whole plays and the seconds that are added to that, where values say
/// it.
fn rounds(inputs: &Inputs) -> Option<(f64, f64)> {
    let number = |name| inputs.value(name)?.parse::<f64>().ok();
    if let Some(repeats) = repeats(inputs).filter(|_| {
        ["length", "seams"]
            .iter()
            .all(|name| inputs.value(name).is_none())
    }) {
        return Some((repeats, 0.0));
    }
    if let Some(hold) = number("hold") {
        let times = inputs
            .value("times")
            .and_then(|times| Moments::read(&times));
        return Some((1.0, hold * times.map_or(1, |times| times.count()) as f64));
    }
    let is_boomerang = inputs.value("mode").as_deref() == Some("boomerang");
    is_boomerang.then_some((2.0, 0.0))
}

/// Length of a video or audio clip in seconds; none where it is neither.
pub(super) fn seconds(of: &Resource) -> Option<f64> {
    match of {
        Resource::Video(file) => video::probe(&file.path, &file.name)
            .ok()
            .map(|facts| facts.seconds),
        Resource::Audio(file) => audio::probe(&file.path, &file.name)
            .ok()
            .map(|facts| facts.seconds),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use patchbay_domain::MediaFile;

    use super::super::checked;
    use super::*;
    use crate::testing::context;

    #[test]
    fn a_result_is_as_long_as_its_values_say() {
        let (_context, folder) = context();
        let sound = |name: &str, seconds: usize| {
            let path = folder.path().join(name);
            let silence = audio::AudioBuffer::silence(48_000, 1, 48_000 * seconds);
            audio::write_wav(&silence, &path, name).unwrap();
            let name = name.to_owned();
            Resource::Audio(MediaFile { path, name })
        };
        let tool: Tool =
            serde_json::from_str(r#"{"name": "t", "args": [], "returns": "audio"}"#).unwrap();
        let (given, made) = (sound("given.wav", 4), sound("made.wav", 8));
        for (values, is_so) in [
            (vec![("repeats", "2")], true),
            (vec![("repeats", "3")], false),
            (vec![("mode", "boomerang")], true),
            (vec![("hold", "4")], true),
            (vec![("hold", "2"), ("times", "0:01, end")], true),
            (vec![("hold", "2")], false),
            (vec![("speed", "0.5")], true),
            (vec![("speed", "0.25"), ("within", "0:00 to 0:02")], false),
            (vec![("speed", "0.2"), ("within", "0:00 to 0:01")], true),
            // 4 s · ln 0.2032 ÷ (0.2032 - 1).
            (vec![("ramp", "0.2032")], true),
            (vec![("speed", "0.5"), ("ramp", "0.5")], true),
            (vec![("ramp", "2")], false),
        ] {
            let text = |(name, value): &(&str, &str)| {
                ((*name).to_owned(), Resource::Text((*value).to_owned()))
            };
            let audio = ("audio".to_owned(), given.clone());
            let all = values.iter().map(text).chain([audio]).collect();
            let checked = checked(&tool, &Inputs::new(all), None, &made);
            assert_eq!(checked.is_ok(), is_so, "{values:?}");
        }
    }
}
