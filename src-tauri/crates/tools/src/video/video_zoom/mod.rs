//! Zooms into a part of a video over a time span, as a camera that moves over it: from the whole or
//! one part to another.

mod view;

use patchbay_media::video::Watch;
use patchbay_tool_api::filtering::Filters;
use patchbay_values::regions::Region;

use self::view::{After, Move, View};
use super::shared::graphs::parts_within;
use crate::shared::hiding::placed;
use crate::{Context, Inputs, Registered, ToolError, VideoFilter, VideoStreams};

/// Default part that fills the frame: the middle.
const USUAL: &str = "60%x60% at 20%,20%";

struct VideoZoom;
inventory::submit!(Registered(&VideoZoom));

impl VideoFilter for VideoZoom {
    fn tool(&self) -> &'static str {
        "video_zoom"
    }

    fn purpose(&self, _: &Inputs) -> String {
        "zoomed".to_owned()
    }

    fn apply(
        &self,
        video: VideoStreams,
        inputs: &Inputs,
        _: &Context,
        watch: &Watch,
    ) -> Result<VideoStreams, ToolError> {
        let format = video.format()?;
        let size = (format.width, format.height);
        let seen = |region: Region| -> Result<View, ToolError> {
            Ok(View::of(placed(region, size)?, size))
        };
        let from = inputs.region("from")?;
        let usual = || from.is_none().then(|| Region::read(USUAL)).flatten();
        let to = inputs.region("to")?.or_else(usual);
        let [from, to] = [from.map(seen).transpose()?, to.map(seen).transpose()?];
        let parts = parts_within(inputs, &video)?;
        let span = parts.and_then(|parts| parts.first().copied());
        let moved = Move {
            from: from.unwrap_or(View::whole(size)),
            to: to.unwrap_or(View::whole(size)),
            span: span.map_or((0.0, video.seconds()), |part| (part.start, part.end)),
            after: match inputs.value("after").as_deref() {
                Some("back at once") => After::BackAtOnce,
                Some("back slowly") => After::BackSlowly,
                _ => After::Stays,
            },
        };
        // Frames are counted, so they have to come at equal distances.
        let rate = video.constant_rate()?;
        let filters = Filters {
            video: Some(moved.filter(size, rate)),
            rate: Some(rate),
            ..Filters::default()
        };
        Ok(video.at_rate(rate)?.filtered(&filters, watch)?)
    }
}

#[cfg(test)]
mod tests {
    use patchbay_domain::{MediaFile, Resource};
    use patchbay_media::video::probe;
    use patchbay_test_support::video::{frame_at, loudness, make};

    use super::*;
    use crate::testing;

    /// Red at the upper left, green, blue and white in the other quarters.
    fn quarters(context: &Context) -> MediaFile {
        let color = |name: &str| format!("-f lavfi -i color={name}:s=160x90:d=4:r=25 ");
        let arguments = format!(
            "{}{}{}{}-f lavfi -i sine=d=4 -filter_complex \
             [0][1]hstack[up];[2][3]hstack[down];[up][down]vstack -pix_fmt yuv420p -qp 4",
            color("red"),
            color("lime"),
            color("blue"),
            color("white")
        );
        MediaFile {
            path: make(&context.folder, "four.mp4", &arguments),
            name: "four.mp4".to_owned(),
        }
    }

    fn zoomed(values: &[(&str, &str)]) -> Result<(MediaFile, tempfile::TempDir), String> {
        let (context, folder) = testing::context();
        let video = ("video".to_owned(), Resource::Video(quarters(&context)));
        let values = values
            .iter()
            .map(|(name, value)| ((*name).to_owned(), Resource::Text((*value).to_owned())));
        let inputs = Inputs::new([video].into_iter().chain(values).collect());
        let made = VideoZoom.run(&inputs, &context);
        made.map(|made| (made.files()[0].clone(), folder))
            .map_err(|error| error.to_string())
    }

    fn color(file: &MediaFile, seconds: f64, (x, y): (u32, u32)) -> &'static str {
        match frame_at(&file.path, seconds).get_pixel(x, y).0 {
            [200..=255, ..60, ..60] => "red",
            [..60, 200..=255, ..60] => "green",
            [..60, ..60, 200..=255] => "blue",
            [200..=255, 200..=255, 200..=255] => "white",
            _ => "another",
        }
    }

    #[test]
    fn a_part_fills_the_frame_after_its_time_and_until_then_all_is_seen() {
        let values = [("to", "50%x50% at 50%,0%"), ("within", "0:01 to 0:03")];
        let (made, _folder) = zoomed(&values).unwrap();
        let facts = probe(&made.path, "made").unwrap();
        assert_eq!((facts.width, facts.height), (320, 180));
        assert!((facts.seconds - 4.0).abs() < 0.05, "{}", facts.seconds);
        let corners = [(8, 8), (312, 8), (8, 172), (312, 172)];
        let seen = |seconds| corners.map(|corner| color(&made, seconds, corner));
        assert_eq!(seen(0.5), ["red", "green", "blue", "white"]);
        assert_eq!(seen(3.5), ["green"; 4]);
        // Halfway, three quarters of each side are seen: a third of them is still red.
        assert_eq!(color(&made, 2.0, (80, 60)), "red");
        assert_eq!(color(&made, 2.0, (140, 60)), "green");
        assert_eq!(color(&made, 2.0, (200, 160)), "white");
        assert!(loudness(&made.path, 0.5, 3.5) > -30.0);
    }

    #[test]
    fn it_goes_from_part_to_part_and_back() {
        let values = [
            ("from", "50%x50% at 0%,0%"),
            ("to", "50%x50% at 0%,50%"),
            ("within", "0:01 to 0:02"),
            ("after", "back slowly"),
        ];
        let (made, _folder) = zoomed(&values).unwrap();
        let middle = |seconds| color(&made, seconds, (160, 90));
        assert_eq!(
            [middle(1.04), middle(1.96), middle(3.4)],
            ["red", "blue", "red"]
        );
        assert_eq!(color(&made, 0.5, (312, 172)), "white", "all of it before");
        let values = [
            ("to", "top half"),
            ("within", "0:01 to 0:02"),
            ("after", "back at once"),
        ];
        let (made, _folder) = zoomed(&values).unwrap();
        assert_eq!(color(&made, 2.5, (312, 172)), "white");
        let (made, _folder) = zoomed(&[("within", "0:01 to 0:02")]).unwrap();
        assert_eq!(color(&made, 3.0, (312, 172)), "white", "into the middle");
        assert!(zoomed(&[("to", "there")]).is_err_and(|said| said.contains("“there”")));
    }
}
