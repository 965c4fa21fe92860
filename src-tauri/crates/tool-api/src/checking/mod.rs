//! Holds a result against the values that it was to have, before it counts as done: a result that
//! breaks them is no answer.

mod clips;
mod files;
mod lengths;
mod pieces;
mod shows;
mod sides;

use patchbay_domain::{MediaFile, Resource, Tool};
use patchbay_media::{image, video};
use patchbay_values::times::{Moments, clock};

use crate::{Inputs, ToolError};

/// Tolerance of a length, in seconds: two video frames and the audio frames around a cut.
const LENIENCE: f64 = 0.15;
/// Additional tolerance, as share of the length.
const SHARE: f64 = 0.01;

/// Whether a result is what the values of its tool's parameters ask for: its format, length,
/// loudness and channels, its bytes and frames a second, and how many pictures there are. `target`:
/// how long it was to be, in seconds, where that came from elsewhere, such as the film that music
/// goes under.
///
/// # Errors
/// It is not: a sentence that says what was asked for and what was made.
pub fn checked(
    tool: &Tool,
    inputs: &Inputs,
    target: Option<f64>,
    result: &Resource,
) -> Result<(), ToolError> {
    let broken = |asked: &str, made: &str| broken(tool, asked, made);
    if let Some(format) = inputs.value("format") {
        let is_so = |file: &&MediaFile| file.name.ends_with(&format!(".{format}"));
        if let Some(other) = result.files().iter().find(|file| !is_so(file)) {
            return Err(broken(
                &format!("a file of the format {}", format.to_uppercase()),
                &other.name,
            ));
        }
    }
    if let (Some(asked), Some(made)) = (
        lengths::asked(tool, inputs, target, || {
            inputs.media().find_map(lengths::seconds)
        }),
        lengths::seconds(result),
    ) && is_other(asked, made)
    {
        return Err(broken(&clock(asked), &clock(made)));
    }
    let differs = clips::differ(inputs, result)
        .or_else(|| images_differ(inputs, result))
        .or_else(|| pieces::differ(tool, inputs, result))
        .or_else(|| pieces::joined_differ(tool, inputs, result))
        .or_else(|| files::differ(tool, inputs, result));
    differs.map_or(Ok(()), |(asked, made)| Err(broken(&asked, &made)))
}

/// Whether pictures or a video's frames are as large as the values of their tool's parameters ask.
///
/// # Errors
/// They are not: a sentence that says what was asked for and what was made.
pub fn checked_sides(tool: &Tool, inputs: &Inputs, result: &Resource) -> Result<(), ToolError> {
    let differs = pictures_differ(inputs, result).or_else(|| frames_differ(inputs, result));
    differs.map_or(Ok(()), |(asked, made)| Err(broken(tool, &asked, &made)))
}

/// Whether a tool that took a video of `before` seconds as it passed made of it what the values of
/// its parameters ask for: one of `after` seconds.
///
/// # Errors
/// It did not: a sentence that says what was asked for and what was made.
pub fn checked_stage(
    tool: &Tool,
    inputs: &Inputs,
    before: f64,
    after: f64,
) -> Result<(), ToolError> {
    match lengths::asked(tool, inputs, None, || Some(before)) {
        Some(asked) if is_other(asked, after) => Err(broken(tool, &clock(asked), &clock(after))),
        _ => Ok(()),
    }
}

/// Whether a video that was written in one pass is as long and as large as its frames and audio
/// were to be.
///
/// # Errors
/// It is not: a sentence that says what was expected and what was made.
pub fn checked_written(
    result: &Resource,
    seconds: f64,
    sides: (u32, u32),
) -> Result<(), ToolError> {
    let Resource::Video(file) = result else {
        return Ok(());
    };
    let made = video::probe(&file.path, &file.name)?;
    if !is_other(seconds, made.seconds) && (made.width, made.height) == sides {
        return Ok(());
    }
    Err(ToolError::Failed(format!(
        "“{}” was to last {} and to be {} × {}, but lasts {} and is {} × {}, so it is not shown as a result.",
        file.name,
        clock(seconds),
        sides.0,
        sides.1,
        clock(made.seconds),
        made.width,
        made.height
    )))
}

