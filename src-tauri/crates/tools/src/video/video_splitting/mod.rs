//! Splits a video into several: every so often, at times, into equal parts, at each change of scene
//! or chapter. Every frame is in one of them. Where the cuts lie at frames that need no other, the
//! packed frames are taken over as they are.

use patchbay_domain::{EditList, MediaFile, Resource, ResourceType};
use patchbay_media::video::{Span, chapters, find_scenes, probe};
use patchbay_tool_api::watching::watched;

use super::shared::cutting::cut;
use super::shared::lost::{self, Held};
use crate::shared::splitting::{Piece, Whole, begin, purpose, range};
use crate::{Context, Implementation, Inputs, Registered, ToolError};

/// The share of the work that finding the scenes takes.
const FINDING: f64 = 0.3;
/// A scene that is shorter, in seconds, such as a flash, belongs to the one before.
const SHORTEST_SCENE: f64 = 0.5;

struct VideoSplitting;
inventory::submit!(Registered(&VideoSplitting));

impl Implementation for VideoSplitting {
    fn tool(&self) -> &'static str {
        "video_splitting"
    }

    fn losses(&self, inputs: &Inputs) -> Vec<String> {
        lost::foreseen(inputs, Held::AllAudio)
    }

    fn run(&self, inputs: &Inputs, context: &Context) -> Result<Resource, ToolError> {
        let video = inputs.video("video")?;
        let facts = probe(&video.path, &video.name)?;
        let whole = Whole {
            file: video,
            what: "video",
            length: facts.seconds,
            frame: 1.0 / facts.frames_per_second.clamp(1.0, 1000.0),
        };
        let (pieces, begun) = pieces(whole, inputs, context)?;
        let mut files: Vec<MediaFile> = Vec::with_capacity(pieces.len());
        for (index, piece) in pieces.iter().enumerate() {
            let range = range(begun, index, pieces.len());
            begin(context, range)?;
            let span = Span {
                start: piece.start,
                end: piece.end,
            };
            let purpose = purpose(piece, index, pieces.len());
            let kept = [(piece.start, piece.end)];
            context.progress.record(EditList::cut(&video.name, kept));
            files.push(cut(
                video,
                &[span],
                facts.has_alpha,
                &purpose,
                range,
                context,
            )?);
        }
        if let Some(first) = files.first() {
            lost::say(video, &facts, first, context)?;
        }
        Ok(Resource::several(ResourceType::VIDEO, files))
    }
}

/// The pieces, and the share of the work that finding them took.
fn pieces(
    whole: Whole,
    inputs: &Inputs,
    context: &Context,
) -> Result<(Vec<Piece>, f64), ToolError> {
    let (path, name) = (&whole.file.path, &whole.file.name);
    if let Some(parts) = whole.parts(inputs)? {
        return Ok((parts, 0.0));
    }
    if let Some(places) = whole.places(inputs)? {
        return Ok((whole.pieces(places)?, 0.0));
    }
    match inputs.value("by").as_deref() {
        Some("chapters") => Ok((whole.by_chapters(&chapters(path, name)?)?, 0.0)),
        Some("scenes") => {
            let scenes = watched(context, (0.0, FINDING), |watch| {
                find_scenes(path, name, watch)
            })?;
            let mut places: Vec<f64> = Vec::new();
            for scene in &scenes {
                let before = places.last().copied().unwrap_or(0.0);
                if scene.start - before >= SHORTEST_SCENE {
                    places.push(scene.start);
                }
            }
            if places.is_empty() {
                return Err(ToolError::Refused(format!(
                    "“{name}” shows one scene throughout. Say at which times, how often or into how many parts to split it."
                )));
            }
            Ok((whole.pieces(places)?, FINDING))
        }
        _ => Err(whole.unsaid("at each scene")),
    }
}

#[cfg(test)]
mod tests {
    use patchbay_test_support::video::{facts, frame_at, make, number, stream};

    use super::*;
    use crate::testing;

    /// Three seconds of red, lime and blue, 25 frames a second, a key frame each second.
    fn video(context: &Context, name: &str, arguments: &str) -> MediaFile {
        let colors = ["red", "lime", "blue"]
            .map(|color| format!("-f lavfi -i color={color}:s=64x48:d=1:r=25"));
        let arguments = format!(
            "{} -f lavfi -i sine=frequency=440:duration=3 -filter_complex concat=n=3[v] -map [v] -map 3:a \
             -c:v libx264 -g 25 -sc_threshold 0 -pix_fmt yuv420p -c:a aac {arguments}",
            colors.join(" ")
        );
        MediaFile {
            path: make(&context.folder, name, &arguments),
            name: name.to_owned(),
        }
    }

