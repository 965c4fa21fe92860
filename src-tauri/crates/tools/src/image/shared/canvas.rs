//! An image that others are laid on: in 8 or 16 bits, alpha respected.

use image::{DynamicImage, ImageBuffer, Rgba, RgbaImage, imageops};

/// An image that others are laid on.
pub(crate) enum Canvas {
    /// Of 8 bits a channel.
    Eight(RgbaImage),
    /// Of 16 bits a channel.
    Sixteen(ImageBuffer<Rgba<u16>, Vec<u16>>),
}

impl Canvas {
    /// An empty one of so many pixels, filled with an RGBA colour.
    pub(crate) fn new((width, height): (u32, u32), is_deep: bool, fill: [u8; 4]) -> Self {
        if is_deep {
            let fill = Rgba(fill.map(|value| u16::from(value) * 257));
            Self::Sixteen(ImageBuffer::from_pixel(width, height, fill))
        } else {
            Self::Eight(ImageBuffer::from_pixel(width, height, Rgba(fill)))
        }
    }

    /// An image as a canvas, in its own depth.
    pub(crate) fn of(image: &DynamicImage) -> Self {
        if patchbay_vision::pixels::is_deep(image) {
            Self::Sixteen(image.to_rgba16())
        } else {
            Self::Eight(image.to_rgba8())
        }
    }

    /// Lays an image on it, its top left corner at `(left, top)`; `opacity` from 0 to 1.
    pub(crate) fn lay(
        &mut self,
        image: &DynamicImage,
        (left, top): (u32, u32),
        opacity: f64,
    ) -> &mut Self {
        let (left, top) = (i64::from(left), i64::from(top));
        match self {
            Self::Eight(canvas) => {
                let mut image = image.to_rgba8();
                if opacity < 1.0 {
                    let faded = |alpha: u8| (f64::from(alpha) * opacity).round() as u8;
                    image
                        .pixels_mut()
                        .for_each(|pixel| pixel.0[3] = faded(pixel.0[3]));
                }
                imageops::overlay(canvas, &image, left, top);
            }
            Self::Sixteen(canvas) => {
                let mut image = image.to_rgba16();
                if opacity < 1.0 {
                    let faded = |alpha: u16| (f64::from(alpha) * opacity).round() as u16;
                    image
                        .pixels_mut()
                        .for_each(|pixel| pixel.0[3] = faded(pixel.0[3]));
                }
                imageops::overlay(canvas, &image, left, top);
            }
        }
        self
    }

    /// The image, with colours and an alpha channel where it is to have them.
    pub(crate) fn finished(self, has_color: bool, has_alpha: bool) -> DynamicImage {
        let (image, is_deep) = match self {
            Self::Eight(canvas) => (DynamicImage::ImageRgba8(canvas), false),
            Self::Sixteen(canvas) => (DynamicImage::ImageRgba16(canvas), true),
        };
        match (is_deep, has_color, has_alpha) {
            (_, true, true) => image,
            (false, true, false) => image.into_rgb8().into(),
            (false, false, true) => image.into_luma_alpha8().into(),
            (false, false, false) => image.into_luma8().into(),
            (true, true, false) => image.into_rgb16().into(),
            (true, false, true) => image.into_luma_alpha16().into(),
            (true, false, false) => image.into_luma16().into(),
        }
    }
}
