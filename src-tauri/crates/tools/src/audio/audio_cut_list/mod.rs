//! Cuts a sound by a list: a cue sheet, Audacity's labels, a CSV table or an EDL. Each part becomes a file with its title and,
//! of a cue sheet, its tags; or all of them one after the other become one.

use std::fs;

use patchbay_domain::{EditList, MediaFile, Resource, ResourceType};
use patchbay_media::audio::probe;
use patchbay_media::video::{AudioFormat, Chain, Change, Tag, Tags, rewrite};
use patchbay_tool_api::converting::audio_format;
use patchbay_tool_api::watching::watched;
use patchbay_values::times::Counting;

use crate::audio::shared::files::write;
use crate::audio::shared::joining::{Seam, joined};
use crate::audio::shared::through::{own_format, through};
use crate::shared::cut_list::{Part, parts};
use crate::shared::splitting::{begin, purpose, range};
use crate::{Context, Implementation, Inputs, Registered, ToolError};

/// Frames a second by which an EDL counts, where nobody says it.
const RATE: f64 = 25.0;
/// The share of the work that cutting is, where the parts are joined.
const CUTTING: f64 = 0.5;

struct AudioCutList;
inventory::submit!(Registered(&AudioCutList));

impl Implementation for AudioCutList {
    fn tool(&self) -> &'static str {
        "audio_cut_list"
    }

    fn run(&self, inputs: &Inputs, context: &Context) -> Result<Resource, ToolError> {
        let audio = inputs.audio("audio")?;
        let length = probe(&audio.path, &audio.name)?.seconds;
        let counting = Counting {
            rate: inputs.number("frame_rate")?.unwrap_or(RATE),
            start: None,
        };
        let list = inputs.text("list")?;
        let parts = parts(&list, &audio.name, length, &counting)?;
        let kept = parts.iter().map(|part| (part.start, part.end));
        let edit = EditList::cut(&audio.name, kept);
        if inputs.value("together").is_some() {
            let whole = all_in_one(audio, &parts, context)?;
            context.progress.record(edit);
            return Ok(Resource::Audio(whole));
        }
        let format = audio_format(inputs)?.unwrap_or_else(|| own_format(audio));
        let mut files = Vec::with_capacity(parts.len());
        for (index, part) in parts.iter().enumerate() {
            let range = range(0.0, index, parts.len());
            begin(context, range)?;
            let purpose = purpose(&part.piece(), index, parts.len());
            files.push(file(audio, part, (format, &purpose), range, context)?);
            let kept = [(part.start, part.end)];
            context.progress.record(EditList::cut(&audio.name, kept));
        }
        Ok(Resource::several(ResourceType::AUDIO, files))
    }
}

/// All parts one after the other.
fn all_in_one(
    audio: &MediaFile,
    parts: &[Part],
    context: &Context,
) -> Result<MediaFile, ToolError> {
    let piece = |(index, part): (usize, &Part)| {
        let range = range(0.0, index, parts.len());
        let range = (range.0 * CUTTING, range.1 * CUTTING);
        let chain = Chain::part(part.start, part.end);
        let name = format!("piece-{index}");
        through(audio, (AudioFormat::Wav, &chain), &name, range, context)
    };
    let pieces = parts.iter().enumerate().map(piece);
    let pieces = pieces.collect::<Result<Vec<_>, _>>()?;
    let output = context.output("cut", Some(&audio.name), "wav");
    let joining = context.part(CUTTING, 1.0);
    let mut whole = joined(&pieces, Seam::default(), CUTTING, &joining)?.whole;
    for piece in &pieces {
        // It lies in the step's own folder, which is removed in any case.
        let _ = fs::remove_file(&piece.path);
    }
    write(&mut whole, &output, CUTTING, &joining)?;
    Ok(output)
}

/// A part as a file that says of itself what the list says.
fn file(
    audio: &MediaFile,
    part: &Part,
    (format, purpose): (AudioFormat, &str),
    range: (f64, f64),
    context: &Context,
) -> Result<MediaFile, ToolError> {
    let chain = Chain::part(part.start, part.end);
    let mut tags = part.tags.clone();
    let has_title = tags.iter().any(|(tag, _)| *tag == Tag::Title);
    if let Some(title) = part.title.clone().filter(|_| !has_title) {
        tags.push((Tag::Title, title));
    }
    if tags.is_empty() {
        return through(audio, (format, &chain), purpose, range, context);
    }
    let plain = through(audio, (format, &chain), "untagged", range, context)?;
    let output = context.output(purpose, Some(&audio.name), format.extension());
    let change = Change {
        tags: Tags {
            texts: tags,
            cover: None,
        },
        chapters: None,
    };
    let (from, to) = ((&*plain.path, &*plain.name), (&*output.path, &*output.name));
    let written = watched(context, (range.1, range.1), |watch| {
        rewrite(from, to, &change, watch)
    })?;
    let moved = if written {
        fs::remove_file(&plain.path)
    } else {
        context.progress.say(format!(
            "{} holds no tags here, so “{}” has its title in its name alone.",
            format.extension().to_uppercase(),
            output.name
        ));
        fs::rename(&plain.path, &output.path)
    };
    moved.map_err(|error| {
        ToolError::Failed(format!("“{}” cannot be written: {error}.", output.name))
    })?;
    Ok(output)
}

