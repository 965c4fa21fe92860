//! Work on a whole image in parts, so that memory stays bounded, progress is told and a stop is
//! heard in between.

use std::sync::atomic::{AtomicUsize, Ordering};

use image::{ColorType, DynamicImage, ImageBuffer, Pixel};
use patchbay_domain::Cancelled;
use rayon::prelude::*;

use crate::Report;
use crate::pixels::{self, Depth, each_kind};

/// Number of pixels of the result that are made at a time.
const BAND: u32 = 3_000_000;

/// An image made of another one, `scale` times as large, band by band. `work` gets a band of rows
/// together with the number of its first row and makes the same rows `scale` times as large. The
/// band has up to `margin` rows more above and below than are used of what it makes.
///
/// # Errors
/// Returns an error if `report` or `work` stops it.
pub fn by_bands(
    image: &DynamicImage,
    scale: u32,
    margin: u32,
    report: &Report,
    mut work: impl FnMut(&DynamicImage, u32) -> Result<DynamicImage, Cancelled>,
) -> Result<DynamicImage, Cancelled> {
    let (width, height) = (image.width(), image.height());
    // Bands begin at multiples of four, so that work at half or a quarter of the size meets the
    // same pixels in each.
    let rows = (BAND / (scale * scale * width).max(1))
        .max(2 * margin)
        .max(16)
        & !3;
    let mut out: Option<DynamicImage> = None;
    for top in (0..height).step_by(rows as usize) {
        report(f64::from(top) / f64::from(height))?;
        let (first, used) = (top.saturating_sub(margin), rows.min(height - top));
        let last = (top + used + margin).min(height);
        let made = work(&image.crop_imm(0, first, width, last - first), first)?;
        let out = out
            .get_or_insert_with(|| DynamicImage::new(scale * width, scale * height, made.color()));
        copy_rows(&made, scale * (top - first), out, scale * top, scale * used);
    }
    Ok(out.unwrap_or_else(|| image.clone()))
}

/// Copies `count` rows between images of one width and one kind of pixels.
fn copy_rows(from: &DynamicImage, first: u32, to: &mut DynamicImage, top: u32, count: u32) {
    macro_rules! of_one_kind {
        ($($kind:ident),*) => {
            match (from, to) {
                $((DynamicImage::$kind(from), DynamicImage::$kind(to)) => {
                    let row = from.width() as usize * usize::from(from.sample_layout().channels);
                    let length = row * count as usize;
                    let (first, top) = (row * first as usize, row * top as usize);
                    let from: &[_] = from;
                    let to: &mut [_] = to;
                    to[top..top + length].copy_from_slice(&from[first..first + length]);
                })*
                _ => unreachable!("bands of a picture have one kind of pixels"),
            }
        };
    }
    of_one_kind!(
        ImageLuma8,
        ImageLumaA8,
        ImageRgb8,
        ImageRgba8,
        ImageLuma16,
        ImageLumaA16,
        ImageRgb16,
        ImageRgba16
    );
}

/// A new image of that size and kind of pixels. `fill(y, row)` gives row `y` its colours: RGBA from
/// 0 to 1, clear and black until then.
///
/// # Errors
/// Returns an error if `report` stops it.
pub(crate) fn by_rows(
    (width, height): (u32, u32),
    kind: ColorType,
    report: &Report,
    fill: impl Fn(u32, &mut [[f32; 4]]) + Sync,
) -> Result<DynamicImage, Cancelled> {
    let mut image = DynamicImage::new(width, height, kind);
    each_kind!(&mut image, pixels => fill_rows(pixels, report, &fill))?;
    Ok(image)
}

fn fill_rows<P: Pixel<Subpixel: Depth + Send>>(
    pixels: &mut ImageBuffer<P, Vec<P::Subpixel>>,
    report: &Report,
    fill: &(impl Fn(u32, &mut [[f32; 4]]) + Sync),
) -> Result<(), Cancelled> {
    let (width, height) = (pixels.width() as usize, f64::from(pixels.height()));
    let (channels, done) = (usize::from(P::CHANNEL_COUNT), AtomicUsize::new(0));
    pixels
        .par_chunks_mut(width * channels)
        .enumerate()
        .try_for_each_init(
            || vec![[0.0; 4]; width],
            |colors, (y, row)| {
                report(done.fetch_add(1, Ordering::Relaxed) as f64 / height)?;
                colors.fill([0.0; 4]);
                fill(y as u32, colors);
                for (pixel, color) in row.chunks_exact_mut(channels).zip(colors.iter()) {
                    pixels::set(P::from_slice_mut(pixel), *color);
                }
                Ok(())
            },
        )
}

#[cfg(test)]
mod tests {
    use image::{GenericImageView, Rgb, RgbImage};

    use super::*;

    fn scene() -> DynamicImage {
        RgbImage::from_fn(50, 333, |x, y| Rgb([x as u8, (y / 2) as u8, (y % 7) as u8])).into()
    }

    #[test]
    fn bands_make_the_whole_and_a_stop_is_heard() {
        let wide = scene().resize_exact(70_000, 60, image::imageops::FilterType::Nearest);
        let tops = std::cell::RefCell::new(Vec::new());
        let same = by_bands(&wide, 1, 3, &|_| Ok(()), |band, top| {
            tops.borrow_mut().push((top, band.height()));
            Ok(band.clone())
        });
        assert_eq!(same.unwrap(), wide);
        assert_eq!(*tops.borrow(), [(0, 43), (37, 23)]);
        let stopped = by_bands(
            &wide,
            1,
            0,
            &|done| {
                if done > 0.5 { Err(Cancelled) } else { Ok(()) }
            },
            |band, _| Ok(band.clone()),
        );
        assert_eq!(stopped.unwrap_err(), Cancelled);
        let twice = by_bands(&scene(), 2, 0, &|_| Ok(()), |band, _| {
            Ok(band.resize_exact(100, 2 * band.height(), image::imageops::FilterType::Nearest))
        });
        assert_eq!(
            twice.unwrap().get_pixel(99, 665),
            scene().get_pixel(49, 332)
        );
    }

    #[test]
    fn rows_make_any_kind_of_image() {
        let fill = |y: u32, row: &mut [[f32; 4]]| {
            for color in row.iter_mut() {
                *color = [y as f32 / 4.0, 0.0, 0.0, 0.5];
            }
        };
        let made = by_rows((3, 5), ColorType::Rgba16, &|_| Ok(()), fill)
            .unwrap()
            .into_rgba16();
        assert_eq!(
            (made.get_pixel(2, 4).0, made.get_pixel(0, 0).0),
            ([65_535, 0, 0, 32_768], [0, 0, 0, 32_768])
        );
        assert!(by_rows((3, 5), ColorType::L8, &|_| Err(Cancelled), fill).is_err());
    }
}
