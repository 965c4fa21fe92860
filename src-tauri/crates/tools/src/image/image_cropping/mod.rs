//! `image_cropping`: each box cut out of the image, in the image's own format and depth, with its
//! label.

use patchbay_domain::{LabelledImage, Resource, ResourceType};
use patchbay_media::image as media_image;

use super::shared::changed;
use crate::{Context, Implementation, Inputs, Registered, ToolError};

struct ImageCropping;
inventory::submit!(Registered(&ImageCropping));

impl Implementation for ImageCropping {
    fn tool(&self) -> &'static str {
        "image_cropping"
    }

    fn run(&self, inputs: &Inputs, context: &Context) -> Result<Resource, ToolError> {
        let file = inputs.image("image")?;
        let boxes = inputs.boxes("bbox")?;
        let image = media_image::read(&file.path, &file.name)?;
        let (width, height) = (image.pixels.width(), image.pixels.height());
        let mut items = Vec::with_capacity(boxes.len());
        for (index, wanted) in boxes.iter().enumerate() {
            context.step(index, boxes.len())?;
            // A box that lies outside has nothing to show; the others still do.
            let Some((x, y, width, height)) = wanted.bounding_box.clamp_to(width, height) else {
                continue;
            };
            let crop = image.pixels.crop_imm(x, y, width, height);
            let operation = wanted.label.as_ref().map_or("cropped".to_owned(), |label| {
                format!("cropped-{}", label.name)
            });
            let output = changed::write(context, &image, &file.name, &operation, &crop)?;
            items.push(LabelledImage {
                file: output,
                label: wanted.label.clone(),
            });
        }
        if items.is_empty() {
            let why = if boxes.is_empty() {
                "there is no box to crop to"
            } else {
                "the boxes lie outside the picture"
            };
            return Err(ToolError::Input(format!(
                "“{}” was not cropped: {why}.",
                file.name
            )));
        }
        context.progress.set(1.0);
        Ok(Resource::Images {
            kind: ResourceType::IMAGE,
            items,
        })
    }
}

#[cfg(test)]
mod tests {
    use image::{DynamicImage, GenericImageView, Rgb, RgbImage};
    use patchbay_domain::{BoundingBox, Label, LabelledBox, Resource};

    use crate::image::shared::testing::{Bench, open};

    fn boxed(x: f32, y: f32, width: f32, height: f32, label: Option<&str>) -> LabelledBox {
        LabelledBox {
            bounding_box: BoundingBox {
                x,
                y,
                width,
                height,
            },
            label: label.map(|name| Label {
                name: name.to_owned(),
                score: Some(0.9),
            }),
        }
    }

    fn scene() -> RgbImage {
        RgbImage::from_fn(100, 60, |x, y| Rgb([x as u8, y as u8, 0]))
    }

    #[test]
    fn crop_the_dogs_out_of_photo_jpg() {
        let bench = Bench::new();
        let photo = bench.jpeg("photo.jpg", &scene());
        let boxes = vec![
            boxed(10.0, 20.0, 30.0, 15.0, Some("dog")),
            boxed(500.0, 0.0, 10.0, 10.0, None),
            boxed(90.0, -5.0, 40.0, 25.0, None),
        ];
        let result = bench
            .run(
                "image_cropping",
                [("image", photo), ("bbox", Resource::BoundingBoxes(boxes))],
            )
            .unwrap();
        let Resource::Images { items, .. } = &result else {
            panic!("{result:?}")
        };
        assert_eq!(items.len(), 2);
        assert_eq!(items[0].file.name, "photo_cropped-dog.jpg");
        assert_eq!(items[0].label.as_ref().unwrap().name, "dog");
        let dog = open(&items[0].file);
        assert_eq!(dog.dimensions(), (30, 15));
        assert!(dog.get_pixel(0, 0)[0].abs_diff(10) < 8 && dog.get_pixel(0, 0)[1].abs_diff(20) < 8);
        assert_eq!(open(&items[1].file).dimensions(), (10, 20));
    }

    #[test]
    fn sixteen_bits_stay_and_a_box_outside_is_told() {
        let bench = Bench::new();
        let deep = DynamicImage::ImageRgb8(scene()).into_rgb16();
        let photo = bench.png("deep.png", &deep.clone().into());
        let run = |bounds| {
            let boxes = Resource::BoundingBoxes(vec![bounds]);
            bench.run(
                "image_cropping",
                [("image", photo.clone()), ("bbox", boxes)],
            )
        };
        let result = run(boxed(0.0, 0.0, 20.0, 20.0, None)).unwrap();
        let crop = open(result.files()[0]);
        assert_eq!(crop, DynamicImage::ImageRgb16(deep).crop_imm(0, 0, 20, 20));
        let error = run(boxed(100.0, 0.0, 20.0, 20.0, None))
            .unwrap_err()
            .to_string();
        assert!(
            error.contains("deep.png") && error.contains("outside"),
            "{error}"
        );
    }
}
