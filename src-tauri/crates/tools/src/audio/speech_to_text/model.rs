//! `speech_to_text` by Whisper: what is said in an audio clip, as subtitles with times (`SubRip`),
//! which tools that show or read them take.

use patchbay_domain::Resource;
use patchbay_inference::networks::whisper::Segment;

use crate::audio::shared::transcribing::transcribed;
use crate::{Context, Implementation, Inputs, ToolError};

/// Words are shown no shorter than this, in seconds.
const SHORTEST: f64 = 0.1;

pub(super) struct SpeechToText;

impl Implementation for SpeechToText {
    fn tool(&self) -> &'static str {
        "speech_to_text"
    }

    fn label(&self) -> &'static str {
        "Whisper"
    }

    fn has_model(&self) -> bool {
        true
    }

    fn run(&self, inputs: &Inputs, context: &Context) -> Result<Resource, ToolError> {
        let (said, seconds) = transcribed(inputs.audio("audio")?, self.tool(), context)?;
        Ok(Resource::Text(subtitles(&said, seconds)))
    }
}

/// What is said as `SubRip` text; what has no words is left out. `length`: of the audio, in
/// seconds.
fn subtitles(segments: &[Segment], length: f64) -> String {
    let spoken = segments
        .iter()
        .filter(|segment| !segment.text.is_empty() && segment.start < length);
    let blocks = spoken.enumerate().map(|(index, segment)| {
        let end = segment.end.min(length).max(segment.start + SHORTEST);
        // An empty line would end the words, and a line of an arrow would be times.
        let words = segment
            .text
            .split_whitespace()
            .collect::<Vec<_>>()
            .join(" ")
            .replace("-->", "→");
        format!(
            "{}\n{} --> {}\n{words}",
            index + 1,
            time(segment.start),
            time(end)
        )
    });
    blocks.collect::<Vec<_>>().join("\n\n")
}

/// Seconds as `SubRip` writes them: `01:02:03,450`.
fn time(seconds: f64) -> String {
    let thousandths = (seconds * 1000.0).round() as u64;
    let (whole, rest) = (thousandths / 1000, thousandths % 1000);
    format!(
        "{:02}:{:02}:{:02},{rest:03}",
        whole / 3600,
        whole / 60 % 60,
        whole % 60
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn segment(start: f64, end: f64, text: &str) -> Segment {
        Segment {
            start,
            end,
            ids: Vec::new(),
            words: Vec::new(),
            text: text.to_owned(),
        }
    }

    #[test]
    fn what_is_said_becomes_subtitles_within_the_audio() {
        let said = [
            segment(0.0, 2.5, "Hello there."),
            segment(2.5, 2.5, "a \n\n --> b"),
            segment(3.0, 4.0, ""),
            segment(3723.45, 3730.0, "Goodbye."),
            segment(3725.5, 3730.0, "beyond"),
        ];
        let text = subtitles(&said, 3725.0);
        let expected = "1\n00:00:00,000 --> 00:00:02,500\nHello there.\n\n2\n00:00:02,500 --> 00:00:02,600\na → b\n\n\
                        3\n01:02:03,450 --> 01:02:05,000\nGoodbye.";
        assert_eq!(text, expected);
        let cues = crate::shared::subtitles::cues(&text, 3725.0).unwrap();
        assert_eq!(
            cues.iter()
                .map(|cue| (cue.start, cue.end, cue.text()))
                .collect::<Vec<_>>()[2]
                .2,
            "Goodbye."
        );
        assert_eq!(cues.len(), 3);
        assert!(subtitles(&[segment(0.0, 1.0, "")], 5.0).is_empty());
    }
}
