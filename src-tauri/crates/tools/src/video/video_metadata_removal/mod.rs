//! Takes what video files say about themselves out of them, all of it or the place alone: camera,
//! date, place, title, and the tracks of what a camera measured. Frames and audio stay as they are.

use patchbay_domain::{MediaFile, Resource};
use patchbay_media::clean::Removal;
use patchbay_media::video::{
    AudioTrack, FrameReader, VideoInput, VideoStream, chapters, probe, properties, write_video,
};
use patchbay_tool_api::watching::watched;

use super::shared::lost::{self, Held};
use crate::shared::cleaning::{cleaned, failed, removal};
use crate::{Context, Implementation, Inputs, Registered, ToolError};

struct VideoMetadataRemoval;
inventory::submit!(Registered(&VideoMetadataRemoval));

impl Implementation for VideoMetadataRemoval {
    fn tool(&self) -> &'static str {
        "video_metadata_removal"
    }

    fn losses(&self, inputs: &Inputs) -> Vec<String> {
        let is_kept = |video: &MediaFile| {
            properties(&video.path, &video.name).is_ok_and(|properties| {
                let container = properties.container;
                container.starts_with("mov") || container.starts_with("matroska")
            })
        };
        if inputs.video("video").is_ok_and(is_kept) {
            return Vec::new();
        }
        lost::foreseen(inputs, Held::AllAudio)
    }

    fn run(&self, inputs: &Inputs, context: &Context) -> Result<Resource, ToolError> {
        let (video, removal) = (inputs.video("video")?, removal(inputs));
        // Whether it is a video at all is told before anything is written.
        let before = probe(&video.path, &video.name)?;
        let Some(made) = cleaned(video, removal, (0.0, 0.95), context)? else {
            if removal == Removal::Place {
                return Err(ToolError::Refused(format!(
                    "The place alone cannot be taken out of “{}”. Take out everything.",
                    video.name
                )));
            }
            return written_anew(video, context);
        };
        let after = probe(&made.path, &made.name)?;
        let is_whole = (after.seconds - before.seconds).abs() < 0.1
            && (after.width, after.height) == (before.width, before.height)
            && after.audio_tracks.len() == before.audio_tracks.len()
            && chapters(&made.path, &made.name)?.len() == chapters(&video.path, &video.name)?.len();
        if !is_whole {
            return Err(ToolError::Failed(format!(
                "“{}” could not be cleaned without damage.",
                video.name
            )));
        }
        let told = properties(&made.path, &made.name)?.tags;
        let says = |label: &str| told.iter().any(|(other, _)| *other == label);
        if says("Place") {
            return Err(failed(&made, "where it was taken"));
        }
        if removal == Removal::Everything && (says("Made") || says("Camera") || says("Title")) {
            return Err(failed(&made, "how it was taken"));
        }
        Ok(Resource::Video(made))
    }
}

/// Writes frames and audio into a new MP4, into which nothing else is carried over.
fn written_anew(video: &MediaFile, context: &Context) -> Result<Resource, ToolError> {
    let output = context.output("clean", Some(&video.name), "mp4");
    watched(context, (0.0, 1.0), |watch| {
        let mut frames = FrameReader::open(&video.path, &video.name, u32::MAX)?;
        let input = VideoInput {
            video: VideoStream::Frames(&mut frames),
            audio_tracks: AudioTrack::all_of(&video.path, &video.name)?,
        };
        write_video(&output.path, &output.name, input, watch)
    })?;
    Ok(Resource::Video(output))
}

#[cfg(test)]
mod tests {
    use patchbay_test_support::video::{difference, frame_at, make};

    use super::*;
    use crate::testing;

    fn video(context: &Context, name: &str) -> MediaFile {
        let arguments = "-f lavfi -i testsrc=duration=2:size=64x48:rate=25 -f lavfi -i \
                         sine=frequency=440:duration=2 -c:v libx264 -pix_fmt yuv420p -c:a aac -metadata title=Secret \
                         -metadata location=+48.8583+002.2945/ -metadata creation_time=2024-03-14T15:09:26Z";
        MediaFile {
            path: make(&context.folder, name, arguments),
            name: name.to_owned(),
        }
    }

    fn removed(file: &MediaFile, what: &str, context: &Context) -> (MediaFile, Vec<&'static str>) {
        let inputs = testing::inputs([
            ("video", Resource::Video(file.clone())),
            ("what", Resource::Text(what.to_owned())),
        ]);
        let made = VideoMetadataRemoval.run(&inputs, context).expect("a video");
        let made = made.files()[0].clone();
        let told = properties(&made.path, &made.name).expect("a video").tags;
        (made, told.into_iter().map(|(label, _)| label).collect())
    }

    #[test]
    fn a_video_says_nothing_and_shows_the_same() {
        let (context, _folder) = testing::context();
        for name in ["film.mp4", "film.mov", "film.mkv", "film.avi"] {
            let file = video(&context, name);
            let (made, told) = removed(&file, "", &context);
            for label in ["Title", "Place", "Made"] {
                assert!(!told.contains(&label), "{name}: {told:?}");
            }
            let bytes = std::fs::read(&made.path).expect("a file");
            for said in ["Secret", "48.8583"] {
                let is_there = bytes
                    .windows(said.len())
                    .any(|part| part == said.as_bytes());
                assert!(!is_there, "{said} in {name}");
            }
            if name != "film.avi" {
                let gap = difference(&frame_at(&file.path, 1.0), &frame_at(&made.path, 1.0));
                assert!(gap < 1e-9, "{name}: {gap}");
            }
        }
    }

    #[test]
    fn only_the_place_goes_where_that_is_asked_for() {
        let (context, _folder) = testing::context();
        for name in ["film.mp4", "film.mkv"] {
            let (_, told) = removed(&video(&context, name), "place", &context);
            assert!(!told.contains(&"Place"), "{name}: {told:?}");
            assert!(
                told.contains(&"Title") && told.contains(&"Made"),
                "{name}: {told:?}"
            );
        }
    }
}
