//! Gives a video the chapters that a text lists, instead of those that it has. Frames, audio and all
//! else stay as they are packed.

use patchbay_domain::{MediaFile, Resource};
use patchbay_media::video::probe;

use crate::shared::chapters::with_chapters;
use crate::{Context, Implementation, Inputs, Registered, ToolError};

struct ChapterSetting;
inventory::submit!(Registered(&ChapterSetting));

impl Implementation for ChapterSetting {
    fn tool(&self) -> &'static str {
        "chapter_setting"
    }

    fn run(&self, inputs: &Inputs, context: &Context) -> Result<Resource, ToolError> {
        let (video, text) = (inputs.video("video")?, inputs.text("text")?);
        let seconds = |file: &MediaFile| Ok(probe(&file.path, &file.name)?.seconds);
        let made = with_chapters(video, seconds, &text, "MP4 or MKV", context)?;
        Ok(Resource::Video(made))
    }
}

#[cfg(test)]
mod tests {
    use patchbay_media::video::chapters;
    use patchbay_test_support::video::{difference, frame_at, make};

    use super::*;
    use crate::testing::{context, inputs};

    fn set(video: &MediaFile, text: &str, context: &Context) -> Result<MediaFile, ToolError> {
        let given = inputs([
            ("video", Resource::Video(video.clone())),
            ("text", Resource::Text(text.to_owned())),
        ]);
        let made = ChapterSetting.run(&given, context)?;
        Ok(made.files()[0].clone())
    }

    fn titles(file: &MediaFile) -> Vec<(u32, String)> {
        let found = chapters(&file.path, &file.name).expect("a video");
        let of = |chapter: patchbay_media::video::Chapter| {
            (
                chapter.start.round() as u32,
                chapter.title.unwrap_or_default(),
            )
        };
        found.into_iter().map(of).collect()
    }

    #[test]
    fn chapters_are_set_and_replaced_and_all_else_stays() {
        let (context, folder) = context();
        for (name, more) in [
            ("film.mp4", ""),
            ("first.mp4", "-movflags +faststart"),
            ("film.mov", ""),
            ("film.mkv", ""),
        ] {
            let arguments = format!(
                "-f lavfi -i testsrc=duration=6:size=64x48:rate=25 -f lavfi -i sine=frequency=440:duration=6 \
                 -c:v libx264 -pix_fmt yuv420p -c:a aac -metadata title=Stays {more}"
            );
            let file = MediaFile {
                path: make(folder.path(), name, &arguments),
                name: name.to_owned(),
            };
            let once = set(&file, "0:00 Intro\n0:02 Größe\n0:04 End\n", &context).expect("a video");
            let expected = [(0, "Intro"), (2, "Größe"), (4, "End")];
            assert_eq!(
                titles(&once),
                expected.map(|(start, title)| (start, title.to_owned())),
                "{name}"
            );
            let twice = set(&once, "0:00 One 0:03 Two", &context).expect("a video");
            let expected = [(0, "One"), (3, "Two")];
            assert_eq!(
                titles(&twice),
                expected.map(|(start, title)| (start, title.to_owned())),
                "{name}"
            );
            let late = set(&twice, "0:01 Late", &context).expect("a video");
            assert_eq!(titles(&late), [(1, "Late".to_owned())], "{name}");
            for made in [&once, &twice, &late] {
                let gap = difference(&frame_at(&file.path, 5.0), &frame_at(&made.path, 5.0));
                assert!(gap < 1e-9, "{name}: {gap}");
            }
        }
    }
}
