//! Holds a result against the values that it was to have, before it counts as done: a result that
//! breaks them is no answer.

mod files;
mod sides;

use patchbay_domain::{MediaFile, Resource, Tool};
use patchbay_media::{audio, image, video};
use patchbay_phrases::speed::{Rate, Speed, factor};
use patchbay_phrases::times::{Moments, TimeRanges, clock, duration};

use crate::{Inputs, ToolError};

/// How far a length may be off, in seconds: two pictures and the frames of sound around a cut.
const LENIENCE: f64 = 0.15;
/// How far besides, as share of the length.
const SHARE: f64 = 0.01;
/// Parameters of what rings on after the end: no other value tells how long a result of such a tool
/// is.
const RINGING: [&str; 2] = ["echo", "reverb"];

/// How far a loudness may be off, in LU: what an encoder and a limiter change of it.
const LOUDNESS_LENIENCE: f64 = 1.5;

/// Whether a result is what the values of its tool's parameters ask for: its format, length,
/// loudness and channels, its bytes and frames a second, and how many pictures there are and how
/// large. `target`: how long it was
/// to be, in seconds, where that came from elsewhere, such as the film that music goes under.
///
/// # Errors
/// It is not: a sentence that says what was asked for and what was made.
pub fn checked(
    tool: &Tool,
    inputs: &Inputs,
    target: Option<f64>,
    result: &Resource,
) -> Result<(), ToolError> {
    let broken = |asked: &str, made: &str| {
        ToolError::Failed(format!(
            "“{}” was to make {asked}, but made {made}, which is not shown as a result.",
            tool.title()
        ))
    };
    if let Some(format) = inputs.value("format") {
        let is_so = |file: &&MediaFile| file.name.ends_with(&format!(".{format}"));
        if let Some(other) = result.files().iter().find(|file| !is_so(file)) {
            return Err(broken(
                &format!("a file of the format {}", format.to_uppercase()),
                &other.name,
            ));
        }
    }
    if let (Some(asked), Some(made)) = (seconds_asked(tool, inputs, target), seconds(result))
        && (made - asked).abs() > LENIENCE + SHARE * asked
    {
        return Err(broken(&clock(asked), &clock(made)));
    }
    let differs = sound_differs(inputs, result)
        .or_else(|| pictures_differ(inputs, result))
        .or_else(|| files::differ(inputs, result));
    differs.map_or(Ok(()), |(asked, made)| Err(broken(&asked, &made)))
}

/// The loudness or channels that values ask of a sound and those that it has, in words, where they
/// differ.
fn sound_differs(inputs: &Inputs, result: &Resource) -> Option<(String, String)> {
    let Resource::Audio(file) = result else {
        return None;
    };
    if inputs.value("channels").as_deref() == Some("mono") {
        let channels = audio::probe(&file.path, &file.name).ok()?.channels;
        if channels != 1 {
            return Some((
                "a sound with one channel".to_owned(),
                format!("one with {channels}"),
            ));
        }
    }
    let asked: f64 = inputs.value("loudness")?.parse().ok()?;
    // What is faded after it had its loudness is softer.
    if ["fade_in", "fade_out"]
        .iter()
        .any(|fade| inputs.value(fade).is_some())
    {
        return None;
    }
    let sound = audio::read(&file.path, &file.name).ok()?;
    let made = audio::loudness(&sound).integrated;
    let differs = made.is_finite() && (made - asked).abs() > LOUDNESS_LENIENCE;
    differs.then(|| {
        (
            format!("a sound of {asked} LUFS"),
            format!("one of {made:.1} LUFS"),
        )
    })
}

/// What values ask of pictures, their number or their size, and what those are, in words, where
/// they differ.
fn pictures_differ(inputs: &Inputs, result: &Resource) -> Option<(String, String)> {
    let Resource::Images { items, .. } = result else {
        return None;
    };
    let times = inputs
        .value("times")
        .and_then(|times| Moments::read(&times))
        .map(|times| times.count());
    let count = inputs.value("count").and_then(|count| count.parse().ok());
    if let Some(asked) = times.or(count.filter(|_| inputs.value("every").is_none()))
        && asked != items.len()
    {
        return Some((format!("{asked} pictures"), items.len().to_string()));
    }
    let asked = sides::asked(inputs)?;
    items.iter().find_map(|item| {
        let made = image::probe(&item.file.path, &item.file.name).ok()?;
        (!asked.are(made)).then(|| (asked.words.clone(), format!("{} × {}", made.0, made.1)))
    })
}

/// The length that values ask of a result, in seconds; none where they ask for none.
fn seconds_asked(tool: &Tool, inputs: &Inputs, target: Option<f64>) -> Option<f64> {
    if RINGING.iter().any(|name| tool.parameter(name).is_some()) {
        return None;
    }
    let given = || inputs.media().find_map(seconds);
    if let Some(ranges) = inputs
        .value("parts")
        .and_then(|parts| TimeRanges::read(&parts))
    {
        let parts = ranges.kept(given()?, "video").ok()?;
        return Some(parts.iter().map(|part| part.end - part.start).sum());
    }
    if let Some(factor) = inputs.value("speed").and_then(|speed| factor(&speed)) {
        let pace = Speed {
            rate: Rate::Times(factor),
            silent: false,
        }
        .pace(given()?)
        .ok()?;
        return Some(given()? / pace.factor);
    }
    let length = inputs
        .value("length")
        .and_then(|length| duration(&length))?;
    target
        .is_none_or(|target| (target - length).abs() < 0.01)
        .then_some(length)
}

