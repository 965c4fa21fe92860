//! `object_hiding`: hides what another tool found in an image, such as faces or number plates: each
//! box is blurred, pixelated or covered.

use patchbay_domain::Resource;
use patchbay_media::image::read;
use patchbay_values::regions::PixelBox;

use super::shared::changed;
use super::shared::hiding::hidden;
use crate::shared::hiding::Hiding;
use crate::{Context, Implementation, Inputs, Registered, ToolError};

struct ObjectHiding;
inventory::submit!(Registered(&ObjectHiding));

impl Implementation for ObjectHiding {
    fn tool(&self) -> &'static str {
        "object_hiding"
    }

    fn run(&self, inputs: &Inputs, context: &Context) -> Result<Resource, ToolError> {
        let file = inputs.image("image")?;
        let boxes = inputs.boxes("bbox")?;
        let image = read(&file.path, &file.name)?;
        let (width, height) = (image.pixels.width(), image.pixels.height());
        let places: Vec<PixelBox> = boxes
            .iter()
            .filter_map(|found| found.bounding_box.clamp_to(width, height))
            .map(|(left, top, width, height)| PixelBox {
                left,
                top,
                width,
                height,
            })
            .collect();
        if places.is_empty() {
            let why = if boxes.is_empty() {
                "nothing was found that is to be hidden"
            } else {
                "what is to be hidden lies outside the picture"
            };
            return Err(ToolError::Input(format!(
                "“{}” was not changed: {why}.",
                file.name
            )));
        }
        let how = Hiding::of(inputs)?;
        let mut pixels = image.pixels.clone();
        for (number, place) in places.iter().enumerate() {
            context.step(number, places.len())?;
            pixels = hidden(pixels, *place, how);
        }
        let output = changed::write(context, &image, &file.name, "hidden", &pixels)?;
        context.progress.set(1.0);
        Ok(Resource::image(output))
    }
}

#[cfg(test)]
mod tests {
    use image::{Rgb, RgbImage};
    use patchbay_domain::{BoundingBox, LabelledBox};

    use super::*;
    use crate::image::shared::testing::{Bench, open};

    fn boxes(found: &[(f32, f32)]) -> Resource {
        let boxed = |&(x, y): &(f32, f32)| LabelledBox {
            bounding_box: BoundingBox {
                x,
                y,
                width: 20.0,
                height: 20.0,
            },
            label: None,
        };
        Resource::BoundingBoxes(found.iter().map(boxed).collect())
    }

    #[test]
    fn every_box_is_hidden_and_all_else_stays() {
        let bench = Bench::new();
        let stripes = RgbImage::from_fn(120, 90, |x, _| Rgb([if x % 2 == 0 { 255 } else { 0 }; 3]));
        let hide = |found: &[(f32, f32)]| {
            let image = bench.png("crowd.png", &stripes.clone().into());
            bench.run("object_hiding", [("image", image), ("bbox", boxes(found))])
        };
        let made = hide(&[(10.0, 10.0), (60.0, 40.0), (500.0, 0.0)]).unwrap();
        let pixels = open(made.files()[0]).into_rgb8();
        for (x, y, pixel) in pixels.enumerate_pixels() {
            let is_hidden = [(10, 10), (60, 40)].iter().any(|(left, top)| {
                (*left..left + 20).contains(&x) && (*top..top + 20).contains(&y)
            });
            if is_hidden {
                assert!((80..176).contains(&pixel[0]), "{x} {y} {pixel:?}");
            } else {
                assert_eq!(pixel, stripes.get_pixel(x, y));
            }
        }
        for (found, said) in [(&[][..], "nothing was found"), (&[(500.0, 0.0)], "outside")] {
            let error = hide(found).unwrap_err().to_string();
            assert!(
                error.contains("crowd.png") && error.contains(said),
                "{error}"
            );
        }
    }
}
