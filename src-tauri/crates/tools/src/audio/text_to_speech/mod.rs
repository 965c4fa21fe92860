//! `text_to_speech`: a text read aloud by espeak-ng, in the language that it is written in.

mod model;
mod program;
mod read_aloud;
mod voices;

use patchbay_domain::Resource;
use patchbay_inference::Models;
use patchbay_media::audio;

use crate::shared::language::plain;
use crate::{Context, Implementation, Inputs, Registered, ToolError};
use program::{Program, missing};
use read_aloud::{Progress, read_aloud};

/// Longer sentences are cut, in characters, so that reading can be stopped in time.
const LONGEST_SENTENCE: usize = 400;

struct TextToSpeech;

impl Implementation for TextToSpeech {
    fn tool(&self) -> &'static str {
        "text_to_speech"
    }

    fn missing(&self, _: &Models) -> Option<String> {
        missing()
    }

    fn run(&self, inputs: &Inputs, context: &Context) -> Result<Resource, ToolError> {
        let text = inputs.text("text")?;
        let program = Program::find(&context.folder)?;
        let voice = program.voice(&voices::wanted(&plain(&text)))?;
        let mut say =
            |sentence: &str, progress: &Progress| program.say(sentence, &voice, &|| progress(1.0));
        let audio = read_aloud(&text, LONGEST_SENTENCE, &mut say, &|done| {
            context.progress.set(done);
            context.check()
        })?;
        let file = context.output("speech", None, "wav");
        audio::write_wav(&audio, &file.path, &file.name)?;
        context.progress.set(1.0);
        Ok(Resource::Audio(file))
    }
}

inventory::submit!(Registered(&TextToSpeech));
inventory::submit!(Registered(&model::TextToSpeech));

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing;

    fn spoken(text: &str) -> Result<audio::AudioBuffer, ToolError> {
        let (context, _folder) = testing::context();
        let done = TextToSpeech.run(
            &testing::inputs([("text", Resource::Text(text.to_owned()))]),
            &context,
        )?;
        let Resource::Audio(file) = done else {
            panic!("no sound")
        };
        assert_eq!(file.name, "speech.wav");
        assert_eq!(
            std::fs::read_dir(&context.folder)
                .expect("a folder")
                .count(),
            1,
            "nothing else is left behind"
        );
        Ok(audio::read(&file.path, &file.name)?)
    }

    #[test]
    fn a_text_is_read_at_an_even_loudness() {
        if TextToSpeech.missing(&Models::none()).is_some() {
            return;
        }
        let audio = spoken("The harbour lies still. Nobody is awake yet, not even the gulls.")
            .expect("speech");
        assert_eq!((audio.sample_rate, audio.channels.len()), (48_000, 1));
        assert!(
            (3.0..7.0).contains(&audio.seconds()),
            "{} s",
            audio.seconds()
        );
        let measured = audio::loudness(&audio);
        assert!(
            (measured.integrated + 16.0).abs() < 0.5 && measured.true_peak < -0.9,
            "{measured:?}"
        );
        // Between the sentences is a pause.
        let quiet = |from: usize| {
            audio.channels[0][from..from + 12_000]
                .iter()
                .all(|sample| sample.abs() < 1e-3)
        };
        let pauses = (24_000..audio.frames() - 48_000)
            .step_by(1_000)
            .filter(|from| quiet(*from))
            .count();
        assert!(pauses > 0);
    }

    #[test]
    fn what_looks_like_an_option_is_read_and_nothing_to_read_is_said() {
        if TextToSpeech.missing(&Models::none()).is_some() {
            return;
        }
        assert!(spoken("-f /etc/passwd --help").expect("words").seconds() > 1.0);
        let error = spoken(" … \n\n --- ").expect_err("no words");
        assert!(error.to_string().contains("no words"), "{error}");
        let long = spoken(&"many words ".repeat(20_000)).expect_err("too long");
        assert!(long.to_string().contains("three hours"), "{long}");
    }
}
