//! Colour spaces: the pixels of one ICC profile as those of another.

use image::{DynamicImage, ImageBuffer, Pixel};
use moxcms::{ColorProfile, DataColorSpace, Layout, TransformExecutor, TransformOptions};

/// Pixels with the ICC profile `from` as they are with the profile `to`, same channels and depth;
/// no profile means sRGB, and a grey one stands for its tones in all three channels. They stay as
/// they are where a profile cannot be read or is for other colours.
pub fn converted(pixels: DynamicImage, from: Option<&[u8]>, to: Option<&[u8]>) -> DynamicImage {
    if from == to {
        return pixels;
    }
    let (Some(before), Some(after)) = (profile(from), profile(to)) else {
        return pixels;
    };
    let options = TransformOptions::default();
    // Fixed points of 13 bits would not do for 16.
    let deep = TransformOptions {
        prefer_fixed_point: false,
        ..options
    };
    match pixels {
        DynamicImage::ImageRgb8(pixels) => {
            let transform = before
                .create_transform_8bit(Layout::Rgb, &after, Layout::Rgb, options)
                .ok();
            by_rows(pixels, transform.as_deref()).into()
        }
        DynamicImage::ImageRgba8(pixels) => {
            let transform = before
                .create_transform_8bit(Layout::Rgba, &after, Layout::Rgba, options)
                .ok();
            by_rows(pixels, transform.as_deref()).into()
        }
        DynamicImage::ImageRgb16(pixels) => {
            let transform = before
                .create_transform_16bit(Layout::Rgb, &after, Layout::Rgb, deep)
                .ok();
            by_rows(pixels, transform.as_deref()).into()
        }
        DynamicImage::ImageRgba16(pixels) => {
            let transform = before
                .create_transform_16bit(Layout::Rgba, &after, Layout::Rgba, deep)
                .ok();
            by_rows(pixels, transform.as_deref()).into()
        }
        grey @ DynamicImage::ImageLuma8(_) => converted(grey.into_rgb8().into(), from, to)
            .into_luma8()
            .into(),
        grey @ DynamicImage::ImageLumaA8(_) => converted(grey.into_rgba8().into(), from, to)
            .into_luma_alpha8()
            .into(),
        grey @ DynamicImage::ImageLuma16(_) => converted(grey.into_rgb16().into(), from, to)
            .into_luma16()
            .into(),
        grey @ DynamicImage::ImageLumaA16(_) => converted(grey.into_rgba16().into(), from, to)
            .into_luma_alpha16()
            .into(),
        other => other,
    }
}

fn by_rows<P: Pixel>(
    mut pixels: ImageBuffer<P, Vec<P::Subpixel>>,
    transform: Option<&(impl TransformExecutor<P::Subpixel> + ?Sized)>,
) -> ImageBuffer<P, Vec<P::Subpixel>>
where
    P::Subpixel: Default,
{
    if let Some(transform) = transform {
        let length = pixels.width() as usize * usize::from(P::CHANNEL_COUNT);
        let mut before = Vec::with_capacity(length);
        for row in pixels.chunks_exact_mut(length) {
            before.clear();
            before.extend_from_slice(row);
            transform
                .transform(&before, row)
                .expect("both are one row of the same layout");
        }
    }
    pixels
}

/// The profile of RGB pixels that ICC data stands for: sRGB where there is none, for grey its tones
/// with sRGB's primaries. None where it cannot be read or is for other colours.
pub(super) fn profile(icc: Option<&[u8]>) -> Option<ColorProfile> {
    let mut srgb = ColorProfile::new_srgb();
    let Some(icc) = icc else { return Some(srgb) };
    let profile = ColorProfile::new_from_slice(icc).ok()?;
    match profile.color_space {
        DataColorSpace::Rgb => Some(profile),
        DataColorSpace::Gray => {
            let tones = Some(profile.gray_trc?);
            (srgb.red_trc, srgb.green_trc, srgb.blue_trc) = (tones.clone(), tones.clone(), tones);
            (srgb.cicp, srgb.description) = (None, profile.description);
            Some(srgb)
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use image::{GrayImage, Luma, Rgb, RgbImage, Rgba, RgbaImage};

    use super::*;

    #[test]
    fn a_colour_looks_the_same_in_another_space() {
        let wide = ColorProfile::new_display_p3().encode().unwrap();
        // Display P3's full green lies outside sRGB; this is sRGB's full green in it (CSS Color 4's
        // sample code: 0.4584, 0.9853, 0.2983).
        let green = RgbImage::from_pixel(3, 2, Rgb([117, 251, 76]));
        let narrow = converted(green.clone().into(), Some(&wide), None).into_rgb8();
        assert!(
            narrow
                .pixels()
                .all(|p| p[0] < 14 && p[1] > 253 && p[2] < 14),
            "{:?}",
            narrow.get_pixel(0, 0)
        );
        let back = converted(narrow.into(), None, Some(&wide)).into_rgb8();
        assert!(
            back.iter()
                .zip(green.iter())
                .all(|(a, b)| a.abs_diff(*b) < 4)
        );
        let clear = RgbaImage::from_pixel(3, 2, Rgba([117, 251, 76, 90]));
        let clear = converted(clear.into(), Some(&wide), None).into_rgba8();
        assert_eq!(clear.get_pixel(2, 1)[3], 90);
        let deep = DynamicImage::from(green.clone()).into_rgb16();
        let deep = converted(DynamicImage::ImageRgb16(deep), Some(&wide), None);
        assert!(matches!(&deep, DynamicImage::ImageRgb16(p) if p.get_pixel(0, 0)[1] > 65_000));
        for broken in [&wide[..200], b"no profile".as_slice()] {
            assert_eq!(
                converted(green.clone().into(), Some(broken), None).into_rgb8(),
                green
            );
        }
    }

    #[test]
    fn grey_profiles_keep_their_tones() {
        let linear = ColorProfile::new_gray_with_gamma(1.0).encode().unwrap();
        let grey = DynamicImage::from(GrayImage::from_pixel(2, 2, Luma([55])));
        // A fifth of full light is 128 in sRGB.
        let seen = converted(grey, Some(&linear), None);
        assert!(
            matches!(&seen, DynamicImage::ImageLuma8(p) if p.get_pixel(0, 0)[0].abs_diff(128) < 3),
            "{seen:?}"
        );
        let colored = profile(Some(&linear)).unwrap().encode().unwrap();
        let seen = converted(
            RgbImage::from_pixel(2, 2, Rgb([55; 3])).into(),
            Some(&colored),
            None,
        )
        .into_rgb8();
        assert!(
            seen.iter().all(|level| level.abs_diff(128) < 3),
            "{:?}",
            seen.get_pixel(0, 0)
        );
    }
}
