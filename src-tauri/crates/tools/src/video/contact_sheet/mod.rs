//! Makes a contact sheet of a video: its frames at equal distances in columns and rows, each with its
//! time.

use image::imageops::{self, FilterType};
use image::{DynamicImage, Rgb, RgbImage};
use patchbay_domain::{LabelledImage, MediaFile, Resource, ResourceType};
use patchbay_media::image::write_png;
use patchbay_media::video::{frame_at, probe};
use patchbay_vision::lettering;

use crate::{Context, Implementation, Inputs, Registered, ToolError};

/// Default number of frames side by side.
const COLUMNS: u32 = 4;
/// The most columns and rows.
const MOST: (u32, u32) = (12, 30);
/// Width of the frames of a row together, in pixels, and of each at least.
const WIDE: u32 = 1920;
const NARROWEST: u32 = 160;
/// Between frames, in pixels.
const GAP: u32 = 8;
/// Behind the frames.
const GROUND: Rgb<u8> = Rgb([24, 24, 24]);
/// Height of the letters of times, of a frame's height, and at least, in pixels.
const LETTERS: f32 = 0.1;
const SMALLEST: f32 = 12.0;

struct ContactSheet;
inventory::submit!(Registered(&ContactSheet));

impl Implementation for ContactSheet {
    fn tool(&self) -> &'static str {
        "contact_sheet"
    }

    fn run(&self, inputs: &Inputs, context: &Context) -> Result<Resource, ToolError> {
        let video = inputs.video("video")?;
        let facts = probe(&video.path, &video.name)?;
        let columns = inputs
            .count("sheet_columns")?
            .unwrap_or(COLUMNS)
            .min(MOST.0);
        let rows = inputs.count("sheet_rows")?.unwrap_or(columns).min(MOST.1);
        let has_times = inputs.value("labels").as_deref() != Some("without times");
        let width = (WIDE / columns).max(NARROWEST).min(facts.width.max(1));
        let height = f64::from(width) * f64::from(facts.height) / f64::from(facts.width.max(1));
        let size = (width, (height.round() as u32).max(1));
        let whole = |count: u32, side: u32| count * side + (count + 1) * GAP;
        let mut sheet = RgbImage::from_pixel(whole(columns, size.0), whole(rows, size.1), GROUND);
        let count = columns * rows;
        let apart = facts.seconds / f64::from(count);
        for index in 0..count {
            context.check()?;
            let seconds = (f64::from(index) + 0.5) * apart;
            let frame = shown(video, seconds, size)?;
            let left = GAP + index % columns * (size.0 + GAP);
            let top = GAP + index / columns * (size.1 + GAP);
            imageops::replace(&mut sheet, &frame, left.into(), top.into());
            if has_times {
                label(&mut sheet, &on_a_clock(seconds, apart), (left, top), size);
            }
            context
                .progress
                .set(f64::from(index + 1) / f64::from(count));
        }
        let file = context.output("contact-sheet", Some(&video.name), "png");
        write_png(&file.path, &DynamicImage::from(sheet), &file.name)?;
        Ok(Resource::Images {
            kind: ResourceType::IMAGE,
            items: vec![LabelledImage { file, label: None }],
        })
    }
}

/// The frame at that time, at that size.
fn shown(
    video: &MediaFile,
    seconds: f64,
    (width, height): (u32, u32),
) -> Result<RgbImage, ToolError> {
    let frame = frame_at(&video.path, &video.name, seconds)?;
    // Twice as large first, fast, so that fine detail does not glitter.
    let near = imageops::thumbnail(
        &frame,
        frame.width().min(2 * width),
        frame.height().min(2 * height),
    );
    Ok(imageops::resize(&near, width, height, FilterType::Triangle))
}