#[cfg(test)]
mod tests {
    use patchbay_media::audio::{AudioBuffer, read};
    use patchbay_media::video::properties;
    use patchbay_test_support::video::make;

    use super::*;
    use crate::audio::shared::testing::pitch;
    use crate::testing::{context, inputs};

    const SHEET: &str = "PERFORMER \"The Harbour Lights\"\nTITLE \"Paper Boats\"\nFILE \"album.flac\" WAVE\n  TRACK 01 AUDIO\n    \
                         TITLE \"Outward\"\n    INDEX 01 00:00:00\n  TRACK 02 AUDIO\n    TITLE \"Home\"\n    INDEX 01 00:02:00\n";

    /// Two seconds of 300 Hz and three of 500 Hz.
    fn album(context: &Context, name: &str) -> MediaFile {
        let arguments = "-f lavfi -i sine=frequency=300:duration=2 -f lavfi -i sine=frequency=500:duration=3 \
                         -filter_complex concat=n=2:v=0:a=1 -sample_fmt s32";
        let arguments = if name.ends_with("flac") {
            arguments.to_owned()
        } else {
            arguments.replace("-sample_fmt s32", "")
        };
        MediaFile {
            path: make(&context.folder, name, &arguments),
            name: name.to_owned(),
        }
    }

    fn cut(
        audio: &MediaFile,
        list: &str,
        together: &str,
        context: &Context,
    ) -> Result<Vec<MediaFile>, String> {
        let values = [
            ("audio", Resource::Audio(audio.clone())),
            ("list", Resource::Text(list.to_owned())),
            ("together", Resource::Text(together.to_owned())),
        ];
        match AudioCutList.run(&inputs(values), context) {
            Ok(made) => Ok(made.files().into_iter().cloned().collect()),
            Err(error) => Err(error.to_string()),
        }
    }

    fn heard(file: &MediaFile) -> (AudioBuffer, f64) {
        let audio = read(&file.path, &file.name).unwrap();
        let pitch = pitch(&audio, 0.2, 0.8);
        (audio, pitch)
    }

    #[test]
    fn a_cue_sheet_gives_tracks_with_tags() {
        let (context, _folder) = context();
        for name in ["album.flac", "album.wav", "album.mp3"] {
            let album = album(&context, name);
            let made = cut(&album, SHEET, "", &context).unwrap();
            let ending = name.rsplit_once('.').unwrap().1;
            let names: Vec<&str> = made.iter().map(|file| &*file.name).collect();
            assert_eq!(
                names,
                [
                    format!("album_1-Outward.{ending}"),
                    format!("album_2-Home.{ending}")
                ]
            );
            for (file, (seconds, hertz, title)) in made
                .iter()
                .zip([(2.0, 300.0, "Outward"), (3.0, 500.0, "Home")])
            {
                let (audio, pitch) = heard(file);
                assert!(
                    (audio.seconds() - seconds).abs() < 0.06,
                    "{name}: {}",
                    audio.seconds()
                );
                assert!((pitch - hertz).abs() < 2.0, "{name}: {pitch}");
                let tags = properties(&file.path, &file.name).unwrap().tags;
                for tag in [
                    ("Title", title),
                    ("Artist", "The Harbour Lights"),
                    ("Album", "Paper Boats"),
                ] {
                    let has = tags.iter().any(|(label, text)| (*label, &**text) == tag);
                    assert!(has, "{name}: {tag:?} in {tags:?}");
                }
            }
        }
        // Samples are where they were: the parts are the whole.
        let album = album(&context, "album.flac");
        let whole = read(&album.path, "album.flac").unwrap();
        let made = cut(&album, SHEET, "", &context).unwrap();
        let parts: Vec<f32> = made
            .iter()
            .flat_map(|file| heard(file).0.channels.remove(0))
            .collect();
        assert_eq!(parts, whole.channels[0]);
    }

    #[test]
    fn labels_become_one_in_their_order() {
        let (context, _folder) = context();
        let album = album(&context, "album.wav");
        let made = cut(
            &album,
            "3.0\t4.0\tsecond\n0.5\t1.5\tfirst\n",
            "joined",
            &context,
        )
        .unwrap();
        let (audio, pitch) = heard(&made[0]);
        assert!((audio.seconds() - 2.0).abs() < 0.01 && (pitch - 500.0).abs() < 2.0);
        assert!((super::tests::pitch(&audio, 1.2, 1.8) - 300.0).abs() < 2.0);
    }

    #[test]
    fn what_lies_beyond_the_end_is_told_with_its_line() {
        let (context, _folder) = context();
        let album = album(&context, "album.wav");
        let error = cut(&album, "start,end,name\n0,1,a\n9,12,b\n", "", &context).unwrap_err();
        assert!(error.contains("“album.wav” is wrong in line 3"), "{error}");
        let made = fs::read_dir(&context.folder).unwrap().count();
        assert_eq!(made, 1, "nothing is half written");
        let error = cut(&album, &SHEET.replace("00:02:00", "00:0x:00"), "", &context).unwrap_err();
        assert!(
            error.contains("cue sheet for “album.wav” is wrong in line 9"),
            "{error}"
        );
    }
}
