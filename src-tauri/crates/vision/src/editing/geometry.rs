//! Adjustments that move pixels.

use image::DynamicImage;
use patchbay_media::image as media_image;
use patchbay_values::sizes::{Length, Shape, Size};

use crate::Report;
use crate::VisionError;
use crate::bands::by_rows;
use crate::pixels;
use crate::sampling;

/// Turns clockwise by degrees. By other angles than quarter turns the canvas grows and its corners
/// are transparent.
///
/// # Errors
/// The canvas would be too large, or what `report` says.
pub fn rotate(
    image: DynamicImage,
    degrees: f32,
    report: &Report,
) -> Result<DynamicImage, VisionError> {
    let degrees = degrees.rem_euclid(360.0);
    let quarters = (degrees / 90.0).round();
    if (degrees - 90.0 * quarters).abs() < 0.01 {
        return Ok(match quarters as u32 % 4 {
            1 => image.rotate90(),
            2 => image.rotate180(),
            3 => image.rotate270(),
            _ => image,
        });
    }
    let (width, height) = (image.width() as f32, image.height() as f32);
    let (sine, cosine) = degrees.to_radians().sin_cos();
    let across = (width * cosine.abs() + height * sine.abs()).ceil();
    let down = (width * sine.abs() + height * cosine.abs()).ceil();
    pixels::check_size(f64::from(across), f64::from(down))?;
    let kind = pixels::kind(pixels::is_deep(&image), image.color().has_color(), true);
    let turned = by_rows((across as u32, down as u32), kind, report, |y, row| {
        let right = |x: usize| x as f32 + 0.5 - across / 2.0;
        let below = y as f32 + 0.5 - down / 2.0;
        let place = |x: usize| {
            let (u, v) = (
                cosine * right(x) + sine * below,
                cosine * below - sine * right(x),
            );
            (u + width / 2.0 - 0.5, v + height / 2.0 - 0.5)
        };
        let cover = |place| sampling::cover(place, (width, height));
        let places = (0..row.len()).map(|x| Some(place(x)).filter(|&place| cover(place) > 0.0));
        sampling::sample(&image, places, row);
        row.iter_mut()
            .enumerate()
            .for_each(|(x, color)| color[3] *= cover(place(x)));
    })?;
    Ok(turned)
}

/// Brings to a size with Lanczos resampling.
///
/// # Errors
/// The result would be too large.
pub fn resize(image: &DynamicImage, size: Size) -> Result<DynamicImage, VisionError> {
    let (width, height) = sides(size, (image.width(), image.height()));
    pixels::check_size(f64::from(width), f64::from(height))?;
    Ok(media_image::resize(image, width, height))
}

/// The width and height that a size gives an image of so many pixels.
pub fn sides(size: Size, own: (u32, u32)) -> (u32, u32) {
    let (width, height) = (f64::from(own.0), f64::from(own.1));
    let scale = match size {
        Size::Width(wanted) => f64::from(wanted) / width,
        Size::Height(wanted) => f64::from(wanted) / height,
        Size::Longer(wanted) => f64::from(wanted) / width.max(height),
        Size::Within(across, down) => (f64::from(across) / width).min(f64::from(down) / height),
        Size::Times(factor) => f64::from(factor),
    };
    let side = |length: f64| (length * scale).round().max(1.0) as u32;
    (side(width), side(height))
}

/// Cuts to a shape around the middle, or to a region.
///
/// # Errors
/// The region lies outside.
pub fn crop(image: &DynamicImage, shape: Shape) -> Result<DynamicImage, VisionError> {
    let (width, height) = (image.width(), image.height());
    let (across, down) = match shape {
        Shape::Pixels(across, down) => (across.clamp(1, width), down.clamp(1, height)),
        Shape::Aspect(aspect) if width as f32 > aspect * height as f32 => (
            ((height as f32 * aspect).round() as u32).clamp(1, width),
            height,
        ),
        Shape::Aspect(aspect) => (
            width,
            ((width as f32 / aspect).round() as u32).clamp(1, height),
        ),
        Shape::Region(region) => {
            let found = region.on(width, height).ok_or_else(|| {
                VisionError::Unusable(format!(
                    "The picture is {width} x {height} pixels large, so the box {region} lies outside of it. \
                     Choose one within it."
                ))
            })?;
            return Ok(image.crop_imm(found.left, found.top, found.width, found.height));
        }
    };
    Ok(image.crop_imm((width - across) / 2, (height - down) / 2, across, down))
}

/// Puts a frame of one colour around; its width may be a share of the shorter side.
///
/// # Errors
/// The result would be too large.
pub fn border(
    image: &DynamicImage,
    width: Length,
    color: [u8; 3],
) -> Result<DynamicImage, VisionError> {
    let width = width.on(image.width().min(image.height())).round().max(1.0);
    let side = |length: u32| f64::from(length) + 2.0 * f64::from(width);
    pixels::check_size(side(image.width()), side(image.height()))?;
    let width = width as u32;
    let canvas = (image.width() + 2 * width, image.height() + 2 * width);
    Ok(on_canvas(image, canvas, color))
}

/// Brings to a shape by bars of one colour; nothing is cut off. To so many pixels, it is first made as large as fits.
///
/// # Errors
/// The result would be too large, or the shape is a region.
pub fn pad(
    image: &DynamicImage,
    shape: Shape,
    color: [u8; 3],
) -> Result<DynamicImage, VisionError> {
    let (width, height) = (image.width(), image.height());
    let (image, canvas) = match shape {
        Shape::Pixels(across, down) => {
            pixels::check_size(f64::from(across), f64::from(down))?;
            let fitted = resize(image, Size::Within(across, down))?;
            let canvas = (across.max(fitted.width()), down.max(fitted.height()));
            (fitted, canvas)
        }
        Shape::Aspect(aspect) => {
            let side = |other: u32, times: f32| f64::from((other as f32 * times).round());
            let wide = side(height, aspect).max(f64::from(width));
            let high = side(width, 1.0 / aspect).max(f64::from(height));
            pixels::check_size(wide, high)?;
            (image.clone(), (wide as u32, high as u32))
        }
        Shape::Region(_) => {
            return Err(VisionError::Unusable(
                "A picture is put on a canvas of a size or shape, such as 1:1 or 800x600."
                    .to_owned(),
            ));
        }
    };
    Ok(on_canvas(&image, canvas, color))
}

/// An image in the middle of a canvas; it gets colours where the canvas has one.
fn on_canvas(image: &DynamicImage, canvas: (u32, u32), color: [u8; 3]) -> DynamicImage {
    let grey = color.iter().all(|component| *component == color[0]);
    let image = if grey {
        image.clone()
    } else {
        pixels::with_color(image.clone())
    };
    pixels::on_canvas(&image, canvas, pixels::unit(color))
}
