//! Writes tags into an audio file: title, artist, album and the like. The samples stay as they are
//! packed, and what else the file says too.

use patchbay_domain::Resource;
use patchbay_media::audio::probe;

use crate::shared::rewriting::tagged;
use crate::{Context, Implementation, Inputs, Registered, ToolError};

struct AudioTagging;
inventory::submit!(Registered(&AudioTagging));

impl Implementation for AudioTagging {
    fn tool(&self) -> &'static str {
        "audio_tagging"
    }

    fn keeps_tags(&self) -> bool {
        false
    }

    fn run(&self, inputs: &Inputs, context: &Context) -> Result<Resource, ToolError> {
        let audio = inputs.audio("audio")?;
        // Whether it is an audio clip at all is told before anything is written.
        probe(&audio.path, &audio.name)?;
        Ok(Resource::Audio(tagged(audio, inputs, context)?))
    }
}

#[cfg(test)]
mod tests {
    use patchbay_domain::MediaFile;
    use patchbay_media::audio::read;
    use patchbay_test_support::video::{facts, make, stream};

    use super::*;
    use crate::testing::{context, inputs};

    #[test]
    fn tags_are_set_and_all_else_stays() {
        let (context, folder) = context();
        for name in [
            "a.mp3", "b.mp3", "a.m4a", "a.flac", "a.ogg", "a.opus", "a.wav",
        ] {
            let arguments = "-f lavfi -i sine=frequency=440:duration=1 -metadata title=Old -metadata album=Stays";
            let arguments = match name {
                "b.mp3" => format!("{arguments} -id3v2_version 3 -write_id3v1 1"),
                "a.ogg" => format!("{arguments} -c:a libvorbis"),
                _ => arguments.to_owned(),
            };
            let file = MediaFile {
                path: make(folder.path(), name, &arguments),
                name: name.to_owned(),
            };
            let text = |text: &str| Resource::Text(text.to_owned());
            let given = inputs([
                ("audio", Resource::Audio(file.clone())),
                ("title", text("Süßer Tag")),
                ("artist", text("Ada")),
                ("date", text("2024")),
                ("track_number", text("3/12")),
            ]);
            let made = AudioTagging.run(&given, &context).expect("a sound");
            let made = made.files()[0];
            let told = facts(&made.path);
            let of_stream = stream(&told, "audio").map(|stream| stream["tags"].clone());
            let said = |key: &str| {
                let places = [Some(told["format"]["tags"].clone()), of_stream.clone()];
                places.into_iter().flatten().find_map(|tags| {
                    let found = tags[key].as_str().or(tags[key.to_uppercase()].as_str());
                    found.map(str::to_owned)
                })
            };
            assert_eq!(said("title").as_deref(), Some("Süßer Tag"), "{name}");
            assert_eq!(said("artist").as_deref(), Some("Ada"), "{name}");
            assert_eq!(said("date").as_deref(), Some("2024"), "{name}");
            assert_eq!(said("track").as_deref(), Some("3/12"), "{name}");
            assert_eq!(said("album").as_deref(), Some("Stays"), "{name}");
            let (before, after) = (
                read(&file.path, name).expect("a sound"),
                read(&made.path, name).expect("a sound"),
            );
            assert_eq!(before.channels, after.channels, "{name}");
        }
    }
}