fn is_other(asked: f64, made: f64) -> bool {
    (made - asked).abs() > LENIENCE + SHARE * asked
}

fn broken(tool: &Tool, asked: &str, made: &str) -> ToolError {
    ToolError::Failed(format!(
        "“{}” was to make {asked}, but made {made}, which is not shown as a result.",
        tool.title()
    ))
}

/// Number of images that values ask for and the number made, in words, where they differ.
fn images_differ(inputs: &Inputs, result: &Resource) -> Option<(String, String)> {
    let Resource::Images { items, .. } = result else {
        return None;
    };
    let times = inputs
        .value("times")
        .and_then(|times| Moments::read(&times))
        .map(|times| times.count());
    let count = inputs.value("count").and_then(|count| count.parse().ok());
    let asked = times.or(count.filter(|_| inputs.value("every").is_none()))?;
    (asked != items.len()).then(|| (format!("{asked} pictures"), items.len().to_string()))
}

/// The size that values ask of images and the one that they have, in words, where they differ.
fn pictures_differ(inputs: &Inputs, result: &Resource) -> Option<(String, String)> {
    let Resource::Images { items, .. } = result else {
        return None;
    };
    let asked = sides::asked(inputs)?;
    items.iter().find_map(|item| {
        let made = image::probe(&item.file.path, &item.file.name).ok()?;
        (!asked.are(made)).then(|| (asked.words.clone(), format!("{} × {}", made.0, made.1)))
    })
}

/// The size that values ask of a video's frames and the one that they have, in words, where they
/// differ.
fn frames_differ(inputs: &Inputs, result: &Resource) -> Option<(String, String)> {
    let Resource::Video(file) = result else {
        return None;
    };
    let asked = sides::of_video(inputs)?;
    let facts = video::probe(&file.path, &file.name).ok()?;
    let made = (facts.width, facts.height);
    (!asked.are(made)).then(|| (asked.words.clone(), format!("{} × {}", made.0, made.1)))
}

#[cfg(test)]
mod tests {
    use patchbay_media::audio;

    use super::*;
    use crate::testing::{context, inputs};

    #[test]
    fn a_result_of_another_length_or_format_is_no_result() {
        let (_context, folder) = context();
        let audio = |name: &str, seconds: usize| {
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
        let (whole, part) = (audio("whole.wav", 10), audio("part.wav", 3));
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
        let loops = r#"{"name": "loop_it", "args": [], "returns": "audio", "parameters": [{"name": "repeats", "kind": "factor"}]}"#;
        let loops: Tool = serde_json::from_str(loops).unwrap();
        let asked_times = |times: &str| inputs([("audio", part.clone()), ("repeats", text(times))]);
        assert_eq!(
            checked(&loops, &asked_times("2"), None, &audio("twice.wav", 6)),
            Ok(())
        );
        assert!(checked(&loops, &asked_times("4"), None, &whole).is_err());
        let rings = r#"{"name": "ring", "args": [], "returns": "audio", "parameters": [{"name": "echo", "kind": "duration"}]}"#;
        let rings: Tool = serde_json::from_str(rings).unwrap();
        assert_eq!(
            checked(&rings, &asked("0:00 to 0:01"), None, &part),
            Ok(()),
            "the echo is heard after it"
        );
    }

    #[test]
    fn audio_of_another_loudness_or_with_more_channels_is_no_result() {
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
    fn images_of_another_number_or_size_are_no_result() {
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
                .map(|(name, value)| ((*name).to_owned(), Resource::Text((*value).to_owned())));
            let inputs = Inputs::new(values.collect());
            checked(&tool, &inputs, None, &made).and_then(|()| checked_sides(&tool, &inputs, &made))
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
                ("size", "50 wide"),
                ("border_color", "#ffffff")
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
