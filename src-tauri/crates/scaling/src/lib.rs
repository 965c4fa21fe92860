//! Pixels at other sizes.

use fast_image_resize::images::{TypedImage, TypedImageRef};
use fast_image_resize::pixels::{U8x3, U8x4, U16x4};
pub use fast_image_resize::{FilterType, ResizeAlg, ResizeError, ResizeOptions};
use fast_image_resize::{IntoImageView, IntoImageViewMut, PixelTrait, Resizer};
use image::{ColorType, DynamicImage, RgbImage};

/// The size in pixels that `width` x `height` takes when its longer side may be `max_side` and
/// nothing is enlarged.
pub fn fit_within(width: u32, height: u32, max_side: u32) -> (u32, u32) {
    let scale = (f64::from(max_side.max(1)) / f64::from(width.max(height).max(1))).min(1.0);
    let side = |length: u32| ((f64::from(length) * scale).round() as u32).max(1);
    (side(width), side(height))
}

/// An image at another size in pixels (each at least 1), same channels and depth; Lanczos, alpha
/// respected.
pub fn resize(pixels: &DynamicImage, width: u32, height: u32) -> DynamicImage {
    if (pixels.width(), pixels.height()) == (width, height) {
        return pixels.clone();
    }
    let options = ResizeOptions::new()
        .resize_alg(ResizeAlg::Convolution(FilterType::Lanczos3))
        .use_alpha(pixels.color().has_alpha());
    let deep = pixels.color().bytes_per_pixel() > pixels.color().channel_count();
    // Two pixel types are enough: the resizer is compiled anew for each.
    let source: DynamicImage = if deep {
        pixels.to_rgba16().into()
    } else {
        pixels.to_rgba8().into()
    };
    let mut resized = DynamicImage::new(width.max(1), height.max(1), source.color());
    let done = if deep {
        resize_typed::<U16x4>(&source, &mut resized, &options)
    } else {
        resize_typed::<U8x4>(&source, &mut resized, &options)
    };
    done.expect("both pictures have that pixel type and at least one pixel");
    match pixels.color() {
        ColorType::L8 => resized.into_luma8().into(),
        ColorType::La8 => resized.into_luma_alpha8().into(),
        ColorType::Rgb8 => resized.into_rgb8().into(),
        ColorType::L16 => resized.into_luma16().into(),
        ColorType::La16 => resized.into_luma_alpha16().into(),
        ColorType::Rgb16 => resized.into_rgb16().into(),
        _ => resized,
    }
}

fn resize_typed<P: PixelTrait>(
    source: &DynamicImage,
    resized: &mut DynamicImage,
    options: &ResizeOptions,
) -> Option<()> {
    let (source, mut resized) = (source.image_view::<P>()?, resized.image_view_mut::<P>()?);
    Resizer::new()
        .resize_typed(&source, &mut resized, options)
        .ok()
}

/// An image without alpha at another size in pixels, or the part of it that the options name.
///
/// # Errors
/// The part does not lie within the image.
pub fn resize_rgb(
    image: &RgbImage,
    (width, height): (u32, u32),
    options: &ResizeOptions,
) -> Result<RgbImage, ResizeError> {
    let whole = TypedImageRef::<U8x3>::from_buffer(image.width(), image.height(), image.as_raw())
        .expect("an RGB image has three bytes for each pixel");
    let mut resized = RgbImage::new(width, height);
    let mut target = TypedImage::<U8x3>::from_buffer(width, height, &mut resized)
        .expect("an RGB image has three bytes for each pixel");
    Resizer::new().resize_typed(&whole, &mut target, options)?;
    Ok(resized)
}
