//! Images as the frames of a video show them: whole, on something that fills the rest, or filling it.

use image::{DynamicImage, RgbImage, imageops};
use patchbay_domain::MediaFile;
use patchbay_media::MediaError;
use patchbay_media::image::{converted, read, resize};
use patchbay_vision::on_white::opaque;

/// Factor by which what is behind a frame is smaller while it is blurred, and reach of the blur, in
/// its pixels.
const SMALLER: u32 = 16;
const BLUR: f32 = 3.0;
/// A frame that fills its place to within so many pixels is stretched by them: a line of black
/// would catch the eye more.
const UNSEEN: u32 = 2;
/// Lightness of what is behind a frame, of what it was.
const DIMMED: f32 = 0.6;

/// Filling beside a frame of another shape.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Beside {
    /// The frame itself, larger and blurred.
    Blurred,
    Black,
    White,
    /// Nothing: its middle fills the frame.
    Nothing,
}

/// The frame in the middle of so many pixels: whole, or filling them.
pub(crate) fn still(
    file: &MediaFile,
    (width, height): (u32, u32),
    beside: Beside,
) -> Result<RgbImage, MediaError> {
    let frame = read(&file.path, &file.name)?;
    let [wide, high] = [frame.pixels.width(), frame.pixels.height()].map(f64::from);
    let scales = [f64::from(width) / wide, f64::from(height) / high];
    let (across, down) = if beside == Beside::Nothing {
        let scale = scales[0].max(scales[1]);
        let side = |own: f64, least: u32| ((own * scale).round() as u32).max(least);
        (side(wide, width), side(high, height))
    } else {
        let scale = scales[0].min(scales[1]);
        let side = |own: f64, most: u32| {
            let side = ((own * scale).round() as u32).clamp(1, most);
            if most - side <= UNSEEN { most } else { side }
        };
        (side(wide, width), side(high, height))
    };
    let small = resize(&frame.pixels, across, down);
    let small = opaque(&converted(small, frame.metadata.icc.as_deref(), None));
    if small.dimensions() == (width, height) {
        return Ok(small);
    }
    let mut still = match beside {
        Beside::Blurred => blurred(&small, (width, height)),
        Beside::Black => RgbImage::new(width, height),
        Beside::White => RgbImage::from_pixel(width, height, image::Rgb([255; 3])),
        Beside::Nothing => {
            let (left, top) = ((across - width) / 2, (down - height) / 2);
            return Ok(imageops::crop_imm(&small, left, top, width, height).to_image());
        }
    };
    let (left, top) = ((width - across) / 2, (height - down) / 2);
    imageops::replace(&mut still, &small, left.into(), top.into());
    Ok(still)
}

/// The middle of a frame over all of so many pixels, blurred and darker.
fn blurred(frame: &RgbImage, (width, height): (u32, u32)) -> RgbImage {
    let small = ((width / SMALLER).max(2), (height / SMALLER).max(2));
    let [wide, high] = [frame.width(), frame.height()].map(f64::from);
    let scale = (f64::from(small.0) / wide).max(f64::from(small.1) / high);
    let side = |own: f64, least: u32| ((own * scale).round() as u32).max(least);
    let (across, down) = (side(wide, small.0), side(high, small.1));
    let covering = resize(&frame.clone().into(), across, down).crop_imm(
        (across - small.0) / 2,
        (down - small.1) / 2,
        small.0,
        small.1,
    );
    let mut soft = imageops::blur(&covering.into_rgb8(), BLUR);
    for value in soft.iter_mut() {
        *value = (f32::from(*value) * DIMMED) as u8;
    }
    resize(&DynamicImage::from(soft), width, height).into_rgb8()
}
