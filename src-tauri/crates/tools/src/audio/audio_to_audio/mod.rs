//! `audio_to_audio`: cleans a recording. Hum, hiss and what is not the voice are taken back,
//! passages evened out, and the whole brought to -16 LUFS with a true peak of -1 dB or less. Where the frequency of a hum
//! is said, that alone goes.

use patchbay_audio_dsp::cleaning::{clean, remove_hum};
use patchbay_domain::Resource;
use patchbay_media::audio;

use crate::{Context, Implementation, Inputs, Registered, ToolError};

struct AudioToAudio;

impl Implementation for AudioToAudio {
    fn tool(&self) -> &'static str {
        "audio_to_audio"
    }

    fn run(&self, inputs: &Inputs, context: &Context) -> Result<Resource, ToolError> {
        let source = inputs.audio("audio")?;
        let mains = inputs.number("hum")?;
        let mut audio = audio::read_with(&source.path, &source.name, &mut |fraction| {
            context.progress.set(fraction * 0.15);
            !context.progress.is_cancelled()
        })?;
        let report = |done: f64| {
            context.progress.set(0.15 + 0.8 * done);
            context.check()
        };
        match mains {
            Some(mains) if !remove_hum(&mut audio, mains, &report)? => {
                return Err(ToolError::Refused(format!(
                    "No hum of {mains} Hz is to be heard in {}.",
                    source.name
                )));
            }
            Some(mains) => {
                context
                    .progress
                    .say(format!("Only the hum of {mains} Hz was taken out."));
            }
            None => clean(&mut audio, &report)?,
        }
        let file = context.output("cleaned", Some(&source.name), "wav");
        audio::write_wav(&audio, &file.path, &file.name)?;
        context.progress.set(1.0);
        Ok(Resource::Audio(file))
    }
}

inventory::submit!(Registered(&AudioToAudio));

#[cfg(test)]
mod tests {
    use patchbay_domain::MediaFile;

    use super::*;
    use crate::audio::shared::testing::{noise, voice};
    use crate::testing;

    fn cleaned(audio: &audio::AudioBuffer) -> audio::AudioBuffer {
        let (context, _folder) = testing::context();
        let source = context.output("memo", None, "wav");
        audio::write_wav(audio, &source.path, &source.name).expect("written");
        let inputs = testing::inputs([("audio", Resource::Audio(source))]);
        let Ok(Resource::Audio(file)) = AudioToAudio.run(&inputs, &context) else {
            panic!("no sound")
        };
        assert_eq!(file.name, "memo_cleaned.wav");
        audio::read(&file.path, &file.name).expect("read")
    }

    #[test]
    fn a_noisy_voice_is_freed_and_has_its_loudness() {
        let clean = voice(8.0, 44_100);
        let mut noisy = clean.clone();
        noisy.channels[0]
            .iter_mut()
            .zip(noise(0.01))
            .for_each(|(sample, noise)| *sample += noise);
        let result = cleaned(&noisy);
        assert_eq!(
            (result.sample_rate, result.frames()),
            (44_100, noisy.frames())
        );
        let measured = audio::loudness(&result);
        assert!(
            (measured.integrated + 16.0).abs() < 0.5 && measured.true_peak < -0.9,
            "{measured:?}"
        );
        // Blocks of 20 ms in which the clean voice is silent are its pauses.
        let blocks = |audio: &audio::AudioBuffer| -> Vec<f32> {
            audio.channels[0]
                .chunks(882)
                .map(|block| block.iter().map(|sample| sample * sample).sum())
                .collect()
        };
        let pauses: Vec<bool> = blocks(&clean).iter().map(|power| *power == 0.0).collect();
        // How far the voice is above what is in its pauses, in dB.
        let contrast = |audio: &audio::AudioBuffer| {
            let mean = |is_pause: bool| {
                let powers = || {
                    blocks(audio)
                        .into_iter()
                        .zip(&pauses)
                        .filter(|(_, pause)| **pause == is_pause)
                };
                powers().map(|(power, _)| power).sum::<f32>() / powers().count() as f32
            };
            10.0 * (mean(false) / mean(true)).log10()
        };
        let gained = contrast(&result) - contrast(&noisy);
        assert!(gained > 10.0, "the voice stands {gained} dB further out");
    }

    #[test]
    fn a_hum_that_was_named_alone_goes() {
        let (context, _folder) = testing::context();
        let mut audio = voice(8.0, 44_100);
        let before = audio.clone();
        for (number, sample) in audio.channels[0].iter_mut().enumerate() {
            *sample += (number as f32 * 60.0 * std::f32::consts::TAU / 44_100.0).sin() * 0.05;
        }
        let source = context.output("memo", None, "wav");
        audio::write_wav(&audio, &source.path, &source.name).expect("written");
        let run = |hum: &str| {
            let given = testing::inputs([
                ("audio", Resource::Audio(source.clone())),
                ("hum", Resource::Text(hum.to_owned())),
            ]);
            AudioToAudio.run(&given, &context)
        };
        let Ok(Resource::Audio(file)) = run("60") else {
            panic!("no sound")
        };
        let result = audio::read(&file.path, &file.name).expect("read");
        let apart = |audio: &audio::AudioBuffer| -> f32 {
            let pairs = audio.channels[0].iter().zip(&before.channels[0]);
            pairs
                .skip(44_100)
                .map(|(one, other)| (one - other).powi(2))
                .sum()
        };
        assert!(
            apart(&result) < 0.1 * apart(&audio),
            "{}",
            apart(&result) / apart(&audio)
        );
        let refused = run("50").expect_err("no hum of 50 Hz").to_string();
        assert!(
            refused.contains("50 Hz") && refused.contains("memo.wav"),
            "{refused}"
        );
    }

    #[test]
    fn what_is_no_audio_is_refused() {
        let (context, _folder) = testing::context();
        let file = MediaFile {
            path: context.folder.join("notes.wav"),
            name: "notes.wav".to_owned(),
        };
        std::fs::write(&file.path, "these are words").expect("written");
        let error = AudioToAudio
            .run(
                &testing::inputs([("audio", Resource::Audio(file))]),
                &context,
            )
            .expect_err("words");
        assert!(
            matches!(&error, ToolError::Input(message) if message.contains("notes.wav")),
            "{error}"
        );
    }
}
