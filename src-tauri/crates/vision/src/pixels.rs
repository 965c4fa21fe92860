//! Work on pixels that several tools on images do alike, whatever the depth and channels. Colours
//! are straight (not premultiplied) with components from 0 to 1.

use image::{ColorType, DynamicImage, GrayImage, ImageBuffer, Pixel, Rgba};
use patchbay_media::image::MAX_PIXELS;
use rayon::prelude::*;

use crate::VisionError;

/// The pixels left, right, above and below pixel `at` of an image that lies row by row, where there
/// are such.
pub(crate) fn beside(at: usize, width: usize, height: usize) -> impl Iterator<Item = usize> {
    let (x, y) = (at % width, at / width);
    [
        (x > 0, at.wrapping_sub(1)),
        (x + 1 < width, at + 1),
        (y > 0, at.wrapping_sub(width)),
        (y + 1 < height, at + width),
    ]
    .into_iter()
    .filter_map(|(exists, next)| exists.then_some(next))
}

/// Runs `$action` on the buffer of an image, whatever its pixels are; images read by
/// `patchbay_media` have no others.
macro_rules! each_kind {
    ($image:expr, $pixels:ident => $action:expr) => {
        match $image {
            DynamicImage::ImageLuma8($pixels) => $action,
            DynamicImage::ImageLumaA8($pixels) => $action,
            DynamicImage::ImageRgb8($pixels) => $action,
            DynamicImage::ImageRgba8($pixels) => $action,
            DynamicImage::ImageLuma16($pixels) => $action,
            DynamicImage::ImageLumaA16($pixels) => $action,
            DynamicImage::ImageRgb16($pixels) => $action,
            DynamicImage::ImageRgba16($pixels) => $action,
            _ => unreachable!("pictures have 8 or 16 bits"),
        }
    };
}

pub(crate) use each_kind;

/// Whether an image has 16 bits for each component.
pub fn is_deep(image: &DynamicImage) -> bool {
    let color = image.color();
    color.bytes_per_pixel() > color.channel_count()
}

/// An image with part of it painted over: `weights` (0: untouched, to 255) laid at `corner` says
/// how much of `paint(x, y)`, an RGBA colour with `x`, `y` counted within `weights`, replaces what
/// is there. Depth and channels stay as they are, and so does every pixel of weight 0, bit for bit.
pub fn blend(
    image: &DynamicImage,
    (left, top): (u32, u32),
    weights: &GrayImage,
    paint: impl Fn(u32, u32) -> [f32; 4],
) -> DynamicImage {
    let mut out = image.clone();
    each_kind!(&mut out, pixels => {
        for (x, y, weight) in weights.enumerate_pixels().filter(|(_, _, weight)| weight[0] > 0) {
            let pixel = pixels.get_pixel_mut(left + x, top + y);
            let share = f32::from(weight[0]) / 255.0;
            let (before, after) = (get(pixel), paint(x, y));
            set(pixel, [0, 1, 2, 3].map(|i| (1.0 - share) * before[i] + share * after[i]));
        }
    });
    out
}

/// An image whose colours are changed one by one, alpha untouched; `x` and `y` are the place in
/// pixels.
pub fn map(
    mut image: DynamicImage,
    change: impl Fn(u32, u32, [f32; 3]) -> [f32; 3] + Sync,
) -> DynamicImage {
    each_kind!(&mut image, pixels => {
        pixels.par_enumerate_pixels_mut().for_each(|(x, y, pixel)| {
            let [r, g, b, alpha] = get(pixel);
            let [r, g, b] = change(x, y, [r, g, b]);
            set(pixel, [r, g, b, alpha]);
        });
    });
    image
}

/// The colour of one pixel, RGBA.
pub(crate) fn at(image: &DynamicImage, x: u32, y: u32) -> [f32; 4] {
    each_kind!(image, pixels => get(pixels.get_pixel(x, y)))
}

/// An image of the same depth and transparency, with colour channels.
pub fn with_color(image: DynamicImage) -> DynamicImage {
    match image.color() {
        ColorType::L8 => image.into_rgb8().into(),
        ColorType::La8 => image.into_rgba8().into(),
        ColorType::L16 => image.into_rgb16().into(),
        ColorType::La16 => image.into_rgba16().into(),
        _ => image,
    }
}

/// An error where an image of that size would be larger than what is worked on here.
pub(crate) fn check_size(width: f64, height: f64) -> Result<(), VisionError> {
    if width * height <= MAX_PIXELS as f64 && width.max(height) <= f64::from(1_u32 << 24) {
        return Ok(());
    }
    Err(VisionError::Unusable(format!(
        "That would be {width:.0} x {height:.0} pixels, and pictures of up to {} million pixels can be made. Ask for a \
         smaller one.",
        MAX_PIXELS / 1_000_000
    )))
}

