//! Adjustments that move pixels.

use image::{DynamicImage, ImageBuffer, Luma, Rgba32FImage};
use imageproc::geometric_transformations::{Border, Interpolation, Projection, warp_into};
use patchbay_media::image as pictures;

use crate::image::pixels;

/// The most pixels that a picture is enlarged to.
const MOST_PIXELS: f64 = pictures::MAX_PIXELS as f64;

/// A size to bring a picture to; its proportions stay.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Size {
    /// So many pixels wide.
    Width(u32),
    /// So many pixels high.
    Height(u32),
    /// The longer side so many pixels.
    Longer(u32),
    /// As large as fits into so many pixels across and down.
    Within(u32, u32),
    /// Both sides times this.
    Times(f32),
}

/// A shape to cut a picture to.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Shape {
    /// Width to height.
    Aspect(f32),
    /// So many pixels, at most the picture's own.
    Pixels(u32, u32),
}

/// Turns clockwise by degrees. By other angles than quarter turns the canvas grows and its corners are transparent.
pub fn rotate(picture: DynamicImage, degrees: f32) -> DynamicImage {
    let degrees = degrees.rem_euclid(360.0);
    let quarters = (degrees / 90.0).round();
    if (degrees - 90.0 * quarters).abs() < 0.01 {
        return match quarters as u32 % 4 {
            1 => picture.rotate90(),
            2 => picture.rotate180(),
            3 => picture.rotate270(),
            _ => picture,
        };
    }
    let deep = pixels::is_deep(&picture);
    let source = picture.into_rgba32f();
    let (width, height) = (source.width() as f32, source.height() as f32);
    let (sine, cosine) = degrees.to_radians().sin_cos();
    let across = (width * cosine.abs() + height * sine.abs()).ceil();
    let down = (width * sine.abs() + height * cosine.abs()).ceil();
    let turn = Projection::translate(across / 2.0, down / 2.0)
        * Projection::rotate(degrees.to_radians())
        * Projection::translate(-width / 2.0, -height / 2.0);
    let mut out = Rgba32FImage::new(across as u32, down as u32);
    // Colours go on beyond the frame, or the edge would fade into black; only the coverage ends there.
    warp_into(&source, turn, Interpolation::Bilinear, Border::Replicate, &mut out);
    let solid = ImageBuffer::from_pixel(source.width(), source.height(), Luma([1.0_f32]));
    let mut cover = ImageBuffer::new(across as u32, down as u32);
    warp_into(&solid, turn, Interpolation::Bilinear, Border::Constant(Luma([0.0])), &mut cover);
    out.pixels_mut().zip(cover.pixels()).for_each(|(pixel, cover)| pixel[3] *= cover[0]);
    pixels::from_float(out, deep)
}

/// Brings to a size with Lanczos resampling.
pub fn resize(picture: &DynamicImage, size: Size) -> DynamicImage {
    let (width, height) = (f64::from(picture.width()), f64::from(picture.height()));
    let scale = match size {
        Size::Width(wanted) => f64::from(wanted) / width,
        Size::Height(wanted) => f64::from(wanted) / height,
        Size::Longer(wanted) => f64::from(wanted) / width.max(height),
        Size::Within(across, down) => (f64::from(across) / width).min(f64::from(down) / height),
        Size::Times(factor) => f64::from(factor),
    };
    let scale = scale.min((MOST_PIXELS / (width * height)).sqrt());
    let side = |length: f64| ((length * scale).round() as u32).max(1);
    pictures::resize(picture, side(width), side(height))
}

/// Cuts to a shape around the middle.
pub fn crop(picture: &DynamicImage, shape: Shape) -> DynamicImage {
    let (width, height) = (picture.width(), picture.height());
    let (across, down) = match shape {
        Shape::Pixels(across, down) => (across.clamp(1, width), down.clamp(1, height)),
        Shape::Aspect(aspect) if width as f32 > aspect * height as f32 => {
            (((height as f32 * aspect).round() as u32).clamp(1, width), height)
        }
        Shape::Aspect(aspect) => (width, ((width as f32 / aspect).round() as u32).clamp(1, height)),
    };
    picture.crop_imm((width - across) / 2, (height - down) / 2, across, down)
}

/// Puts a frame of one colour around, `share` of the shorter side wide.
pub fn border(picture: &DynamicImage, share: f32, color: [u8; 3]) -> DynamicImage {
    let width = ((share * picture.width().min(picture.height()) as f32).round() as u32).max(1);
    let grey = color.iter().all(|component| *component == color[0]);
    let picture = if grey { picture.clone() } else { pixels::with_color(picture.clone()) };
    pixels::framed(&picture, width, pixels::unit(color))
}
