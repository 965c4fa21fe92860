//! Cuts pauses out of a sound, at its own rate and with its own channels.

use patchbay_audio_dsp::silence::Levels;
use patchbay_domain::Resource;
use patchbay_media::audio;

use crate::audio::shared::cutting::left_of;
use crate::shared::pauses::without_silence;
use crate::{Context, Implementation, Inputs, Registered, ToolError};

/// Share of the work that listening is.
const LISTENING: f64 = 0.5;

struct AudioSilenceRemoval;
inventory::submit!(Registered(&AudioSilenceRemoval));

impl Implementation for AudioSilenceRemoval {
    fn tool(&self) -> &'static str {
        "audio_silence_removal"
    }

    fn run(&self, inputs: &Inputs, context: &Context) -> Result<Resource, ToolError> {
        let source = inputs.audio("audio")?;
        let mut levels: Option<Levels> = None;
        let facts = audio::stream(&source.path, &source.name, &mut |done, block| {
            context.progress.set(done * LISTENING);
            let levels = levels.get_or_insert_with(|| Levels::new(block.sample_rate));
            levels.add(&block.channels);
            !context.progress.is_cancelled()
        })?;
        let levels =
            levels.ok_or_else(|| ToolError::Input(format!("“{}” holds no sound.", source.name)))?;
        let kept = without_silence(levels, facts.seconds, inputs, "sound")?;
        let form = (facts.sample_rate, facts.channels);
        let kept = (&*kept, facts.seconds);
        left_of((source, form), kept, "tightened", LISTENING, context)
    }
}

#[cfg(test)]
mod tests {
    use patchbay_domain::MediaFile;
    use patchbay_test_support::video::{frequency, loudness, make};

    use super::*;
    use crate::shared::pauses::with;
    use crate::testing;

    /// Silence, a tone of 300 Hz, silence, a tone of 900 Hz, silence: a second each.
    const ARGUMENTS: &str = "-f lavfi -i aevalsrc=if(mod(floor(t)\\,2)\\,0.5*sin(2*PI*t*if(lt(t\\,2)\\,300\\,900))\\,0):d=5:s=44100";

    fn made(
        name: &str,
        arguments: &str,
        values: &[(&str, &str)],
    ) -> (Result<Resource, ToolError>, tempfile::TempDir) {
        let (context, folder) = testing::context();
        let sound = MediaFile {
            path: make(&context.folder, name, arguments),
            name: name.to_owned(),
        };
        let inputs = with("audio", Resource::Audio(sound), values);
        (AudioSilenceRemoval.run(&inputs, &context), folder)
    }

    #[test]
    fn pauses_go_where_they_are_to() {
        for (name, place, seconds, second) in [
            ("a.wav", "everywhere", 2.4, 1.4),
            ("a.mp3", "everywhere", 2.4, 1.4),
            ("a.wav", "at both ends", 3.2, 2.3),
            ("a.wav", "at the start", 4.1, 2.3),
        ] {
            let (made, _folder) = made(name, ARGUMENTS, &[("where", place)]);
            let file = made.unwrap().files()[0].clone();
            let facts = audio::probe(&file.path, "made").unwrap();
            assert!(
                (facts.seconds - seconds).abs() < 0.12,
                "{place}: {}",
                facts.seconds
            );
            assert_eq!((facts.sample_rate, facts.channels), (44_100, 1));
            assert!(
                (frequency(&file.path, 0.2, 1.0) - 300.0).abs() < 20.0,
                "{place}"
            );
            let found = frequency(&file.path, second, second + 0.7);
            assert!((found - 900.0).abs() < 20.0, "{place}: {found}");
        }
    }

    #[test]
    fn what_stays_and_what_counts_can_be_set() {
        let (wide, _folder) = made("a.wav", ARGUMENTS, &[("padding", "0.4")]);
        let path = wide.unwrap().files()[0].path.clone();
        assert!((audio::probe(&path, "made").unwrap().seconds - 3.6).abs() < 0.06);
        assert!(loudness(&path, 1.5, 2.1) < -60.0, "the pause that stays");
        let (none, _folder) = made("a.wav", ARGUMENTS, &[("shortest", "1.5")]);
        assert!(
            none.unwrap_err()
                .to_string()
                .contains("no silence of 1.5 s")
        );
        let (none, _folder) = made("a.wav", "-f lavfi -i anullsrc=d=1", &[]);
        assert!(
            none.unwrap_err()
                .to_string()
                .contains("silent from its start")
        );
    }
}
