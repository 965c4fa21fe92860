//! Lays an image over others: a watermark, a logo, a sticker on photos.

use patchbay_domain::{LabelledImage, MediaFile, Resource, ResourceType};
use patchbay_media::image::{DecodedImage, converted, read, resize};

use super::shared::canvas::Canvas;
use super::shared::changed::{self, for_each};
use super::shared::job::Job;
use crate::shared::placing::{Placing, is_ground_first};
use crate::{Context, Implementation, Inputs, Registered, ToolError};

struct ImageOverlay;
inventory::submit!(Registered(&ImageOverlay));

impl Implementation for ImageOverlay {
    fn tool(&self) -> &'static str {
        "image_overlay"
    }

    fn run(&self, inputs: &Inputs, context: &Context) -> Result<Resource, ToolError> {
        let mut grounds = inputs.images("image")?;
        let first = inputs.images("overlay")?.swap_remove(0);
        grounds.insert(0, first);
        // Of all that are named, the first or the last one is laid over the others.
        let overlay = if is_ground_first(inputs) {
            grounds.pop()
        } else {
            Some(grounds.remove(0))
        };
        let Some(LabelledImage { file, .. }) = overlay else {
            return Err(ToolError::Input(
                "There is no picture to lay on.".to_owned(),
            ));
        };
        let overlay = read(&file.path, &file.name)?;
        let made = for_each(
            &grounds,
            context,
            |number, LabelledImage { file, label }| {
                let place = (number, grounds.len());
                let job = Job::new(context, place, &file.name, &ResourceType::IMAGE);
                let file = laid(inputs, &overlay, file, &job, context)?;
                Ok(LabelledImage {
                    file,
                    label: label.clone(),
                })
            },
        )?;
        Ok(Resource::Images {
            kind: ResourceType::IMAGE,
            items: made.into_iter().map(|(_, image)| image).collect(),
        })
    }
}

/// Writes an image with the overlay on it.
fn laid(
    inputs: &Inputs,
    overlay: &DecodedImage,
    file: &MediaFile,
    job: &Job,
    context: &Context,
) -> Result<MediaFile, ToolError> {
    job.reach(0.0)?;
    let picture = read(&file.path, &file.name)?;
    job.reach(0.3)?;
    let ground = &picture.pixels;
    let sizes = [ground, &overlay.pixels].map(|image| (image.width(), image.height()));
    let placing = Placing::of(inputs, sizes[0], sizes[1])?;
    let small = resize(&overlay.pixels, placing.width, placing.height);
    let [from, to] = [&overlay.metadata.icc, &picture.metadata.icc].map(Option::as_deref);
    let small = converted(small, from, to);
    job.reach(0.5)?;
    let has_color = ground.color().has_color() || small.color().has_color();
    let mut canvas = Canvas::of(ground);
    canvas.lay(&small, (placing.left, placing.top), placing.opacity);
    let made = canvas.finished(has_color, ground.color().has_alpha());
    job.reach(0.8)?;
    changed::write(context, &picture, &file.name, "overlaid", &made)
}

#[cfg(test)]
mod tests {
    use image::{DynamicImage, ImageBuffer, Rgb, RgbImage, Rgba, RgbaImage};

    use super::*;
    use crate::image::shared::testing::{Bench, open};

    fn text(value: &str) -> Resource {
        Resource::Text(value.to_owned())
    }

    /// A mark whose left half is green and whose right half is clear.
    fn mark(bench: &Bench) -> Resource {
        let pixels = RgbaImage::from_fn(40, 40, |x, _| {
            if x < 20 {
                Rgba([0, 255, 0, 255])
            } else {
                Rgba([0, 0, 0, 0])
            }
        });
        bench.png("mark.png", &pixels.into())
    }

    #[test]
    fn a_mark_lies_in_the_corner_of_each_photo() {
        let bench = Bench::new();
        let photo = |name: &str, width| {
            bench.jpeg(name, &RgbImage::from_pixel(width, 100, Rgb([200, 0, 0])))
        };
        let (Resource::Images { kind, items }, Resource::Images { items: others, .. }) =
            (photo("a.jpg", 200), photo("b.jpg", 400))
        else {
            panic!("pictures")
        };
        let both = Resource::Images {
            kind,
            items: [items, others].concat(),
        };
        let values = [
            ("overlay", mark(&bench)),
            ("image", both),
            ("overlay_size", text("20%")),
            ("overlay_margin", text("0 px")),
            ("overlay_position", text("top left")),
        ];
        let made = bench.run("image_overlay", values).unwrap();
        let names: Vec<_> = made.files().iter().map(|file| file.name.clone()).collect();
        assert_eq!(names, ["a_overlaid.jpg", "b_overlaid.jpg"]);
        for (file, width) in made.files().into_iter().zip([200, 400]) {
            let pixels = open(file).into_rgb8();
            assert_eq!(pixels.dimensions(), (width, 100));
            let of = |share: u32| pixels.get_pixel(width * share / 100, 8).0;
            assert!(of(5)[1] > 200 && of(5)[0] < 60, "{:?}", of(5));
            assert!(of(15)[0] > 150 && of(15)[1] < 60, "{:?}", of(15));
            assert!(of(60)[0] > 150 && of(60)[1] < 60, "{:?}", of(60));
        }
    }

    #[test]
    fn where_the_ground_is_named_first_the_last_one_lies_on_it() {
        let bench = Bench::new();
        let photo = bench.jpeg("a.jpg", &RgbImage::from_pixel(200, 100, Rgb([200, 0, 0])));
        let values = [
            ("overlay", photo),
            ("image", mark(&bench)),
            ("overlay_order", text("the other way round")),
        ];
        let made = bench.run("image_overlay", values).unwrap();
        assert_eq!(made.files()[0].name, "a_overlaid.jpg");
        let pixels = open(made.files()[0]).into_rgb8();
        assert!(pixels.get_pixel(155, 70).0[1] > 200);
    }

    #[test]
    fn sixteen_bits_stay_and_what_is_not_covered_too() {
        let bench = Bench::new();
        let deep = ImageBuffer::from_fn(100, 80, |x, y| {
            Rgb([(x * 601 + 7) as u16, (y * 503 + 11) as u16, 9_001])
        });
        let photo = bench.png("deep.png", &DynamicImage::ImageRgb16(deep.clone()));
        let values = [
            ("overlay", mark(&bench)),
            ("image", photo),
            ("overlay_opacity", text("50")),
        ];
        let made = bench.run("image_overlay", values).unwrap();
        let DynamicImage::ImageRgb16(pixels) = open(made.files()[0]) else {
            panic!("16 bits have to stay")
        };
        assert_eq!(pixels.get_pixel(10, 10), deep.get_pixel(10, 10));
        assert_eq!(pixels.get_pixel(99, 79), deep.get_pixel(99, 79));
        // Half of it shows through.
        let (before, after) = (deep.get_pixel(78, 65).0, pixels.get_pixel(78, 65).0);
        let expected = u32::from(before[1]) / 2 + 32_768;
        assert!(
            expected.abs_diff(after[1].into()) < 600,
            "{before:?} {after:?}"
        );
    }
}
