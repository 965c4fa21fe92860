//! `highlight_object_on_image`: draws boxes with their labels on an image.

use image::{DynamicImage, GrayImage, Luma, RgbaImage};
use patchbay_domain::{LabelledBox, Resource};
use patchbay_media::image as media_image;
use patchbay_vision::{labels, pixels};

use super::shared::changed;
use crate::{Context, Implementation, Inputs, Registered, ToolError};

struct HighlightObjectOnImage;
inventory::submit!(Registered(&HighlightObjectOnImage));

impl Implementation for HighlightObjectOnImage {
    fn tool(&self) -> &'static str {
        "highlight_object_on_image"
    }

    fn run(&self, inputs: &Inputs, context: &Context) -> Result<Resource, ToolError> {
        let file = inputs.image("image")?;
        let boxes = inputs.boxes("bbox")?;
        let image = media_image::read(&file.path, &file.name)?;
        let mut drawn = pixels::with_color(image.pixels.clone());
        let (width, height) = (drawn.width(), drawn.height());
        // One colour for each name, in the order in which they come up.
        let mut names: Vec<&str> = Vec::new();
        let mut tags = Vec::new();
        for (index, wanted) in boxes.iter().enumerate() {
            context.step(index, 2 * boxes.len())?;
            let Some(bounds) = wanted.bounding_box.clamp_to(width, height) else {
                continue;
            };
            let name = wanted
                .label
                .as_ref()
                .map_or("", |label| label.name.as_str());
            let order = names
                .iter()
                .position(|known| *known == name)
                .unwrap_or_else(|| {
                    names.push(name);
                    names.len() - 1
                });
            let color = labels::COLORS[order % labels::COLORS.len()];
            drawn = outlined(&drawn, bounds, color);
            if let Some(words) = caption(wanted) {
                tags.push((
                    bounds,
                    labels::tag(&words, labels::letter_height(width, height), color, width),
                ));
            }
        }
        // Labels last: no outline may cross one.
        let mut taken: Vec<Area> = Vec::new();
        for (index, (bounds, tag)) in tags.iter().enumerate() {
            context.step(boxes.len() + index, 2 * boxes.len())?;
            let area = place(
                *bounds,
                (tag.width(), tag.height()),
                (width, height),
                &taken,
            );
            drawn = pasted(&drawn, tag, (area.0, area.1));
            taken.push(area);
        }
        let output = changed::write(context, &image, &file.name, "highlighted", &drawn)?;
        context.progress.set(1.0);
        Ok(Resource::image(output))
    }
}

/// Left, top, width and height in pixels.
type Area = (u32, u32, u32, u32);

fn caption(wanted: &LabelledBox) -> Option<String> {
    let label = wanted.label.as_ref()?;
    Some(match label.score {
        Some(score) => format!("{} {:.0} %", label.name, score.clamp(0.0, 1.0) * 100.0),
        None => label.name.clone(),
    })
}

/// A frame of one colour on a dark edge, so that it stands out from light and from dark ground.
fn outlined(
    image: &DynamicImage,
    (left, top, width, height): Area,
    color: [u8; 3],
) -> DynamicImage {
    let stroke = (image.width().max(image.height()) as f32 / 350.0)
        .round()
        .max(2.0) as u32;
    let edge = (stroke / 3).max(1);
    let from_rim = |x: u32, y: u32| x.min(y).min(width - 1 - x).min(height - 1 - y);
    let weights = GrayImage::from_fn(width, height, |x, y| {
        Luma([if from_rim(x, y) < stroke + edge {
            255
        } else {
            0
        }])
    });
    let [r, g, b] = pixels::unit(color);
    pixels::blend(image, (left, top), &weights, |x, y| {
        if from_rim(x, y) < stroke {
            [r, g, b, 1.0]
        } else {
            [0.08, 0.08, 0.08, 1.0]
        }
    })
}

fn pasted(image: &DynamicImage, tag: &RgbaImage, corner: (u32, u32)) -> DynamicImage {
    let width = tag.width().min(image.width() - corner.0);
    let height = tag.height().min(image.height() - corner.1);
    pixels::blend(
        image,
        corner,
        &GrayImage::from_pixel(width, height, Luma([255])),
        |x, y| {
            tag.get_pixel(x, y)
                .0
                .map(|component| f32::from(component) / 255.0)
        },
    )
}

