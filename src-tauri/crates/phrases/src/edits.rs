//! Edits that words ask for, as the one text that a tool takes them in.

use patchbay_domain::{Parameter, Tool};
use patchbay_values::adjustments::Adjustments;
use patchbay_values::effects::Effects;
use patchbay_values::is_limit;
use patchbay_values::retouching::Changes;
use patchbay_values::speeds::{Rate, Speed};

use crate::adjustments::{self, normalize_video_wording, wishes};
use crate::effects::{self, effects};
use crate::retouching::{self, changes};
use crate::speed::{SpeedError, ramp, speed};

/// Why words are no edits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Unread {
    /// A part of them names none.
    Unknown,
    /// They name one that cannot be done: a sentence that says why.
    Refused(String),
}

/// Reads the edits that words ask for, all of them, in the form that the tool's parameter of edits has.
///
/// # Errors
/// The words ask for anything else, or for what cannot be done.
pub fn edits(tool: &Tool, parameter: &Parameter, words: &str) -> Result<String, Unread> {
    match parameter.name.as_str() {
        "adjustments" => adjusted(words, tool.parameters.iter().any(is_limit)),
        "effects" => effects(words)
            .map(|found| Effects(found).to_string())
            .map_err(|misread| match misread {
                effects::Misread::Part | effects::Misread::Untimed(_) => {
                    Unread::Refused(misread.to_string())
                }
                effects::Misread::Unknown(_) => Unread::Unknown,
            }),
        "retouching" => changes(words)
            .map(|found| Changes(found).to_string())
            .map_err(|unclear| match unclear {
                retouching::Unclear::NoColor(_) => Unread::Refused(unclear.to_string()),
                retouching::Unclear::Unknown(_) => Unread::Unknown,
            }),
        "pace" => paced(words).map(|found| found.to_string()),
        _ => Err(Unread::Unknown),
    }
}

/// Adjustments of an image, or of each frame of a video. The format of an image is a value of its own.
fn adjusted(words: &str, is_video: bool) -> Result<String, Unread> {
    let read = if is_video {
        wishes(&normalize_video_wording(words))
    } else {
        wishes(words)
    };
    let format = match &read {
        Ok(said) if is_video => said.format,
        Err(adjustments::Misread::Format(format)) => Some(format.as_str()),
        _ => None,
    };
    let format = format.map(str::to_uppercase);
    match (read, format) {
        (_, Some(format)) => Err(Unread::Refused(if is_video {
            format!(
                "An edited video is not written as {format}. Leave the format out, or ask for a still of it."
            )
        } else {
            format!(
                "Pictures are written as JPEG, PNG, WebP, TIFF, AVIF or ICO, and not as {format}. Ask for one of those."
            )
        })),
        (Ok(said), None) => Ok(Adjustments(said.adjustments).to_string()),
        (Err(_), None) => Err(Unread::Unknown),
    }
}

/// The speed of a video; where it changes gradually, the one from which it begins.
fn paced(words: &str) -> Result<Speed, Unread> {
    let said = speed(words);
    if let Some((start, _)) = ramp(words) {
        return Ok(Speed {
            rate: Rate::Times(start),
            silent: said.is_ok_and(|said| said.silent),
        });
    }
    said.map_err(|error| match error {
        SpeedError::Unsaid(_) => Unread::Unknown,
        SpeedError::Part | SpeedError::Beyond(_) => Unread::Refused(error.to_string()),
    })
}

#[cfg(test)]
mod tests {
    use patchbay_domain::ParameterKind;
    use serde_json::{from_value, json};

    use super::*;

    fn read(parameters: &[(&str, ParameterKind)], words: &str) -> Result<String, Unread> {
        let parameters: Vec<_> = parameters
            .iter()
            .map(|(name, kind)| json!({ "name": name, "kind": kind, "label": if *kind == ParameterKind::Edits { "" } else { "Part" } }))
            .collect();
        let tool: Tool = from_value(
            json!({ "name": "tool", "args": [], "returns": "image", "parameters": parameters }),
        )
        .expect("a tool");
        edits(&tool, tool.edits().expect("edits"), words)
    }

    #[test]
    fn words_become_edits_in_their_order() {
        use ParameterKind::{Edits, TimeRanges};
        for (name, words, read_as) in [
            (
                "adjustments",
                "make photo.jpg warmer and rotate it 90 degrees, then resize it to 300 wide",
                "warmth 40; angle 90; size 300 wide",
            ),
            (
                "effects",
                "fade it out over 3 seconds and reverse it",
                "reverse backwards; fade_out 3",
            ),
            ("retouching", "make the car red", "recolor #c81e1e"),
            ("retouching", "blur the man and the dog", "blur 100"),
            ("pace", "twice as fast, without sound", "2, silent"),
            ("pace", "ramp it from normal speed to 4x", "1"),
        ] {
            let found = read(&[(name, Edits)], words);
            assert_eq!(found.as_deref(), Ok(read_as), "{words}");
        }
        let video = [("adjustments", Edits), ("within", TimeRanges)];
        let said = "blur the film between 0:02 and 0:05";
        assert_eq!(read(&video, said).as_deref(), Ok("blur 100"));
    }

    #[test]
    fn what_is_anything_else_is_not_half_read() {
        use ParameterKind::Edits;
        for (name, words) in [
            ("adjustments", "make it look like winter"),
            ("adjustments", "make it brighter and add a moustache"),
            ("retouching", "replace the dog with a cat"),
            ("effects", "sing it in another language"),
            ("pace", "make it nicer"),
        ] {
            assert_eq!(
                read(&[(name, Edits)], words),
                Err(Unread::Unknown),
                "{words}"
            );
        }
        for (name, words, why) in [
            ("adjustments", "save it as bmp", "BMP"),
            ("adjustments", "convert it to a GIF", "not as GIF"),
            ("effects", "trim it nicely", "which part of the sound"),
            ("retouching", "recolour the car", "which colour"),
        ] {
            let told = read(&[(name, Edits)], words);
            assert!(
                matches!(&told, Err(Unread::Refused(told)) if told.contains(why)),
                "{told:?}"
            );
        }
    }
}
