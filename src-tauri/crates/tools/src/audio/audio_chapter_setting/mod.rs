//! Gives an audio clip, such as a podcast or an audio book, the chapters that a text lists, instead of those that it has.
//! The samples stay as they are packed.

use patchbay_domain::{MediaFile, Resource};
use patchbay_media::audio::probe;

use crate::shared::chapters::with_chapters;
use crate::{Context, Implementation, Inputs, Registered, ToolError};

struct AudioChapterSetting;
inventory::submit!(Registered(&AudioChapterSetting));

impl Implementation for AudioChapterSetting {
    fn tool(&self) -> &'static str {
        "audio_chapter_setting"
    }

    fn keeps_tags(&self) -> bool {
        false
    }

    fn run(&self, inputs: &Inputs, context: &Context) -> Result<Resource, ToolError> {
        let (audio, text) = (inputs.audio("audio")?, inputs.text("text")?);
        let seconds = |file: &MediaFile| Ok(probe(&file.path, &file.name)?.seconds);
        let made = with_chapters(audio, seconds, &text, "M4A", context)?;
        Ok(Resource::Audio(made))
    }
}

#[cfg(test)]
mod tests {
    use patchbay_media::audio::read;
    use patchbay_media::video::chapters;
    use patchbay_test_support::video::make;

    use super::*;
    use crate::testing::{context, inputs};

    fn set(audio: &MediaFile, text: &str, context: &Context) -> Result<MediaFile, ToolError> {
        let given = inputs([
            ("audio", Resource::Audio(audio.clone())),
            ("text", Resource::Text(text.to_owned())),
        ]);
        let made = AudioChapterSetting.run(&given, context)?;
        Ok(made.files()[0].clone())
    }

    #[test]
    fn chapters_are_set_and_the_samples_stay() {
        let (context, folder) = context();
        for name in ["episode.m4a", "book.m4a"] {
            let arguments = "-f lavfi -i sine=frequency=440:duration=6 -metadata title=Stays";
            let file = MediaFile {
                path: make(folder.path(), name, arguments),
                name: name.to_owned(),
            };
            let once = set(&file, "0:00 Intro\n0:02 Gespräch\n0:04 End\n", &context).expect(name);
            let twice = set(&once, "0:00 One\n0:03 Two", &context).expect(name);
            let titles = |file: &MediaFile| -> Vec<(u32, String)> {
                let found = chapters(&file.path, &file.name).expect("audio");
                let of = |chapter: patchbay_media::video::Chapter| {
                    let title = chapter.title.unwrap_or_default();
                    (chapter.start.round() as u32, title)
                };
                found.into_iter().map(of).collect()
            };
            let expected = [(0, "Intro"), (2, "Gespräch"), (4, "End")];
            assert_eq!(
                titles(&once),
                expected.map(|(start, title)| (start, title.to_owned())),
                "{name}"
            );
            assert_eq!(titles(&twice).len(), 2, "{name}");
            let (before, after) = (
                read(&file.path, name).expect("a sound"),
                read(&twice.path, name).expect("a sound"),
            );
            assert_eq!(before.channels, after.channels, "{name}");
        }
    }

    #[test]
    fn a_format_without_chapters_is_told() {
        let (context, folder) = context();
        for name in ["episode.wav", "episode.mp3"] {
            let arguments = "-f lavfi -i sine=frequency=440:duration=6";
            let file = MediaFile {
                path: make(folder.path(), name, arguments),
                name: name.to_owned(),
            };
            let error = set(&file, "0:00 Intro\n0:02 Talk", &context).unwrap_err();
            assert!(error.to_string().contains("to M4A first"), "{error}");
        }
    }
}