    fn split(video: &MediaFile, name: &str, value: &str, context: &Context) -> Vec<MediaFile> {
        let inputs = testing::inputs([
            ("video", Resource::Video(video.clone())),
            (name, Resource::Text(value.to_owned())),
        ]);
        let made = VideoSplitting.run(&inputs, context).expect("pieces");
        made.files().into_iter().cloned().collect()
    }

    fn frames(file: &MediaFile) -> u32 {
        let facts = facts(&file.path);
        let packets = stream(&facts, "video").expect("frames")["nb_read_packets"].as_str();
        packets
            .and_then(|count| count.parse().ok())
            .expect("a count")
    }

    fn strongest(file: &MediaFile) -> usize {
        let pixel = frame_at(&file.path, 0.0).get_pixel(20, 20).0;
        (0..3).max_by_key(|channel| pixel[*channel]).unwrap_or(0)
    }

    #[test]
    fn every_frame_is_in_one_piece_and_pieces_are_as_long_as_asked() {
        let (context, _folder) = testing::context();
        let video = video(&context, "film.mp4", "");
        let made = split(&video, "every", "1.3 s", &context);
        let counts: Vec<u32> = made.iter().map(frames).collect();
        assert_eq!(counts.iter().sum::<u32>(), 75, "{counts:?}");
        assert_eq!(counts.len(), 3);
        assert_eq!(made[1].name, "film_part-2.mp4");
        let audio = facts(&made[0].path);
        let audio = number(stream(&audio, "audio").expect("sound"), "duration");
        assert!((audio - 1.3).abs() < 0.05, "{audio}");
        assert_eq!(split(&video, "count", "4", &context).len(), 4);
        assert_eq!(split(&video, "times", "0:02", &context).len(), 2);
    }

    #[test]
    fn scenes_are_told_apart_and_cuts_at_key_frames_are_copied() {
        let (context, _folder) = testing::context();
        let video = video(&context, "film.mp4", "");
        let made = split(&video, "by", "scenes", &context);
        let colors: Vec<usize> = made.iter().map(strongest).collect();
        assert_eq!(colors, [0, 1, 2]);
        assert!(made.iter().all(|piece| frames(piece) == 25));
        // An encoder writes down its name with the first frame that it encodes.
        let says = |file: &MediaFile| {
            let bytes = std::fs::read(&file.path).expect("a file");
            bytes.windows(11).any(|part| part == b"x264 - core")
        };
        assert!(says(&video) && !says(&made[1]), "nothing was encoded");
    }

    #[test]
    fn chapters_name_their_pieces() {
        let (context, _folder) = testing::context();
        let list = context.folder.join("chapters.txt");
        let chapter = |start: u32, end: u32, title: &str| {
            format!("[CHAPTER]\nTIMEBASE=1/1000\nSTART={start}\nEND={end}\ntitle={title}\n")
        };
        let text = format!(
            ";FFMETADATA1\n{}{}",
            chapter(0, 1000, "Opening"),
            chapter(1000, 3000, "The Sea")
        );
        std::fs::write(&list, text).expect("a list");
        let plain = video(&context, "plain.mp4", "");
        let arguments = format!(
            "-i {} -i {} -map 0 -map_chapters 1 -c copy",
            plain.path.display(),
            list.display()
        );
        let video = MediaFile {
            path: make(&context.folder, "talk.mp4", &arguments),
            name: "talk.mp4".to_owned(),
        };
        let made = split(&video, "by", "chapters", &context);
        let names: Vec<&str> = made.iter().map(|file| file.name.as_str()).collect();
        assert_eq!(names, ["talk_1-Opening.mp4", "talk_2-The Sea.mp4"]);
        assert_eq!((frames(&made[0]), frames(&made[1])), (25, 50));
        let inputs = testing::inputs([
            ("video", Resource::Video(plain)),
            ("by", Resource::Text("chapters".to_owned())),
        ]);
        let error = VideoSplitting.run(&inputs, &context).unwrap_err();
        assert!(error.to_string().contains("has no chapters"), "{error}");
    }

    #[test]
    fn one_scene_stays_and_how_to_split_is_asked_for() {
        let (context, _folder) = testing::context();
        let path = make(
            &context.folder,
            "grey.mp4",
            "-f lavfi -i color=gray:s=64x48:d=2:r=10 -pix_fmt yuv420p",
        );
        let video = MediaFile {
            path,
            name: "grey.mp4".to_owned(),
        };
        let told = |by: &str| {
            let inputs = testing::inputs([
                ("video", Resource::Video(video.clone())),
                ("by", Resource::Text(by.to_owned())),
            ]);
            VideoSplitting
                .run(&inputs, &context)
                .unwrap_err()
                .to_string()
        };
        assert!(told("scenes").contains("one scene"), "{}", told("scenes"));
        assert!(told("").contains("every 30 seconds"), "{}", told(""));
    }
}
