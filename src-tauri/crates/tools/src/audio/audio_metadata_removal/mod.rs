//! Takes what sound files say about themselves out of them: title, artist, cover, and where they were
//! recorded. The samples stay as they are packed.

use patchbay_domain::Resource;
use patchbay_media::audio::probe;
use patchbay_media::clean::Removal;
use patchbay_media::video::properties;

use crate::shared::cleaning::{cleaned, removal};
use crate::{Context, Implementation, Inputs, Registered, ToolError};

struct AudioMetadataRemoval;
inventory::submit!(Registered(&AudioMetadataRemoval));

impl Implementation for AudioMetadataRemoval {
    fn tool(&self) -> &'static str {
        "audio_metadata_removal"
    }

    fn keeps_tags(&self) -> bool {
        false
    }

    fn run(&self, inputs: &Inputs, context: &Context) -> Result<Resource, ToolError> {
        let audio = inputs.audio("audio")?;
        // Whether it is an audio clip at all is told before anything is written.
        let before = probe(&audio.path, &audio.name)?.seconds;
        let removal = removal(inputs);
        let is_m4a = properties(&audio.path, &audio.name)
            .is_ok_and(|properties| properties.container.starts_with("mov"));
        if removal == Removal::Place && !is_m4a {
            return Err(ToolError::Refused(format!(
                "The place alone cannot be taken out of “{}”. Take out all of its metadata.",
                audio.name
            )));
        }
        let made = cleaned(audio, removal, (0.0, 0.95), context)?.ok_or_else(|| {
            ToolError::Refused(format!(
                "Metadata is taken out of MP3, M4A, WAV and FLAC files; “{}” is none. Convert it first.",
                audio.name
            ))
        })?;
        let after = probe(&made.path, &made.name)?.seconds;
        if (after - before).abs() > 0.1 {
            return Err(ToolError::Failed(format!(
                "“{}” could not be cleaned without damage.",
                audio.name
            )));
        }
        Ok(Resource::Audio(made))
    }
}

#[cfg(test)]
mod tests {
    use patchbay_domain::MediaFile;
    use patchbay_media::audio::read;
    use patchbay_test_support::video::make;

    use super::*;
    use crate::testing::{context, inputs};

    #[test]
    fn audio_says_nothing_and_audio_the_same() {
        let (context, folder) = context();
        for name in ["song.mp3", "song.m4a", "song.wav", "song.flac"] {
            let arguments = "-f lavfi -i sine=frequency=440:duration=1 -metadata title=Secret -metadata artist=Jo \
                             -write_id3v1 1";
            let arguments = match name {
                "song.mp3" => arguments,
                _ => arguments.trim_end_matches("-write_id3v1 1"),
            };
            let file = MediaFile {
                path: make(folder.path(), name, arguments),
                name: name.to_owned(),
            };
            let given = inputs([("audio", Resource::Audio(file.clone()))]);
            let made = AudioMetadataRemoval.run(&given, &context).expect("a file");
            let made = made.files()[0];
            let told = properties(&made.path, name).expect("a sound").tags;
            assert!(
                told.iter()
                    .all(|(label, _)| !["Title", "Artist"].contains(label)),
                "{name}: {told:?}"
            );
            let bytes = std::fs::read(&made.path).expect("a file");
            assert!(!bytes.windows(6).any(|part| part == b"Secret"), "{name}");
            let (before, after) = (
                read(&file.path, name).expect("a sound"),
                read(&made.path, name).expect("a sound"),
            );
            assert_eq!(before.channels, after.channels, "{name}");
            let place = ("what", Resource::Text("place".to_owned()));
            let given = inputs([("audio", Resource::Audio(file)), place]);
            let is_done = AudioMetadataRemoval.run(&given, &context).is_ok();
            assert_eq!(is_done, name == "song.m4a", "{name}");
        }
    }
}
