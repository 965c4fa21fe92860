//! `audio_mixing`: two audio clips at once, or one after the other. At once, where one is speech
//! and the other is not, the other makes room while somebody speaks.

use patchbay_audio_dsp::mixing::{Ends, join, mix};
use patchbay_domain::{EditList, EditTransition, MediaFile, Resource};
use patchbay_media::audio::{self, AudioBuffer};

use crate::shared::order::in_order;
use crate::{Context, Implementation, Inputs, Registered, ToolError};

/// How long one audio clip fades into the other where nobody says it, in seconds.
const CROSSFADE: f64 = 2.0;

struct AudioMixing;

impl Implementation for AudioMixing {
    fn tool(&self) -> &'static str {
        "audio_mixing"
    }

    fn run(&self, inputs: &Inputs, context: &Context) -> Result<Resource, ToolError> {
        let clips = [inputs.audio("audio")?, inputs.audio("second")?];
        let [first, second] = in_order(inputs, clips);
        let seconds = inputs
            .value("crossfade")
            .and_then(|value| value.parse().ok());
        let together = inputs.value("together");
        let crossfade = match together.as_deref() {
            Some("crossfaded") => seconds.unwrap_or(CROSSFADE),
            Some("one after the other") => seconds.unwrap_or(0.0),
            _ => 0.0,
        };
        let is_joined = together.is_some_and(|together| together != "at once");
        let clips = rayon::join(|| read(first, context), || read(second, context));
        let report = |done: f64| {
            context.progress.set(0.3 + 0.6 * done);
            context.check()
        };
        let clips = [clips.0?, clips.1?];
        if is_joined {
            context
                .progress
                .record(joined([first, second], &clips, crossfade));
        }
        let (made, operation) = if is_joined {
            (join(clips, crossfade, &report)?, "joined")
        } else {
            let ends = match inputs.value("ends").as_deref() {
                Some("with the speech") => Ends::WithSpeech,
                _ => Ends::WithLonger,
            };
            (mix(clips, ends, &report)?, "mixed")
        };
        let file = context.output(operation, Some(&first.name), "wav");
        audio::write_wav(&made, &file.path, &file.name)?;
        context.progress.set(1.0);
        Ok(Resource::Audio(file))
    }
}

inventory::submit!(Registered(&AudioMixing));

/// Two clips one after the other as steps record it: they pass over into each other for at most half
/// of the shorter one.
fn joined(files: [&MediaFile; 2], clips: &[AudioBuffer; 2], crossfade: f64) -> EditList {
    let lengths = [clips[0].seconds(), clips[1].seconds()];
    let parts = files.iter().zip(lengths);
    let seconds = crossfade.min(lengths[0].min(lengths[1]) / 2.0);
    EditList {
        parts: parts
            .flat_map(|(file, length)| EditList::cut(&file.name, [(0.0, length)]).parts)
            .collect(),
        transition: (seconds > 0.0).then(|| EditTransition {
            name: "crossfade".to_owned(),
            seconds,
        }),
        ..EditList::cut("", [])
    }
}

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
        run(first, second, &[], "first_mixed.wav")
    }

    fn run(
        first: &AudioBuffer,
        second: &AudioBuffer,
        values: &[(&str, &str)],
        name: &str,
    ) -> AudioBuffer {
        let (context, _folder) = testing::context();
        let written = |audio: &AudioBuffer, name: &str| {
            let file = context.output(name, None, "wav");
            audio::write_wav(audio, &file.path, &file.name).expect("written");
            Resource::Audio(file)
        };
        let given = [
            ("audio", written(first, "first")),
            ("second", written(second, "second")),
        ];
        let values = values
            .iter()
            .map(|(name, value)| (*name, Resource::Text((*value).to_owned())));
        let all = given.into_iter().chain(values);
        let inputs = Inputs::new(all.map(|(name, value)| (name.to_owned(), value)).collect());
        let Ok(Resource::Audio(file)) = AudioMixing.run(&inputs, &context) else {
            panic!("no sound")
        };
        assert_eq!(file.name, name);
        audio::read(&file.path, &file.name).expect("read")
    }

    #[test]
    fn the_longer_audio_gives_the_length_and_the_finer_the_rate() {
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
    fn music_can_end_with_the_speech_whichever_was_given_first() {
        let (speech, long, short) = (voice(3.0, 24_000), music(6.0, 24_000), music(2.0, 24_000));
        let ends = ("ends", "with the speech");
        for (first, second) in [(&speech, &long), (&long, &speech), (&speech, &short)] {
            let mixed = run(first, second, &[ends], "first_mixed.wav");
            assert!((mixed.seconds() - 3.0).abs() < 0.01, "{}", mixed.seconds());
        }
        // Of two without speech it is the shorter one.
        let mixed = run(&long, &short, &[ends], "first_mixed.wav");
        assert!((mixed.seconds() - 2.0).abs() < 0.01, "{}", mixed.seconds());
    }

    #[test]
    fn one_follows_the_other_in_the_order_that_is_asked_for() {
        let (low, high) = (tone(440.0, 1.0, 22_050), tone(1_000.0, 2.0, 48_000));
        let after = ("together", "one after the other");
        for (values, name, turn) in [
            (vec![after], "first_joined.wav", 1.0),
            (
                vec![after, ("order", "the other way round")],
                "second_joined.wav",
                2.0,
            ),
        ] {
            let joined = run(&low, &high, &values, name);
            // Resampling may round the last frame up.
            assert_eq!(joined.sample_rate, 48_000);
            assert!(
                joined.frames().abs_diff(144_000) <= 1,
                "{}",
                joined.frames()
            );
            let pitch = |from: f64| {
                let start = (from * 48_000.0) as usize;
                let samples = &joined.channels[0][start..start + 24_000];
                samples
                    .windows(2)
                    .filter(|pair| pair[0] < 0.0 && pair[1] >= 0.0)
                    .count()
                    * 2
            };
            let (before, behind) = (pitch(turn - 0.75), pitch(turn + 0.25));
            let expected = if turn < 1.5 {
                (440, 1_000)
            } else {
                (1_000, 440)
            };
            assert!(
                before.abs_diff(expected.0) < 6 && behind.abs_diff(expected.1) < 6,
                "{before} Hz, then {behind} Hz"
            );
        }
    }

    #[test]
    fn one_fades_into_the_other_where_that_is_wanted() {
        let (low, high) = (tone(440.0, 6.0, 48_000), tone(1_000.0, 5.0, 48_000));
        for (values, frames) in [
            (
                vec![("together", "crossfaded"), ("crossfade", "1.5")],
                456_000,
            ),
            (vec![("together", "crossfaded")], 432_000),
            (
                vec![("together", "one after the other"), ("crossfade", "1")],
                480_000,
            ),
            // No more than half of the shorter one.
            (
                vec![("together", "crossfaded"), ("crossfade", "60")],
                408_000,
            ),
        ] {
            let joined = run(&low, &high, &values, "first_joined.wav");
            assert_eq!(joined.frames(), frames, "{values:?}");
            let seam = 6.0 - (528_000 - frames) as f64 / 96_000.0;
            let (before, during) = (
                level(&joined, 0.5, 1.5),
                level(&joined, seam - 0.1, seam + 0.1),
            );
            assert!(
                (during - before).abs() < 1.0,
                "{values:?}: {before} dB, {during} dB"
            );
            assert!(joined.peak() <= 0.9);
        }
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
