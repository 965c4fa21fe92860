//! Holds a result against the values that it was to have, before it counts as done: a result that breaks them is no answer.

use patchbay_domain::{MediaFile, Resource, Tool};
use patchbay_media::{audio, video};
use patchbay_phrases::speed::{Rate, Speed, factor};
use patchbay_phrases::times::{TimeRanges, clock, duration};

use crate::{Inputs, ToolError};

/// How far a length may be off, in seconds: two pictures and the frames of sound around a cut.
const LENIENCE: f64 = 0.15;
/// How far besides, as share of the length.
const SHARE: f64 = 0.01;
/// Parameters of what rings on after the end: no other value tells how long a result of such a tool is.
const RINGING: [&str; 2] = ["echo", "reverb"];

/// Whether a result is what the values of its tool's parameters ask for: its format, its length. `target`: how long it was to
/// be, in seconds, where that came from elsewhere, such as the film that music goes under.
///
/// # Errors
/// It is not: a sentence that says what was asked for and what was made.
pub fn checked(tool: &Tool, inputs: &Inputs, target: Option<f64>, result: &Resource) -> Result<(), ToolError> {
    let broken = |asked: &str, made: &str| {
        ToolError::Failed(format!(
            "“{}” was to make {asked}, but made {made}, which is not shown as a result.",
            tool.title()
        ))
    };
    if let Some(format) = inputs.value("format") {
        let is_so = |file: &&MediaFile| file.name.ends_with(&format!(".{format}"));
        if let Some(other) = result.files().iter().find(|file| !is_so(file)) {
            return Err(broken(&format!("a file of the format {}", format.to_uppercase()), &other.name));
        }
    }
    if let (Some(asked), Some(made)) = (seconds_asked(tool, inputs, target), seconds(result))
        && (made - asked).abs() > LENIENCE + SHARE * asked
    {
        return Err(broken(&clock(asked), &clock(made)));
    }
    Ok(())
}

/// The length that values ask of a result, in seconds; none where they ask for none.
fn seconds_asked(tool: &Tool, inputs: &Inputs, target: Option<f64>) -> Option<f64> {
    if RINGING.iter().any(|name| tool.parameter(name).is_some()) {
        return None;
    }
    let given = || inputs.media().find_map(seconds);
    if let Some(ranges) = inputs.value("parts").and_then(|parts| TimeRanges::read(&parts)) {
        let parts = ranges.kept(given()?, "video").ok()?;
        return Some(parts.iter().map(|part| part.end - part.start).sum());
    }
    if let Some(factor) = inputs.value("speed").and_then(|speed| factor(&speed)) {
        let pace = Speed { rate: Rate::Times(factor), silent: false }.pace(given()?).ok()?;
        return Some(given()? / pace.factor);
    }
    let length = inputs.value("length").and_then(|length| duration(&length))?;
    target.is_none_or(|target| (target - length).abs() < 0.01).then_some(length)
}

/// How long a film or sound is; none where it is neither.
fn seconds(of: &Resource) -> Option<f64> {
    match of {
        Resource::Video(file) => video::probe(&file.path, &file.name).ok().map(|facts| facts.seconds),
        Resource::Audio(file) => audio::probe(&file.path, &file.name).ok().map(|facts| facts.seconds),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{context, inputs};

    #[test]
    fn a_result_of_another_length_or_format_is_no_result() {
        let (_context, folder) = context();
        let sound = |name: &str, seconds: usize| {
            let file = MediaFile { path: folder.path().join(name), name: name.to_owned() };
            let silence = audio::Sound::silence(48_000, 1, 48_000 * seconds);
            audio::write_wav(&silence, &file.path, name).unwrap();
            Resource::Audio(file)
        };
        let tool: Tool = serde_json::from_str(r#"{"name": "cut_it", "args": [], "returns": "audio"}"#).unwrap();
        let text = |value: &str| Resource::Text(value.to_owned());
        let (whole, part) = (sound("whole.wav", 10), sound("part.wav", 3));
        let asked = |parts: &str| inputs([("audio", whole.clone()), ("parts", text(parts))]);
        assert_eq!(checked(&tool, &asked("last 0:03"), None, &part), Ok(()));
        let error = checked(&tool, &asked("0:00 to 0:05"), None, &part).unwrap_err().to_string();
        assert!(error.contains("“Cut it” was to make 5 s, but made 3 s"), "{error}");
        let error = checked(&tool, &inputs([("format", text("mp3"))]), None, &part).unwrap_err().to_string();
        assert!(error.contains("MP3") && error.contains("part.wav"), "{error}");
        assert_eq!(checked(&tool, &inputs([("length", text("3"))]), Some(3.0), &part), Ok(()));
        assert_eq!(checked(&tool, &inputs([("length", text("8"))]), Some(3.0), &part), Ok(()));
        let rings =
            r#"{"name": "ring", "args": [], "returns": "audio", "parameters": [{"name": "echo", "kind": "duration"}]}"#;
        let rings: Tool = serde_json::from_str(rings).unwrap();
        assert_eq!(checked(&rings, &asked("0:00 to 0:01"), None, &part), Ok(()), "the echo is heard after it");
    }
}