/// `1:05` or `1:02:03`, with tenths where frames are less than a second apart.
fn on_a_clock(seconds: f64, apart: f64) -> String {
    let tenths = (seconds * 10.0).floor() as u64;
    let (whole, tenth) = (tenths / 10, tenths % 10);
    let (hours, minutes, seconds) = (whole / 3600, whole / 60 % 60, whole % 60);
    let clock = if hours > 0 {
        format!("{hours}:{minutes:02}:{seconds:02}")
    } else {
        format!("{minutes}:{seconds:02}")
    };
    if apart < 1.0 {
        format!("{clock}.{tenth}")
    } else {
        clock
    }
}

/// Writes a time at the lower right of a frame, white on dark.
fn label(sheet: &mut RgbImage, time: &str, (left, top): (u32, u32), (width, height): (u32, u32)) {
    let letters = (height as f32 * LETTERS).max(SMALLEST);
    let padding = letters * 0.25;
    let (wide, high) = (
        lettering::width(time, letters),
        lettering::line_height(letters),
    );
    let right = (left + width) as f32 - padding;
    let bottom = (top + height) as f32 - padding;
    let corner = (right - wide - padding, bottom - high);
    for y in corner.1.max(top as f32) as u32..bottom as u32 {
        for x in (corner.0 - padding).max(left as f32) as u32..right as u32 {
            if let Some(pixel) = sheet.get_pixel_mut_checked(x, y) {
                pixel.0 = pixel.0.map(|channel| channel / 3);
            }
        }
    }
    lettering::draw(time, letters, corner, |x, y, cover| {
        let (Ok(x), Ok(y)) = (u32::try_from(x), u32::try_from(y)) else {
            return;
        };
        if let Some(pixel) = sheet.get_pixel_mut_checked(x, y) {
            pixel.0 = pixel.0.map(|channel| {
                let lit = f32::from(channel) + (255.0 - f32::from(channel)) * cover.clamp(0.0, 1.0);
                lit.round() as u8
            });
        }
    });
}

#[cfg(test)]
mod tests {
    use patchbay_test_support::video::make;

    use super::*;
    use crate::testing::{context, inputs};

    #[test]
    fn frames_stand_in_their_order_with_their_times() {
        let (context, _folder) = context();
        // A colour a second: red, green, blue, grey.
        let colors = ["red", "lime", "blue", "gray"]
            .map(|color| format!("-f lavfi -i color={color}:s=320x180:d=1:r=10"));
        let arguments = format!(
            "{} -filter_complex concat=n=4 -pix_fmt yuv420p",
            colors.join(" ")
        );
        let video = MediaFile {
            path: make(&context.folder, "film.mp4", &arguments),
            name: "film.mp4".to_owned(),
        };
        let sheet = |labels: &str| {
            let text = |text: &str| Resource::Text(text.to_owned());
            let given = inputs([
                ("video", Resource::Video(video.clone())),
                ("sheet_columns", text("2")),
                ("sheet_rows", text("2")),
                ("labels", text(labels)),
            ]);
            let made = ContactSheet.run(&given, &context).expect("a sheet");
            let file = made.files()[0].clone();
            patchbay_media::image::read(&file.path, &file.name)
                .expect("a picture")
                .pixels
                .to_rgb8()
        };
        let plain = sheet("without times");
        assert_eq!(plain.dimensions(), (2 * 320 + 3 * 8, 2 * 180 + 3 * 8));
        let strongest = |x: u32, y: u32| {
            let pixel = plain.get_pixel(x, y).0;
            (0..3).max_by_key(|channel| pixel[*channel]).unwrap_or(0)
        };
        assert_eq!(
            [strongest(100, 90), strongest(430, 90), strongest(100, 280)],
            [0, 1, 2]
        );
        assert_eq!(*plain.get_pixel(3, 3), GROUND);
        let timed = sheet("with times");
        let white = timed.pixels().filter(|pixel| pixel.0 == [255; 3]).count();
        assert!(white > 100, "{white} white pixels");
    }

    #[test]
    fn times_are_written_as_clocks() {
        assert_eq!(on_a_clock(65.4, 10.0), "1:05");
        assert_eq!(on_a_clock(3723.0, 60.0), "1:02:03");
        assert_eq!(on_a_clock(1.56, 0.5), "0:01.5");
    }
}
