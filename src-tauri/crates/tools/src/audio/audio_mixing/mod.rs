//! `audio_mixing`: two sounds at once. Where one is speech and the other is not, the other makes
//! room while somebody speaks.

use patchbay_audio_dsp::mixing::mix;
use patchbay_domain::{MediaFile, Resource};
use patchbay_media::audio::{self, AudioBuffer};

use crate::{Context, Implementation, Inputs, Registered, ToolError};

struct AudioMixing;

impl Implementation for AudioMixing {
    fn tool(&self) -> &'static str {
        "audio_mixing"
    }

    fn run(&self, inputs: &Inputs, context: &Context) -> Result<Resource, ToolError> {
        let (first, second) = (inputs.audio("audio")?, inputs.audio("second")?);
        let sounds = rayon::join(|| read(first, context), || read(second, context));
        let mixed = mix([sounds.0?, sounds.1?], &|done| {
            context.progress.set(0.3 + 0.6 * done);
            context.check()
        })?;
        let file = context.output("mixed", Some(&first.name), "wav");
        audio::write_wav(&mixed, &file.path, &file.name)?;
        context.progress.set(1.0);
        Ok(Resource::Audio(file))
    }
}

inventory::submit!(Registered(&AudioMixing));

fn read(file: &MediaFile, context: &Context) -> Result<AudioBuffer, ToolError> {
    Ok(audio::read_with(&file.path, &file.name, &mut |done| {
        context.progress.set(context.progress.get().max(0.3 * done));
        !context.progress.is_cancelled()
    })?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::audio::shared::testing::{level, music, tone, voice};
    use crate::testing;

    fn mixed(first: &AudioBuffer, second: &AudioBuffer) -> AudioBuffer {
        let (context, _folder) = testing::context();
        let written = |sound: &AudioBuffer, name: &str| {
            let file = context.output(name, None, "wav");
            audio::write_wav(sound, &file.path, &file.name).expect("written");
            Resource::Audio(file)
        };
        let inputs = testing::inputs([
            ("audio", written(first, "first")),
            ("second", written(second, "second")),
        ]);
        let Ok(Resource::Audio(file)) = AudioMixing.run(&inputs, &context) else {
            panic!("no sound")
        };
        assert_eq!(file.name, "first_mixed.wav");
        audio::read(&file.path, &file.name).expect("read")
    }

    #[test]
    fn the_longer_sound_gives_the_length_and_the_finer_the_rate() {
        let [first, second] =
            [(440.0, 2.0, 22_050), (1_000.0, 3.0, 48_000)].map(|(frequency, seconds, rate)| {
                let mut tone = tone(frequency, seconds, rate);
                tone.channels[0]
                    .iter_mut()
                    .for_each(|sample| *sample *= 0.5);
                tone
            });
        let mixed = mixed(&first, &second);
        assert_eq!(
            (mixed.sample_rate, mixed.channels.len(), mixed.frames()),
            (48_000, 1, 144_000)
        );
        // Both tones together, then only the longer one, which fades at its end.
        assert!(
            (level(&mixed, 0.5, 1.0) + 12.04).abs() < 0.3,
            "{}",
            level(&mixed, 0.5, 1.0)
        );
        assert!(
            (level(&mixed, 2.05, 2.2) + 15.05).abs() < 0.5,
            "{}",
            level(&mixed, 2.05, 2.2)
        );
        assert!(level(&mixed, 2.98, 3.0) < -40.0 && mixed.peak() <= 0.9);
    }

    #[test]
    fn music_makes_room_for_a_voice_and_comes_back() {
        let mut speech = AudioBuffer::silence(44_100, 1, 3 * 44_100);
        speech.channels[0].extend(&voice(7.0, 44_100).channels[0]);
        let bed = music(16.0, 44_100);
        let mixed = mixed(&speech, &bed);
        assert_eq!((mixed.channels.len(), mixed.frames()), (2, bed.frames()));
        // The music alone is what is left without the voice.
        let mut left = mixed.clone();
        left.channels.iter_mut().for_each(|channel| {
            channel
                .iter_mut()
                .zip(&speech.channels[0])
                .for_each(|(sample, voice)| *sample -= voice);
        });
        let fall = |from: f64, to: f64| level(&bed, from, to) - level(&left, from, to);
        let (before, during, after) = (fall(0.5, 2.0), fall(4.0, 9.0), fall(12.5, 14.0));
        assert!(during > before + 8.0, "before {before}, during {during}");
        assert!(
            (after - before).abs() < 1.0,
            "before {before}, after {after}"
        );
        let voice_level = level(&speech, 4.0, 9.0);
        assert!(voice_level - level(&left, 4.0, 9.0) > 12.0);
    }
}
