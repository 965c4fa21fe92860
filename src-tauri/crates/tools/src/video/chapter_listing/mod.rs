//! Lists the chapters of a video: a line with time and title for each, as descriptions of videos
//! have them.

use patchbay_domain::Resource;
use patchbay_media::video::probe;

use crate::shared::rewriting::listed;
use crate::{Context, Implementation, Inputs, Registered, ToolError};

struct ChapterListing;
inventory::submit!(Registered(&ChapterListing));

impl Implementation for ChapterListing {
    fn tool(&self) -> &'static str {
        "chapter_listing"
    }

    fn run(&self, inputs: &Inputs, context: &Context) -> Result<Resource, ToolError> {
        let video = inputs.video("video")?;
        // Whether it is a video at all is told first.
        probe(&video.path, &video.name)?;
        context.check()?;
        listed(video).map(Resource::Text)
    }
}

#[cfg(test)]
mod tests {
    use patchbay_domain::MediaFile;
    use patchbay_test_support::video::make;

    use super::*;
    use crate::testing::{context, inputs};

    #[test]
    fn what_has_no_chapters_says_so() {
        let (context, folder) = context();
        let arguments = "-f lavfi -i color=gray:s=64x48:d=1:r=10 -pix_fmt yuv420p";
        let file = MediaFile {
            path: make(folder.path(), "film.mp4", arguments),
            name: "film.mp4".to_owned(),
        };
        let given = inputs([("video", Resource::Video(file))]);
        let error = ChapterListing.run(&given, &context).expect_err("none");
        assert_eq!(error.to_string(), "“film.mp4” has no chapters.");
    }
}
