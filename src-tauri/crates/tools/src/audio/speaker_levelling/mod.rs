//! Levels the speakers of a recording, so that a quiet guest is as loud as the host: slowly, as a hand on a fader.

use patchbay_domain::Resource;
use patchbay_media::video::Chain;
use patchbay_tool_api::converting::audio_format;

use crate::audio::shared::through::{heard, own_format, through};
use crate::shared::levelling::Leveller;
use crate::{Context, Implementation, Inputs, Registered, ToolError};

/// The share of the work that listening is.
const LISTENING: f64 = 0.3;

struct SpeakerLevelling;
inventory::submit!(Registered(&SpeakerLevelling));

impl Implementation for SpeakerLevelling {
    fn tool(&self) -> &'static str {
        "speaker_levelling"
    }

    fn run(&self, inputs: &Inputs, context: &Context) -> Result<Resource, ToolError> {
        let sound = inputs.audio("audio")?;
        let format = audio_format(inputs)?.unwrap_or_else(|| own_format(sound));
        let leveller = Leveller::of(inputs)?;
        let mut peak = 0.0_f32;
        heard(sound, (0.0, LISTENING), context, |block| {
            peak = peak.max(block.peak());
        })?;
        let filters = leveller.filter(peak).ok_or_else(|| {
            ToolError::Nothing(format!("“{}” is silent: nobody speaks in it.", sound.name))
        })?;
        let chain = Chain::of(filters);
        let range = (LISTENING, 1.0);
        let made = through(sound, (format, &chain), "levelled", range, context)?;
        Ok(Resource::Audio(made))
    }
}

#[cfg(test)]
mod tests {
    use patchbay_domain::MediaFile;
    use patchbay_media::audio::{AudioBuffer, read, write_wav};

    use super::*;
    use crate::audio::shared::testing::{level, voice};
    use crate::testing::{context, inputs};

    /// Host and guest in turn, five seconds each, the guest 18 dB softer.
    fn interview() -> AudioBuffer {
        let speech = voice(20.0, 24_000);
        let guest = 10.0_f32.powf(-18.0 / 20.0);
        let gain = |at: usize| {
            if (at / (5 * 24_000)).is_multiple_of(2) {
                1.0
            } else {
                guest
            }
        };
        let samples = speech.channels[0].iter().enumerate();
        AudioBuffer {
            sample_rate: 24_000,
            channels: vec![samples.map(|(at, sample)| sample * gain(at)).collect()],
        }
    }

    fn levelled(audio: &AudioBuffer, lift: &str) -> AudioBuffer {
        let (context, _folder) = context();
        let file = MediaFile {
            path: context.folder.join("interview.wav"),
            name: "interview.wav".to_owned(),
        };
        write_wav(audio, &file.path, &file.name).unwrap();
        let values = [
            ("audio", Resource::Audio(file)),
            ("lift", Resource::Text(lift.to_owned())),
        ];
        let made = SpeakerLevelling.run(&inputs(values), &context).unwrap();
        assert_eq!(made.files()[0].name, "interview_levelled.wav");
        read(&made.files()[0].path, "made").unwrap()
    }

    /// The levels of the four turns, without their edges.
    fn turns(audio: &AudioBuffer) -> [f32; 4] {
        [0.0, 5.0, 10.0, 15.0].map(|start| level(audio, start + 1.0, start + 4.0))
    }

    #[test]
    fn a_quiet_guest_becomes_as_loud_as_the_host() {
        let audio = interview();
        let before = turns(&audio);
        assert!(before[0] - before[1] > 12.0, "{before:?}");
        let made = levelled(&audio, "");
        assert!((made.seconds() - 20.0).abs() < 0.01);
        let after = turns(&made);
        for turn in after {
            assert!(
                (turn - before[0]).abs() < 5.0,
                "{before:?} became {after:?}"
            );
        }
        assert!(made.peak() <= audio.peak() + 0.01);
        // No further than is set.
        let after = turns(&levelled(&audio, "6"));
        assert!(
            (after[1] - before[1] - 6.0).abs() < 1.5,
            "{before:?} became {after:?}"
        );
    }

    #[test]
    fn silence_has_nobody_to_level() {
        let (context, _folder) = context();
        let file = MediaFile {
            path: context.folder.join("silence.wav"),
            name: "silence.wav".to_owned(),
        };
        write_wav(&AudioBuffer::silence(8000, 1, 8000), &file.path, &file.name).unwrap();
        let error = SpeakerLevelling
            .run(&inputs([("audio", Resource::Audio(file))]), &context)
            .unwrap_err();
        assert!(error.to_string().contains("is silent"), "{error}");
    }
}
