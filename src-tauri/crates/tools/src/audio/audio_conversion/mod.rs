//! Writes an audio clip in another file format and changes nothing else.

use patchbay_domain::Resource;
use patchbay_media::video::write_audio;
use patchbay_tool_api::converting::audio_format;
use patchbay_tool_api::watching::watched;

use crate::{Context, Implementation, Inputs, Registered, ToolError};

struct AudioConversion;
inventory::submit!(Registered(&AudioConversion));

impl Implementation for AudioConversion {
    fn tool(&self) -> &'static str {
        "audio_conversion"
    }

    fn run(&self, inputs: &Inputs, context: &Context) -> Result<Resource, ToolError> {
        let audio = inputs.audio("audio")?;
        let format = audio_format(inputs)?.ok_or_else(|| {
            ToolError::Refused(
                "It is not said which format the sound is to have. Say mp3, m4a or wav.".to_owned(),
            )
        })?;
        let output = context.output("converted", Some(&audio.name), format.extension());
        let (from, to) = ((&*audio.path, &*audio.name), (&*output.path, &*output.name));
        watched(context, (0.0, 1.0), |watch| {
            write_audio(from, 0, to, format, watch)
        })?;
        Ok(Resource::Audio(output))
    }
}

#[cfg(test)]
mod tests {
    use patchbay_domain::MediaFile;
    use patchbay_media::audio;

    use super::*;
    use crate::testing::{context, inputs};

    #[test]
    fn audio_is_written_as_what_is_asked_for() {
        let (context, folder) = context();
        let file = MediaFile {
            path: folder.path().join("voice.wav"),
            name: "voice.wav".to_owned(),
        };
        let tone: Vec<f32> = (0..96_000).map(|n| (n as f32 * 0.06).sin() * 0.5).collect();
        let audio = audio::AudioBuffer {
            sample_rate: 48_000,
            channels: vec![tone.clone(), tone],
        };
        audio::write_wav(&audio, &file.path, "voice.wav").unwrap();
        for format in ["mp3", "m4a", "wav"] {
            let values = [
                ("audio", Resource::Audio(file.clone())),
                ("format", Resource::Text(format.to_owned())),
            ];
            let made = AudioConversion.run(&inputs(values), &context).unwrap();
            assert_eq!(made.files()[0].name, format!("voice_converted.{format}"));
            let read = audio::read(&made.files()[0].path, format).unwrap();
            assert!(
                (read.seconds() - 2.0).abs() < 0.06,
                "{format}: {}",
                read.seconds()
            );
        }
        let error = AudioConversion
            .run(&inputs([("audio", Resource::Audio(file))]), &context)
            .unwrap_err();
        assert!(matches!(error, ToolError::Refused(said) if said.contains("mp3, m4a or wav")));
    }
}