/// Place of a label: above its box, else inside at the top, else below, the first that is in the
/// image and free; and where none is, a line lower than what is in the way.
fn place(
    (left, top, _, box_height): Area,
    (width, height): (u32, u32),
    image: (u32, u32),
    taken: &[Area],
) -> Area {
    let x = left.min(image.0.saturating_sub(width));
    let lowest = image.1.saturating_sub(height);
    let free = |y: u32| {
        !taken
            .iter()
            .any(|&(u, v, w, h)| x < u + w && u < x + width && y < v + h && v < y + height)
    };
    let above = top.checked_sub(height);
    let choices = [
        above,
        Some(top.min(lowest)),
        Some((top + box_height).min(lowest)),
    ];
    let free_choice = choices.into_iter().flatten().find(|&y| free(y));
    let y = free_choice.or_else(|| {
        (top.min(lowest)..=lowest)
            .step_by(height.max(1) as usize)
            .find(|&y| free(y))
    });
    (x, y.unwrap_or(top.min(lowest)), width, height)
}

#[cfg(test)]
mod tests {
    use image::{GenericImageView, Rgb, RgbImage};
    use patchbay_domain::{BoundingBox, Label};

    use super::*;
    use crate::image::shared::testing::{Bench, open};

    fn boxed(x: f32, y: f32, width: f32, height: f32, name: &str) -> LabelledBox {
        let label = Some(Label {
            name: name.to_owned(),
            score: Some(0.934),
        });
        LabelledBox {
            bounding_box: BoundingBox {
                x,
                y,
                width,
                height,
            },
            label,
        }
    }

    #[test]
    fn draw_boxes_around_the_dogs_in_photo_jpg() {
        let bench = Bench::new();
        let photo = bench.jpeg("photo.jpg", &RgbImage::from_pixel(400, 300, Rgb([128; 3])));
        let boxes = vec![
            boxed(100.0, 80.0, 120.0, 90.0, "dog"),
            boxed(110.0, 85.0, 120.0, 90.0, "dog"),
            boxed(
                0.0,
                0.0,
                50.0,
                40.0,
                "a bird with a name that is longer than any picture of this size is wide",
            ),
            boxed(390.0, 290.0, 100.0, 100.0, "cat"),
            boxed(900.0, 0.0, 10.0, 10.0, "nowhere"),
        ];
        let result = bench.run(
            "highlight_object_on_image",
            [("image", photo), ("bbox", Resource::BoundingBoxes(boxes))],
        );
        let file = result.unwrap().files()[0].clone();
        assert_eq!(file.name, "photo_highlighted.jpg");
        let drawn = open(&file);
        assert_eq!(drawn.dimensions(), (400, 300));
        let [r, g, b] = labels::COLORS[0];
        let near = |x, y| {
            let p = drawn.get_pixel(x, y);
            p[0].abs_diff(r) < 40 && p[1].abs_diff(g) < 40 && p[2].abs_diff(b) < 60
        };
        assert!(near(100, 120) && near(219, 150), "the frame is missing");
        assert_eq!(drawn.get_pixel(300, 200)[0].abs_diff(128), 0);
        let dark = (100..200)
            .flat_map(|x| (60..80).map(move |y| (x, y)))
            .filter(|&(x, y)| drawn.get_pixel(x, y)[0] < 60);
        assert!(dark.count() > 60, "the label cannot be read");
    }

    #[test]
    fn labels_stay_in_the_image_and_apart() {
        let taken = [place((10, 50, 40, 40), (60, 15), (200, 100), &[])];
        assert_eq!(taken[0], (10, 35, 60, 15));
        let second = place((12, 52, 40, 40), (60, 15), (200, 100), &taken);
        assert!(second.1 >= 50);
        assert_eq!(
            place((180, 2, 20, 20), (60, 15), (200, 100), &[]),
            (140, 2, 60, 15)
        );
        assert_eq!(place((0, 0, 5, 5), (60, 15), (5, 5), &[]), (0, 0, 60, 15));
    }
}
