//! Hides regions of an image.

use image::imageops::{self, FilterType};
use image::{DynamicImage, GrayImage, Luma, Rgba, Rgba32FImage};
use patchbay_values::regions::PixelBox;
use patchbay_vision::pixels;

use crate::shared::hiding::{Hiding, block, blocks};

/// An image in which a region is hidden; all else stays, bit for bit. Clear pixels lend no colour
/// to their neighbours, and what is clear is blurred with them: an outline tells words, too.
pub(crate) fn hidden(image: DynamicImage, region: PixelBox, how: Hiding) -> DynamicImage {
    let weights = GrayImage::from_pixel(region.width, region.height, Luma([255]));
    let corner = (region.left, region.top);
    if let Hiding::Covered(color) = how {
        let is_grey = color.iter().all(|component| *component == color[0]);
        let image = if is_grey {
            image
        } else {
            pixels::with_color(image)
        };
        let [red, green, blue] = pixels::unit(color);
        return pixels::blend(&image, corner, &weights, |_, _| [red, green, blue, 1.0]);
    }
    let blurred = coarse(&image, region, how);
    pixels::blend(&image, corner, &weights, |x, y| {
        let [red, green, blue, alpha] = blurred.get_pixel(x, y).0;
        let share = alpha.max(1e-4);
        [red / share, green / share, blue / share, alpha].map(|value| value.clamp(0.0, 1.0))
    })
}

/// A region of an image in few blocks, or blurred as far, with colours multiplied by their alpha.
fn coarse(image: &DynamicImage, region: PixelBox, how: Hiding) -> Rgba32FImage {
    let PixelBox {
        left,
        top,
        width,
        height,
    } = region;
    let mut piece = image.crop_imm(left, top, width, height).into_rgba32f();
    for Rgba([red, green, blue, alpha]) in piece.pixels_mut() {
        for component in [red, green, blue] {
            *component *= *alpha;
        }
    }
    let [across, down] = blocks(region);
    let small = imageops::resize(&piece, across, down, FilterType::Triangle);
    if how == Hiding::Pixelated {
        return imageops::resize(&small, width, height, FilterType::Nearest);
    }
    let large = imageops::resize(&small, width, height, FilterType::Triangle);
    imageops::fast_blur(&large, block(region) as f32 / 2.0)
}

#[cfg(test)]
mod tests {
    use image::{ImageBuffer, Rgb, RgbaImage};

    use super::*;

    const PLACE: PixelBox = PixelBox {
        left: 10,
        top: 12,
        width: 60,
        height: 40,
    };

    fn is_in(x: u32, y: u32) -> bool {
        (10..70).contains(&x) && (12..52).contains(&y)
    }

    #[test]
    fn fine_detail_is_gone_and_all_else_stays_bit_for_bit() {
        // Stripes of one pixel.
        let stripes = ImageBuffer::from_fn(100, 80, |x, y| {
            Rgb([(x % 2 * 65_535) as u16, (y * 501) as u16, 7_001])
        });
        let image = DynamicImage::ImageRgb16(stripes.clone());
        for how in [Hiding::Blurred, Hiding::Pixelated] {
            let DynamicImage::ImageRgb16(made) = hidden(image.clone(), PLACE, how) else {
                panic!("16 bits have to stay")
            };
            for (x, y, pixel) in made.enumerate_pixels() {
                if is_in(x, y) {
                    let red = i32::from(pixel[0]) - 32_768;
                    assert!(red.abs() < 7_000, "{how:?} {x} {y}: {red}");
                } else {
                    assert_eq!(pixel, stripes.get_pixel(x, y));
                }
            }
        }
    }

    #[test]
    fn a_cover_is_of_its_colour_and_not_to_be_seen_through() {
        let clear = DynamicImage::ImageRgba8(RgbaImage::new(100, 80));
        let made = hidden(clear, PLACE, Hiding::Covered([200, 30, 30])).into_rgba8();
        for (x, y, pixel) in made.enumerate_pixels() {
            let expected = if is_in(x, y) {
                [200, 30, 30, 255]
            } else {
                [0; 4]
            };
            assert_eq!(pixel.0, expected);
        }
        let grey = DynamicImage::new_luma8(100, 80);
        let made = hidden(grey, PLACE, Hiding::Covered([0, 0, 255])).into_rgb8();
        assert_eq!(made.get_pixel(20, 20).0, [0, 0, 255]);
    }

    #[test]
    fn the_outline_of_what_is_clear_is_hidden_too() {
        let letters = RgbaImage::from_fn(100, 80, |x, _| {
            Rgba([255, 0, 0, if x % 4 < 2 { 255 } else { 0 }])
        });
        let made = hidden(letters.into(), PLACE, Hiding::Pixelated).into_rgba8();
        let Rgba([red, _, _, alpha]) = *made.get_pixel(40, 30);
        assert!((90..166).contains(&alpha) && red > 250, "{red} {alpha}");
    }
}
