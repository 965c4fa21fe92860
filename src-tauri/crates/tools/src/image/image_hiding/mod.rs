//! `image_hiding`: hides a place in an image: what lies in a box is blurred, pixelated or covered,
//! in an animation in each frame.

use patchbay_domain::{Resource, ResourceType};
use patchbay_media::image::{Animation, read};

use super::shared::changed;
use super::shared::hiding::hidden;
use crate::shared::hiding::{Hiding, region};
use crate::{Context, Implementation, Inputs, PartsRead, Registered, ToolError};

struct ImageHiding;
inventory::submit!(Registered(&ImageHiding));

impl Implementation for ImageHiding {
    fn tool(&self) -> &'static str {
        "image_hiding"
    }

    fn reads(&self, _inputs: &Inputs) -> PartsRead {
        PartsRead {
            frames: true,
            ..PartsRead::default()
        }
    }

    fn run(&self, inputs: &Inputs, context: &Context) -> Result<Resource, ToolError> {
        let how = Hiding::of(inputs)?;
        changed::each(inputs, context, ResourceType::IMAGE, |file, job| {
            if let Some(animation) = Animation::open(&file.path, &file.name)? {
                let output = context.output("hidden", Some(&file.name), animation.extension());
                let is_stopped = || context.progress.is_cancelled();
                let written = (&*output.path, &*output.name);
                animation.write_changed(written, &is_stopped, |number, frame| {
                    job.reach(number as f64 / animation.frame_count as f64)?;
                    let place = region(inputs, (frame.width(), frame.height()))?;
                    Ok::<_, ToolError>(hidden(frame, place, how))
                })?;
                return Ok(output);
            }
            let image = read(&file.path, &file.name)?;
            job.reach(0.4)?;
            let place = region(inputs, (image.pixels.width(), image.pixels.height()))?;
            let made = hidden(image.pixels.clone(), place, how);
            job.reach(0.7)?;
            changed::write(context, &image, &file.name, "hidden", &made)
        })
    }
}

#[cfg(test)]
mod tests {
    use image::{Rgb, RgbImage};

    use super::*;
    use crate::image::shared::testing::{Bench, open};

    fn text(value: &str) -> Resource {
        Resource::Text(value.to_owned())
    }

    /// Stripes of one pixel.
    fn stripes() -> RgbImage {
        RgbImage::from_fn(120, 90, |x, _| Rgb([if x % 2 == 0 { 255 } else { 0 }; 3]))
    }

    #[test]
    fn a_place_is_hidden_in_pixels_in_percent_and_by_name() {
        let bench = Bench::new();
        for region in ["120x45 at 0,45", "100%x50% at 0%,50%", "bottom half"] {
            let values = [
                ("image", bench.png("card.png", &stripes().into())),
                ("region", text(region)),
            ];
            let made = bench.run("image_hiding", values).unwrap();
            assert_eq!(made.files()[0].name, "card_hidden.png");
            let pixels = open(made.files()[0]).into_rgb8();
            assert_eq!(pixels.dimensions(), (120, 90));
            for (x, y, pixel) in pixels.enumerate_pixels() {
                if y < 45 {
                    assert_eq!(pixel, stripes().get_pixel(x, y), "{region}");
                } else {
                    assert!((90..166).contains(&pixel[0]), "{region}: {pixel:?}");
                }
            }
        }
    }

    #[test]
    fn a_colour_covers_and_a_box_outside_is_told() {
        let bench = Bench::new();
        let hide = |values: [(&str, &str); 2]| {
            let [first, second] = values.map(|(name, value)| (name, text(value)));
            let photo = bench.jpeg("photo.jpg", &stripes());
            bench.run("image_hiding", [("image", photo), first, second])
        };
        let made = hide([("region", "40x40 at 20,20"), ("color", "#0000ff")]).unwrap();
        assert_eq!(made.files()[0].name, "photo_hidden.jpg");
        let [red, green, blue] = open(made.files()[0]).into_rgb8().get_pixel(40, 40).0;
        assert!(red < 12 && green < 12 && blue > 240, "{red} {green} {blue}");
        let error = hide([("region", "40x40 at 120,0"), ("how", "covered")]).unwrap_err();
        assert!(error.to_string().contains("120 x 90"), "{error}");
        let error = hide([("how", "covered"), ("color", "#000000")]).unwrap_err();
        assert!(error.to_string().contains("which place"), "{error}");
    }
}