/// How long a film or sound is; none where it is neither.
fn seconds(of: &Resource) -> Option<f64> {
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
    use super::*;
    use crate::testing::{context, inputs};

    #[test]
    fn a_result_of_another_length_or_format_is_no_result() {
        let (_context, folder) = context();
        let sound = |name: &str, seconds: usize| {
            let file = MediaFile {
                path: folder.path().join(name),
                name: name.to_owned(),
            };
            let silence = audio::AudioBuffer::silence(48_000, 1, 48_000 * seconds);
            audio::write_wav(&silence, &file.path, name).unwrap();
            Resource::Audio(file)
        };
        let tool: Tool =
            serde_json::from_str(r#"{"name": "cut_it", "args": [], "returns": "audio"}"#).unwrap();
        let text = |value: &str| Resource::Text(value.to_owned());
        let (whole, part) = (sound("whole.wav", 10), sound("part.wav", 3));
        let asked = |parts: &str| inputs([("audio", whole.clone()), ("parts", text(parts))]);
        assert_eq!(checked(&tool, &asked("last 0:03"), None, &part), Ok(()));
        let error = checked(&tool, &asked("0:00 to 0:05"), None, &part)
            .unwrap_err()
            .to_string();
        assert!(
            error.contains("“Cut it” was to make 5 s, but made 3 s"),
            "{error}"
        );
        let error = checked(&tool, &inputs([("format", text("mp3"))]), None, &part)
            .unwrap_err()
            .to_string();
        assert!(
            error.contains("MP3") && error.contains("part.wav"),
            "{error}"
        );
        assert_eq!(
            checked(&tool, &inputs([("length", text("3"))]), Some(3.0), &part),
            Ok(())
        );
        assert_eq!(
            checked(&tool, &inputs([("length", text("8"))]), Some(3.0), &part),
            Ok(())
        );
        let rings = r#"{"name": "ring", "args": [], "returns": "audio", "parameters": [{"name": "echo", "kind": "duration"}]}"#;
        let rings: Tool = serde_json::from_str(rings).unwrap();
        assert_eq!(
            checked(&rings, &asked("0:00 to 0:01"), None, &part),
            Ok(()),
            "the echo is heard after it"
        );
    }

    #[test]
    fn a_sound_of_another_loudness_or_with_more_channels_is_no_result() {
        let (_context, folder) = context();
        let file = MediaFile {
            path: folder.path().join("tone.wav"),
            name: "tone.wav".to_owned(),
        };
        let wave = (0..96_000)
            .map(|at| 0.1 * (f32::from((at % 48) as u16) / 48.0 * std::f32::consts::TAU).sin());
        let wave: Vec<f32> = wave.collect();
        let tone = audio::AudioBuffer {
            channels: vec![wave.clone(), wave],
            ..audio::AudioBuffer::silence(48_000, 2, 0)
        };
        audio::write_wav(&tone, &file.path, "tone").unwrap();
        let (has, tone) = (audio::loudness(&tone).integrated, Resource::Audio(file));
        let tool: Tool =
            serde_json::from_str(r#"{"name": "level", "args": [], "returns": "audio"}"#).unwrap();
        let text = |value: String| Resource::Text(value);
        let asked = |loudness: f64| {
            inputs([
                ("audio", tone.clone()),
                ("loudness", text(loudness.to_string())),
            ])
        };
        assert_eq!(checked(&tool, &asked(has.round()), None, &tone), Ok(()));
        let error = checked(&tool, &asked(has.round() + 3.0), None, &tone)
            .unwrap_err()
            .to_string();
        assert!(
            error.contains(&format!("but made one of {has:.1} LUFS")),
            "{error}"
        );
        let mono = inputs([
            ("audio", tone.clone()),
            ("channels", text("mono".to_owned())),
        ]);
        let error = checked(&tool, &mono, None, &tone).unwrap_err().to_string();
        assert!(
            error.contains("one channel, but made one with 2"),
            "{error}"
        );
    }

    #[test]
    fn pictures_of_another_number_or_size_are_no_result() {
        let (_context, folder) = context();
        let path = folder.path().join("a.png");
        ::image::RgbImage::new(60, 40).save(&path).unwrap();
        let made = Resource::image(MediaFile {
            path,
            name: "a.png".to_owned(),
        });
        let tool: Tool =
            serde_json::from_str(r#"{"name": "edit", "args": [], "returns": "image"}"#).unwrap();
        let checked = |values: &[(&'static str, &str)]| {
            let values = values
                .iter()
                .map(|(name, value)| (*name, Resource::Text((*value).to_owned())));
            checked(
                &tool,
                &Inputs::new(
                    values
                        .map(|(name, value)| (name.to_owned(), value))
                        .collect(),
                ),
                None,
                &made,
            )
        };
        let edit = ("text", "make it smaller");
        for right in [
            ("size", "60 wide"),
            ("size", "40 high"),
            ("size", "60"),
            ("aspect", "3:2"),
            ("count", "1"),
        ] {
            assert_eq!(checked(&[edit, right]), Ok(()), "{right:?}");
        }
        for (wrong, told) in [
            (("size", "1200 wide"), "1200 wide, but made 60 × 40"),
            (("aspect", "16:9"), "16:9, but made 60 × 40"),
            (("count", "4"), "4 pictures, but made 1"),
            (("times", "0:05, 0:08"), "2 pictures, but made 1"),
        ] {
            let error = checked(&[edit, wrong]).unwrap_err().to_string();
            assert!(error.contains(told), "{error}");
        }
        assert_eq!(
            checked(&[
                ("text", "resize it and add a white border"),
                ("size", "50 wide")
            ]),
            Ok(()),
            "it has a frame"
        );
        assert_eq!(
            checked(&[edit, ("aspect", "16:9"), ("angle", "90")]),
            Ok(()),
            "it is turned afterwards"
        );
    }
}
