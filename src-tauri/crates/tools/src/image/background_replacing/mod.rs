//! `background_replacing`: keeps what a mask covers in front of another background: of one colour,
//! or the old one blurred.

use image::{DynamicImage, GrayImage, Rgba32FImage};
use imageproc::filter::gaussian_blur_f32;
use patchbay_domain::Resource;
use patchbay_media::image::read;
use patchbay_vision::editing::effects;
use patchbay_vision::pixels;

use super::shared::canvas::Canvas;
use super::shared::cutting_out::cut_out;
use super::shared::{changed, masks};
use crate::{Context, Implementation, Inputs, Registered, ToolError};

/// The colour of a background where none is set.
const USUAL: [u8; 3] = [255; 3];
/// The deviation of the blur, as share of the longer side.
const BLUR: f32 = 0.015;

struct BackgroundReplacing;
inventory::submit!(Registered(&BackgroundReplacing));

impl Implementation for BackgroundReplacing {
    fn tool(&self) -> &'static str {
        "background_replacing"
    }

    fn run(&self, inputs: &Inputs, context: &Context) -> Result<Resource, ToolError> {
        let file = inputs.image("image")?;
        let color = inputs.color("background_color")?;
        let image = read(&file.path, &file.name)?;
        let mask = masks::meant(inputs, &file.name, &image.pixels)?;
        context.progress.set(0.2);
        context.check()?;
        let is_blurred = inputs.value("background").as_deref() == Some("blurred");
        let ground = if is_blurred && color.is_none() {
            Canvas::of(&blurred(&image.pixels, &mask, context)?)
        } else {
            let [red, green, blue] = color.unwrap_or(USUAL);
            let size = (image.pixels.width(), image.pixels.height());
            let is_deep = pixels::is_deep(&image.pixels);
            Canvas::new(size, is_deep, [red, green, blue, 255])
        };
        context.progress.set(0.4);
        let cut = cut_out(&image.pixels, mask, context)?;
        let made = laid(ground, &cut, &image.pixels, color);
        context.progress.set(0.9);
        let output = changed::write(context, &image, &file.name, "background", &made)?;
        context.progress.set(1.0);
        Ok(Resource::image(output))
    }
}

/// The cut-out part on its new background, in the form of the image.
fn laid(
    mut ground: Canvas,
    cut: &DynamicImage,
    image: &DynamicImage,
    color: Option<[u8; 3]>,
) -> DynamicImage {
    let is_colored =
        color.is_some_and(|color| color.iter().any(|component| *component != color[0]));
    ground.lay(cut, (0, 0), 1.0);
    ground.finished(
        image.color().has_color() || is_colored,
        image.color().has_alpha(),
    )
}

/// The image blurred, its alpha kept. What the mask covers lends no colour to what is around.
fn blurred(
    image: &DynamicImage,
    mask: &GrayImage,
    context: &Context,
) -> Result<DynamicImage, ToolError> {
    let megapixels = mask.len() as f32 / 1e6;
    let grown = gaussian_blur_f32(mask, 2.0 * megapixels.sqrt().clamp(0.8, 3.0));
    let mut around = image.to_rgba32f();
    for (pixel, covered) in around.pixels_mut().zip(grown.pixels()) {
        if covered[0] > 4 {
            pixel.0[3] = 0.0;
        }
    }
    let around = pixels::from_float(around, pixels::is_deep(image));
    let deviation = BLUR * image.width().max(image.height()) as f32;
    let soft: Rgba32FImage =
        effects::blur(&around, deviation, &|_| context.check())?.into_rgba32f();
    Ok(pixels::map(image.clone(), |x, y, _| {
        let [red, green, blue, _] = soft.get_pixel(x, y).0;
        [red, green, blue]
    }))
}

#[cfg(test)]
mod tests {
    use image::{Luma, Rgb, RgbImage};

    use super::*;
    use crate::image::shared::testing::{Bench, open};

    fn is_ball(x: u32, y: u32) -> bool {
        (x as f32 - 80.0).hypot(y as f32 - 60.0) < 30.0
    }

    /// A red ball in front of stripes of green.
    fn scene() -> RgbImage {
        RgbImage::from_fn(160, 120, |x, y| match () {
            () if is_ball(x, y) => Rgb([220, 40, 30]),
            () if x % 8 < 4 => Rgb([10, 240, 20]),
            () => Rgb([10, 80, 20]),
        })
    }

    fn replaced(values: [(&str, &str); 1]) -> RgbImage {
        let bench = Bench::new();
        let mask = GrayImage::from_fn(160, 120, |x, y| Luma([if is_ball(x, y) { 255 } else { 0 }]));
        let [(name, value)] = values;
        let inputs = [
            ("image", bench.png("photo.png", &scene().into())),
            ("mask", bench.mask("ball.png", mask)),
            (name, Resource::Text(value.to_owned())),
        ];
        let made = bench.run("background_replacing", inputs).unwrap();
        assert_eq!(made.files()[0].name, "photo_background.png");
        open(made.files()[0]).into_rgb8()
    }

    fn near(found: Rgb<u8>, wanted: [u8; 3], most: u8) -> bool {
        (0..3).all(|i| found[i].abs_diff(wanted[i]) <= most)
    }

    #[test]
    fn a_thing_stands_in_front_of_a_colour() {
        for (color, wanted) in [("", [255; 3]), ("#0000ff", [0, 0, 255])] {
            let made = replaced([("background_color", color)]);
            assert!(near(*made.get_pixel(80, 60), [220, 40, 30], 3));
            for corner in [(2, 2), (157, 117), (80, 20)] {
                assert_eq!(made.get_pixel(corner.0, corner.1).0, wanted);
            }
            // No green of the old background shines along the edge.
            let greenest = made
                .pixels()
                .map(|pixel| i32::from(pixel[1]) - i32::from(pixel[0]).max(i32::from(pixel[2])))
                .max();
            assert!(greenest.is_some_and(|green| green < 40), "{greenest:?}");
        }
    }

    #[test]
    fn the_old_background_is_blurred_and_the_thing_stays_sharp() {
        let made = replaced([("background", "blurred")]);
        assert!(near(*made.get_pixel(80, 60), [220, 40, 30], 3));
        let row: Vec<u8> = (4..40).map(|x| made.get_pixel(x, 100)[1]).collect();
        let (least, most) = (row.iter().min().unwrap(), row.iter().max().unwrap());
        assert!(most - least < 80, "{row:?}");
        // The ball lends no red to what is around it.
        assert!(
            made.get_pixel(80, 20)[0] < 40,
            "{:?}",
            made.get_pixel(80, 20)
        );
    }
}
