//! Writes tags into the metadata of a video: title, artist, date and the like. Frames, audio and all
//! else that it says stay as they are.

use patchbay_domain::Resource;
use patchbay_media::video::probe;

use crate::shared::rewriting::tagged;
use crate::{Context, Implementation, Inputs, Registered, ToolError};

struct VideoTagging;
inventory::submit!(Registered(&VideoTagging));

impl Implementation for VideoTagging {
    fn tool(&self) -> &'static str {
        "video_tagging"
    }

    fn run(&self, inputs: &Inputs, context: &Context) -> Result<Resource, ToolError> {
        let video = inputs.video("video")?;
        // Whether it is a video at all is told before anything is written.
        probe(&video.path, &video.name)?;
        Ok(Resource::Video(tagged(video, inputs, context)?))
    }
}

#[cfg(test)]
mod tests {
    use patchbay_domain::MediaFile;
    use patchbay_test_support::video::{difference, facts, frame_at, make};

    use super::*;
    use crate::testing::{context, inputs};

    fn text(text: &str) -> Resource {
        Resource::Text(text.to_owned())
    }

    #[test]
    fn tags_are_set_and_all_else_stays() {
        let (context, folder) = context();
        for name in ["film.mp4", "first.mp4", "film.mov", "film.mkv", "film.webm"] {
            let arguments = "-f lavfi -i testsrc=duration=2:size=64x48:rate=25 -f lavfi -i sine=frequency=440:duration=2 \
                             -metadata title=Old -metadata comment=Stays";
            let codecs = match name {
                "film.webm" => "-c:v libvpx -c:a libopus",
                "first.mp4" => "-c:v libx264 -pix_fmt yuv420p -c:a aac -movflags +faststart",
                _ => "-c:v libx264 -pix_fmt yuv420p -c:a aac",
            };
            let file = MediaFile {
                path: make(folder.path(), name, &format!("{arguments} {codecs}")),
                name: name.to_owned(),
            };
            let given = inputs([
                ("video", Resource::Video(file.clone())),
                ("title", text("Süßer Tag")),
                ("artist", text("Ada")),
                ("date", text("2024")),
            ]);
            let made = VideoTagging.run(&given, &context).expect("a video");
            let made = &made.files()[0].path;
            let told = facts(made)["format"]["tags"].clone();
            let said = |key: &str| {
                let found = told[key].as_str().or(told[key.to_uppercase()].as_str());
                found.map(str::to_owned)
            };
            assert_eq!(said("title").as_deref(), Some("Süßer Tag"), "{name}");
            assert_eq!(said("artist").as_deref(), Some("Ada"), "{name}");
            assert_eq!(said("date").as_deref(), Some("2024"), "{name}");
            assert_eq!(said("comment").as_deref(), Some("Stays"), "{name}");
            let gap = difference(&frame_at(&file.path, 1.0), &frame_at(made, 1.0));
            assert!(gap < 1e-9, "{name}: {gap}");
        }
    }

    #[test]
    fn what_is_not_said_is_asked_for() {
        let (context, folder) = context();
        let arguments = "-f lavfi -i color=gray:s=64x48:d=1:r=10 -pix_fmt yuv420p";
        let file = MediaFile {
            path: make(folder.path(), "film.mp4", arguments),
            name: "film.mp4".to_owned(),
        };
        let given = inputs([("video", Resource::Video(file))]);
        let error = VideoTagging.run(&given, &context).expect_err("nothing");
        assert!(error.to_string().contains("title"), "{error}");
    }
}
