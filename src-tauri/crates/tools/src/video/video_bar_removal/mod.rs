//! Crops black bars off a video: rows and columns at its edges that are black in every frame.

mod bars;

use patchbay_media::video::Watch;
use patchbay_tool_api::filtering::Filters;

use self::bars::find;
use crate::{Context, Inputs, Registered, ToolError, VideoFilter, VideoStreams};

struct VideoBarRemoval;
inventory::submit!(Registered(&VideoBarRemoval));

impl VideoFilter for VideoBarRemoval {
    fn tool(&self) -> &'static str {
        "video_bar_removal"
    }

    fn purpose(&self, _: &Inputs) -> String {
        "cropped".to_owned()
    }

    fn apply(
        &self,
        video: VideoStreams,
        _: &Inputs,
        context: &Context,
        watch: &Watch,
    ) -> Result<VideoStreams, ToolError> {
        let format = video.format()?;
        let bars = find(video.file(), context)?.filter(|bars| bars.are_some());
        let Some(bars) = bars else {
            return Err(ToolError::Refused(format!(
                "There are no black bars around “{}”. To cut it to another shape, ask to crop it, such as “to 16:9”.",
                video.name()
            )));
        };
        let filters = Filters::of_frames(bars.crop(format.width, format.height));
        Ok(video.filtered(&filters, watch)?.measured(0.2))
    }

    fn measures(&self, _: &Inputs) -> bool {
        true
    }
}

#[cfg(test)]
mod tests {
    use patchbay_domain::{MediaFile, Resource};
    use patchbay_media::video::probe;
    use patchbay_test_support::video::{frame_at, make};

    use super::*;
    use crate::testing;

    fn run(context: &Context, arguments: &str) -> Result<Resource, ToolError> {
        let video = MediaFile {
            path: make(&context.folder, "film.mp4", arguments),
            name: "film.mp4".to_owned(),
        };
        VideoBarRemoval.run(
            &testing::inputs([("video", Resource::Video(video))]),
            context,
        )
    }

    #[test]
    fn bars_are_cropped_off_whatever_fades_between_them() {
        let (context, _folder) = testing::context();
        // It begins black, and has bars above and below, and at the sides.
        let arguments = "-f lavfi -i testsrc2=s=240x120:d=3:r=10 -vf \
                         fade=in:d=1,pad=280:200:20:40:black -c:v libx264 -pix_fmt yuv420p";
        let made = run(&context, arguments).unwrap();
        let path = &made.files()[0].path;
        let facts = probe(path, "made").unwrap();
        assert!(
            facts.width.abs_diff(240) <= 4 && facts.height.abs_diff(120) <= 4,
            "{} x {}",
            facts.width,
            facts.height
        );
        assert!((facts.seconds - 3.0).abs() < 0.05);
        let frame = frame_at(path, 2.0);
        let row = |y: u32| {
            (0..frame.width())
                .map(|x| u32::from(frame.get_pixel(x, y).0[1]))
                .sum::<u32>()
        };
        assert!(row(0) / frame.width() > 20 && row(frame.height() - 1) / frame.width() > 20);
    }

    #[test]
    fn a_video_without_bars_is_left_as_it_is() {
        let (context, _folder) = testing::context();
        for arguments in [
            "-f lavfi -i testsrc2=s=240x120:d=1:r=10 -pix_fmt yuv420p",
            "-f lavfi -i color=black:s=64x48:d=1:r=10 -pix_fmt yuv420p",
            // What is dark at the edge of only some frames is no bar.
            "-f lavfi -i testsrc2=s=240x120:d=1:r=10 -vf drawbox=h=20:c=black:t=fill:enable=lt(t\\,0.5) -pix_fmt yuv420p",
        ] {
            let error = run(&context, arguments).unwrap_err();
            assert!(
                error
                    .to_string()
                    .contains("no black bars around “film.mp4”"),
                "{error}"
            );
        }
    }
}
