//! Writes a running timecode, a clock, the time that has passed or the number of the frame onto a
//! video.

mod counted;
mod stamped;

use patchbay_media::video::Watch;

use self::counted::Counted;
use self::stamped::StampedFrames;
use super::shared::graphs::parts_within;
use super::shared::lettering::{Place, Style};
use crate::{Context, Inputs, Registered, ToolError, VideoFilter, VideoStreams};

struct VideoTimecode;
inventory::submit!(Registered(&VideoTimecode));

impl VideoFilter for VideoTimecode {
    fn tool(&self) -> &'static str {
        "video_timecode"
    }

    fn purpose(&self, _: &Inputs) -> String {
        "stamped".to_owned()
    }

    fn apply(
        &self,
        video: VideoStreams,
        inputs: &Inputs,
        _: &Context,
        _: &Watch,
    ) -> Result<VideoStreams, ToolError> {
        let parts = parts_within(inputs, &video)?;
        let counted = Counted::of(inputs, &video)?;
        let style = style(inputs)?;
        // Frames are counted, so they have to come at equal distances.
        let rate = video.constant_rate()?;
        video.at_rate(rate)?.with_frames(|frames| {
            let stamped = StampedFrames::new(frames, counted, style, parts);
            Ok::<_, ToolError>(Box::new(stamped))
        })
    }
}

/// Style of the digits by the values that were given.
fn style(inputs: &Inputs) -> Result<Style, ToolError> {
    let share = inputs.number("text_size")?;
    let place = inputs
        .value("place")
        .unwrap_or_else(|| "bottom left".to_owned());
    let usual = Style::default();
    Ok(Style {
        place: Place::named(&place),
        share: share.map(|percent| percent / 100.0),
        color: inputs.color("color")?.unwrap_or(usual.color),
        ..usual
    })
}

#[cfg(test)]
mod tests {
    use patchbay_domain::{MediaFile, Resource};
    use patchbay_test_support::video::{frame_at, loudness, make};

    use super::*;
    use crate::testing;

    fn stamped(values: &[(&str, &str)]) -> Result<(MediaFile, tempfile::TempDir), String> {
        let (context, folder) = testing::context();
        let arguments =
            "-f lavfi -i color=gray:s=320x180:d=3:r=25 -f lavfi -i sine=d=3 -pix_fmt yuv420p";
        let video = MediaFile {
            path: make(&context.folder, "take.mp4", arguments),
            name: "take.mp4".to_owned(),
        };
        let video = ("video".to_owned(), Resource::Video(video));
        let values = values
            .iter()
            .map(|(name, value)| ((*name).to_owned(), Resource::Text((*value).to_owned())));
        let inputs = Inputs::new([video].into_iter().chain(values).collect());
        let made = VideoTimecode.run(&inputs, &context);
        made.map(|made| (made.files()[0].clone(), folder))
            .map_err(|error| error.to_string())
    }

    /// The places of white pixels.
    fn white(file: &MediaFile, seconds: f64) -> Vec<(u32, u32)> {
        let shown = frame_at(&file.path, seconds);
        let is_white = |pixel: &image::Rgb<u8>| pixel.0.iter().all(|value| *value > 215);
        let found = shown.enumerate_pixels();
        found
            .filter(|(.., pixel)| is_white(pixel))
            .map(|(x, y, _)| (x, y))
            .collect()
    }

    #[test]
    fn a_timecode_stands_at_its_place_and_goes_on() {
        let values = [
            ("start", "10:00:00:00"),
            ("place", "top right"),
            ("text_size", "10"),
        ];
        let (made, _folder) = stamped(&values).unwrap();
        let (first, second, later) = (white(&made, 0.0), white(&made, 0.04), white(&made, 1.0));
        assert!(first.len() > 100, "{}", first.len());
        assert!(first.iter().all(|(x, y)| *x > 120 && *y < 60));
        assert!(first != second && second != later);
        assert!(loudness(&made.path, 0.2, 2.8) > -30.0);
        let within = [values[0], ("within", "0:01 to 0:02")];
        let (made, _folder) = stamped(&within).unwrap();
        assert!(white(&made, 0.5).is_empty() && white(&made, 2.5).is_empty());
        let shown = white(&made, 1.5);
        assert!(!shown.is_empty() && shown.iter().all(|(x, y)| *x < 220 && *y > 120));
    }

    #[test]
    fn a_clock_goes_on_in_its_corner_with_each_second() {
        let values = [
            ("counting", "clock"),
            ("start", "2026-12-31 23:59:58"),
            ("text_size", "8"),
        ];
        let (made, _folder) = stamped(&values).unwrap();
        let changed = |from: f64, to: f64| -> Vec<(u32, u32)> {
            let (before, after) = (frame_at(&made.path, from), frame_at(&made.path, to));
            let pairs = before.enumerate_pixels().zip(after.pixels());
            let other = pairs.filter(|((.., old), new)| old.0[1].abs_diff(new.0[1]) > 60);
            other.map(|((x, y, _), _)| (x, y)).collect()
        };
        assert!(changed(0.2, 0.8).is_empty(), "within a second it stands");
        let (second, year) = (changed(0.8, 1.2), changed(1.8, 2.2));
        // One digit, then the year with all of the clock.
        assert!(second.len() > 3 && year.len() > 2 * second.len());
        let of_corner = |(x, y): &(u32, u32)| *x < 220 && *y > 120;
        assert!(second.iter().chain(&year).all(of_corner), "{year:?}");
    }

    #[test]
    fn a_clock_needs_a_start_that_can_be_read() {
        assert!(stamped(&[("counting", "clock"), ("start", "2026-12-31 23:59:58")]).is_ok());
        let error = stamped(&[("counting", "clock")]).unwrap_err();
        assert!(error.contains("does not say when"), "{error}");
        let error = stamped(&[("start", "noon")]).unwrap_err();
        assert!(
            error.contains("“noon”") && error.contains("00:00:00:00"),
            "{error}"
        );
    }
}