/// The kind of pixels with that depth and those channels.
pub(crate) fn kind(deep: bool, color: bool, alpha: bool) -> ColorType {
    match (deep, color, alpha) {
        (false, false, false) => ColorType::L8,
        (false, false, true) => ColorType::La8,
        (false, true, false) => ColorType::Rgb8,
        (false, true, true) => ColorType::Rgba8,
        (true, false, false) => ColorType::L16,
        (true, false, true) => ColorType::La16,
        (true, true, false) => ColorType::Rgb16,
        (true, true, true) => ColorType::Rgba16,
    }
}

/// An image of the same depth without transparency: where it was clear it shows `ground`.
pub fn opaque(mut image: DynamicImage, ground: [f32; 3]) -> DynamicImage {
    if !image.color().has_alpha() {
        return image;
    }
    each_kind!(&mut image, pixels => {
        pixels.par_pixels_mut().for_each(|pixel| {
            let [r, g, b, alpha] = get(pixel);
            let over = |above: f32, below: f32| alpha * above + (1.0 - alpha) * below;
            set(pixel, [over(r, ground[0]), over(g, ground[1]), over(b, ground[2]), 1.0]);
        });
    });
    match image.color() {
        ColorType::La8 => image.into_luma8().into(),
        ColorType::Rgba8 => image.into_rgb8().into(),
        ColorType::La16 => image.into_luma16().into(),
        _ => image.into_rgb16().into(),
    }
}

/// An image in the middle of a canvas of one colour, at least as large as it is.
pub(crate) fn on_canvas(
    image: &DynamicImage,
    (width, height): (u32, u32),
    color: [f32; 3],
) -> DynamicImage {
    each_kind!(image, pixels => {
        let mut edge = *pixels.get_pixel(0, 0);
        set(&mut edge, [color[0], color[1], color[2], 1.0]);
        let (across, down) = pixels.dimensions();
        let (left, top) = ((width - across) / 2, (height - down) / 2);
        ImageBuffer::from_fn(width, height, |x, y| {
            let (x, y) = (x.wrapping_sub(left), y.wrapping_sub(top));
            if x < across && y < down { *pixels.get_pixel(x, y) } else { edge }
        })
        .into()
    })
}

/// The depths that images have.
pub(crate) trait Depth: Copy {
    fn to_unit(self) -> f32;
    fn from_unit(value: f32) -> Self;
}

impl Depth for u8 {
    fn to_unit(self) -> f32 {
        f32::from(self) / f32::from(Self::MAX)
    }
    fn from_unit(value: f32) -> Self {
        (value.clamp(0.0, 1.0) * f32::from(Self::MAX)).round() as Self
    }
}

impl Depth for u16 {
    fn to_unit(self) -> f32 {
        f32::from(self) / f32::from(Self::MAX)
    }
    fn from_unit(value: f32) -> Self {
        (value.clamp(0.0, 1.0) * f32::from(Self::MAX)).round() as Self
    }
}

/// A pixel as RGBA.
pub(crate) fn get<P: Pixel<Subpixel: Depth>>(pixel: &P) -> [f32; 4] {
    match *pixel.channels() {
        [grey] => [grey.to_unit(), grey.to_unit(), grey.to_unit(), 1.0],
        [grey, alpha] => [
            grey.to_unit(),
            grey.to_unit(),
            grey.to_unit(),
            alpha.to_unit(),
        ],
        [r, g, b] => [r.to_unit(), g.to_unit(), b.to_unit(), 1.0],
        [r, g, b, alpha] => [r.to_unit(), g.to_unit(), b.to_unit(), alpha.to_unit()],
        _ => [0.0; 4],
    }
}

/// Perceived lightness of a colour (ITU-R BT.709 weights on the encoded components), on the scale
/// of its components.
pub(crate) fn luminance([r, g, b]: [f32; 3]) -> f32 {
    0.2126 * r + 0.7152 * g + 0.0722 * b
}

/// Gives a pixel a colour, RGBA; of a grey one how light it is, of an opaque one without its alpha.
pub(crate) fn set<P: Pixel<Subpixel: Depth>>(pixel: &mut P, [r, g, b, alpha]: [f32; 4]) {
    let grey = luminance([r, g, b]);
    let values = match P::CHANNEL_COUNT {
        1 => [grey, 0.0, 0.0, 0.0],
        2 => [grey, alpha, 0.0, 0.0],
        _ => [r, g, b, alpha],
    };
    for (channel, value) in pixel.channels_mut().iter_mut().zip(values) {
        *channel = P::Subpixel::from_unit(value);
    }
}

/// A colour of 8 bits as components from 0 to 1.
pub fn unit(color: [u8; 3]) -> [f32; 3] {
    color.map(u8::to_unit)
}

/// RGBA of 32-bit floats as an image with transparency, of 16 or of 8 bits.
pub fn from_float(pixels: ImageBuffer<Rgba<f32>, Vec<f32>>, deep: bool) -> DynamicImage {
    let pixels = DynamicImage::ImageRgba32F(pixels);
    if deep {
        pixels.into_rgba16().into()
    } else {
        pixels.into_rgba8().into()
    }
}
