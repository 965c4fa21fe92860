//! Sound results that say of themselves what the file says that they were made of.

use patchbay_domain::{MediaFile, Resource};
use patchbay_media::audio::probe;
use patchbay_media::video::{AudioFormat, describe};

use crate::watching::watched;
use crate::{Context, Inputs, ToolError};

/// How far lengths may differ, in seconds, where times stayed: encoders fill up their last frame.
const SAME: f64 = 0.1;

/// Makes sounds say what the one sound or video among the inputs says of itself, tags, cover and
/// chapters, where they say nothing; what they cannot say is told.
///
/// # Errors
/// The step is to stop. What fails otherwise is told.
pub fn described(
    resource: &Resource,
    inputs: &Inputs,
    keeps_level: bool,
    context: &Context,
) -> Result<(), ToolError> {
    let files: Vec<&MediaFile> = match resource {
        Resource::Audio(file) => vec![file],
        Resource::Several { kind, files } if kind.as_str() == "audio" => files.iter().collect(),
        _ => return Ok(()),
    };
    let mut given = inputs.media().filter_map(|given| match given {
        Resource::Audio(file) | Resource::Video(file) => Some(file),
        _ => None,
    });
    let (Some(source), None) = (given.next(), given.next()) else {
        return Ok(());
    };
    let length = |file: &MediaFile| probe(&file.path, &file.name).map(|facts| facts.seconds);
    let mut lost: Vec<&str> = Vec::new();
    for file in files {
        let ending = file.name.rsplit_once('.').map_or("", |(_, ending)| ending);
        let Some(format) = AudioFormat::of_extension(ending) else {
            continue;
        };
        let keeps_times = match (length(source), length(file)) {
            (Ok(before), Ok(after)) => (before - after).abs() < SAME,
            _ => false,
        };
        let (from, made) = ((&*source.path, &*source.name), (&*file.path, &*file.name));
        let left_out = watched(context, (0.99, 1.0), |watch| {
            describe(from, made, format, (keeps_times, keeps_level), watch)
        });
        match left_out {
            Ok(left_out) => lost.extend(left_out),
            Err(ToolError::Cancelled) => return Err(ToolError::Cancelled),
            // What cannot be read as a sound says nothing that could be lost.
            Err(_) => lost.extend(length(source).is_ok().then_some("tags")),
        }
    }
    lost.sort_unstable();
    lost.dedup();
    if !lost.is_empty() {
        context.progress.say(format!(
            "The {} of “{}” could not be taken over into the result.",
            lost.join(" and "),
            source.name
        ));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use patchbay_test_support::video::{facts, make};
    use serde_json::Value;

    use super::*;
    use crate::converting::converted;
    use crate::testing::{context, inputs};

    /// A tag of a file or of its audio, which Ogg files have there.
    fn tag(facts: &Value, name: &str) -> String {
        let all = facts["streams"].as_array().unwrap().iter();
        let tags = all
            .chain([&facts["format"]])
            .filter_map(|part| part["tags"].as_object());
        let mut said = tags
            .flatten()
            .filter(|(key, _)| key.eq_ignore_ascii_case(name));
        said.next()
            .map_or("", |(_, text)| text.as_str().unwrap())
            .to_owned()
    }

    fn has_cover(facts: &Value) -> bool {
        let all = facts["streams"].as_array().unwrap();
        all.iter()
            .any(|stream| stream["disposition"]["attached_pic"] == 1)
    }

    #[test]
    fn what_was_made_of_a_song_says_what_the_song_says() {
        let (context, folder) = context();
        let file = |name: &str| MediaFile {
            path: folder.path().join(name),
            name: name.to_owned(),
        };
        let folder = folder.path();
        make(
            folder,
            "cover.png",
            "-f lavfi -i color=c=blue:s=32x32 -frames:v 1",
        );
        let said = ";FFMETADATA1\ntitle=Paper Boats\nartist=The Harbour Lights\nalbum=Quay\ntrack=4\n\
                    REPLAYGAIN_TRACK_GAIN=-3 dB\n[CHAPTER]\nTIMEBASE=1/1000\nSTART=0\nEND=1500\ntitle=One\n\
                    [CHAPTER]\nTIMEBASE=1/1000\nSTART=1500\nEND=3000\ntitle=Two\n";
        std::fs::write(folder.join("said.txt"), said).unwrap();
        let (cover, said) = (folder.join("cover.png"), folder.join("said.txt"));
        let song = format!(
            "-f lavfi -i sine=d=3 -i {} -i {} -map 0:a -map 1:v -map_metadata 2 -map_chapters 2 -c:v copy \
             -disposition:v attached_pic",
            cover.display(),
            said.display()
        );
        make(folder, "song.m4a", &song);
        make(folder, "plain.wav", "-f lavfi -i sine=d=3");
        make(folder, "short.wav", "-f lavfi -i sine=d=2");
        let inputs = inputs([("audio", Resource::Audio(file("song.m4a")))]);
        for format in ["mp3", "m4a", "flac", "ogg", "opus", "wav"] {
            let made = converted(Resource::Audio(file("plain.wav")), format, &context).unwrap();
            described(&made, &inputs, false, &context).unwrap();
            let path = &made.files()[0].path;
            let told = facts(path);
            for (name, text) in [
                ("title", "Paper Boats"),
                ("artist", "The Harbour Lights"),
                ("album", "Quay"),
                ("track", "4"),
            ] {
                assert_eq!(tag(&told, name), text, "{format}");
            }
            assert_eq!(tag(&told, "REPLAYGAIN_TRACK_GAIN"), "", "{format}");
            assert_eq!(has_cover(&told), format != "wav", "{format}");
            let chapters = patchbay_media::video::chapters(path, format).unwrap();
            let titles: Vec<_> = chapters
                .iter()
                .filter_map(|one| one.title.clone())
                .collect();
            if format != "wav" {
                assert_eq!(titles, ["One", "Two"], "{format}");
            }
            let said = context.progress.said();
            assert_eq!(said.is_empty(), format != "wav", "{said:?}");
        }
        let said = context.progress.said();
        assert!(
            said[0].contains("chapters and cover of “song.m4a”"),
            "{said:?}"
        );
        // Where times are others, chapters would lie elsewhere.
        let made = converted(Resource::Audio(file("short.wav")), "mp3", &context).unwrap();
        described(&made, &inputs, false, &context).unwrap();
        assert!(has_cover(&facts(&made.files()[0].path)));
        assert!(context.progress.said()[1].contains("The chapters of"));
    }
}
