//! Hides a place in a video: what lies in a box is blurred, pixelated or covered, in the whole video
//! or in a part of its length.

use patchbay_domain::Resource;
use patchbay_phrases::boxes::PixelBox;

use super::shared::filtering::{Filters, filtered};
use super::shared::graphs::{format_of, in_rgb, laid_over, parts_within};
use super::shared::lost::{self, Held};
use crate::shared::hiding::{self, Hiding};
use crate::{Context, Implementation, Inputs, Registered, ToolError};

struct VideoHiding;
inventory::submit!(Registered(&VideoHiding));

impl Implementation for VideoHiding {
    fn tool(&self) -> &'static str {
        "video_hiding"
    }

    fn losses(&self, inputs: &Inputs) -> Vec<String> {
        lost::foreseen(inputs, Held::AllAudio)
    }

    fn run(&self, inputs: &Inputs, context: &Context) -> Result<Resource, ToolError> {
        let video = inputs.video("video")?;
        let format = format_of(video)?;
        let place = even(hiding::region(inputs, (format.width, format.height))?);
        let hidden = format!(
            "crop={}:{}:{}:{}:exact=1,{}",
            place.width,
            place.height,
            place.left,
            place.top,
            hiding(Hiding::of(inputs), place, format.matrix())
        );
        let parts = parts_within(inputs, video)?;
        let graph = laid_over(&hidden, (place.left, place.top), parts.as_deref());
        let filters = Filters {
            video: Some(graph),
            ..Filters::default()
        };
        filtered(video, &filters, "hidden", context)
    }
}

/// A box with even sides at even pixels that holds all of another: colours have half as many.
fn even(place: PixelBox) -> PixelBox {
    let (left, top) = (place.left & !1, place.top & !1);
    PixelBox {
        left,
        top,
        width: (place.left + place.width - left).next_multiple_of(2),
        height: (place.top + place.height - top).next_multiple_of(2),
    }
}

/// What hides a place that was cut out.
fn hiding(how: Hiding, place: PixelBox, matrix: &str) -> String {
    let PixelBox { width, height, .. } = place;
    let [across, down] = hiding::blocks(place);
    let small = format!("scale={across}:{down}:flags=area,format=yuv444p");
    match how {
        Hiding::Covered([red, green, blue]) => in_rgb(
            matrix,
            &format!("drawbox=color=0x{red:02x}{green:02x}{blue:02x}:t=fill"),
        ),
        Hiding::Pixelated => {
            format!("{small},scale={width}:{height}:flags=neighbor,format=yuv420p")
        }
        Hiding::Blurred => format!(
            "{small},scale={width}:{height}:flags=bilinear,format=yuv420p,gblur=sigma={:.1}:steps=2",
            f64::from(hiding::block(place)) / 2.0
        ),
    }
}

#[cfg(test)]
mod tests {
    use image::RgbImage;
    use patchbay_domain::MediaFile;
    use patchbay_test_support::video::{difference, frame_at, make};

    use super::*;
    use crate::testing;

    fn noise(context: &Context) -> MediaFile {
        let arguments =
            "-f lavfi -i testsrc2=s=320x240:d=2:r=10 -c:v libx264 -qp 4 -pix_fmt yuv420p";
        MediaFile {
            path: make(&context.folder, "film.mp4", arguments),
            name: "film.mp4".to_owned(),
        }
    }

    fn hide(
        context: &Context,
        video: &MediaFile,
        values: &[(&str, &str)],
    ) -> Result<Resource, ToolError> {
        let values = values
            .iter()
            .map(|(name, value)| ((*name).to_owned(), Resource::Text((*value).to_owned())))
            .chain([("video".to_owned(), Resource::Video(video.clone()))]);
        VideoHiding.run(&Inputs::new(values.collect()), context)
    }

    fn piece(frame: &RgbImage, (x, y, width, height): (u32, u32, u32, u32)) -> RgbImage {
        image::imageops::crop_imm(frame, x, y, width, height).to_image()
    }

    #[test]
    fn a_box_is_covered_between_two_times_and_all_else_stays() {
        let (context, _folder) = testing::context();
        let video = noise(&context);
        let values = [
            ("region", "80x40 at 100,60"),
            ("color", "#c81e1e"),
            ("within", "0:00.5 to 0:01"),
        ];
        let made = hide(&context, &video, &values).unwrap();
        let path = &made.files()[0].path;
        let (before, covered) = (frame_at(path, 0.2), frame_at(path, 0.7));
        let [red, green, blue] = covered.get_pixel(140, 80).0;
        assert!(
            red.abs_diff(200) < 8 && green.abs_diff(30) < 8 && blue.abs_diff(30) < 8,
            "{red} {green} {blue}"
        );
        assert!(difference(&before, &frame_at(&video.path, 0.2)) < 2.0);
        assert!(difference(&frame_at(path, 1.4), &frame_at(&video.path, 1.4)) < 2.0);
        let beside = (200, 60, 100, 100);
        let original = frame_at(&video.path, 0.7);
        assert!(difference(&piece(&covered, beside), &piece(&original, beside)) < 2.0);
    }

    #[test]
    fn a_box_is_blurred_or_pixelated() {
        let (context, _folder) = testing::context();
        let video = noise(&context);
        let original = frame_at(&video.path, 0.5);
        for how in ["blurred", "pixelated"] {
            let values = [("region", "81x41 at 101,61"), ("how", how)];
            let made = hide(&context, &video, &values).unwrap();
            let hidden = frame_at(&made.files()[0].path, 0.5);
            let place = (102, 62, 78, 38);
            let steps = |frame: &RgbImage| {
                let piece = piece(frame, place);
                let across = piece.rows().map(|row| {
                    let row: Vec<u8> = row.map(|pixel| pixel.0[1]).collect();
                    row.windows(2)
                        .filter(|pair| pair[0].abs_diff(pair[1]) > 24)
                        .count()
                });
                across.sum::<usize>()
            };
            assert!(
                difference(&piece(&hidden, place), &piece(&original, place)) > 8.0,
                "{how}"
            );
            if how == "blurred" {
                assert!(
                    steps(&hidden) * 8 < steps(&original).max(8),
                    "{}",
                    steps(&hidden)
                );
            }
            let beside = (0, 120, 320, 120);
            assert!(difference(&piece(&hidden, beside), &piece(&original, beside)) < 2.0);
        }
    }

    #[test]
    fn a_box_outside_of_the_frame_is_refused_and_one_at_its_edge_is_cut() {
        let (context, _folder) = testing::context();
        let video = noise(&context);
        let error = hide(&context, &video, &[("region", "50x50 at 400,10")]).unwrap_err();
        assert!(error.to_string().contains("320 x 240"), "{error}");
        let error = hide(&context, &video, &[]).unwrap_err();
        assert!(error.to_string().contains("which place"), "{error}");
        let values = [("region", "bottom half"), ("how", "covered")];
        let made = hide(&context, &video, &values).unwrap();
        let (above, below) = (10, 130);
        let frame = frame_at(&made.files()[0].path, 0.5);
        assert!(frame.get_pixel(160, below).0[1] < 12);
        assert!(
            frame
                .rows()
                .nth(above)
                .is_some_and(|mut row| row.any(|pixel| pixel.0[1] > 60))
        );
        let values = [("region", "500x500 at 301,231"), ("how", "covered")];
        let made = hide(&context, &video, &values).unwrap();
        assert!(frame_at(&made.files()[0].path, 0.5).get_pixel(318, 238).0[1] < 12);
    }
}
