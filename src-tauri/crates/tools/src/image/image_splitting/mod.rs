//! `image_splitting`: an image cut into parts of equal size, in rows and columns.

use patchbay_domain::{LabelledImage, Resource, ResourceType};
use patchbay_media::image as media_image;

use super::shared::changed;
use crate::{Context, Implementation, Inputs, Registered, ToolError};

/// The most parts of an image.
const MOST: u32 = 1_000;

struct ImageSplitting;
inventory::submit!(Registered(&ImageSplitting));

impl Implementation for ImageSplitting {
    fn tool(&self) -> &'static str {
        "image_splitting"
    }

    fn run(&self, inputs: &Inputs, context: &Context) -> Result<Resource, ToolError> {
        let (columns, rows) = grid(inputs)?;
        if columns.saturating_mul(rows) > MOST {
            return Err(ToolError::Refused(format!(
                "That would be {} parts, and at most {MOST} are made of a picture. Choose fewer rows or columns.",
                u64::from(columns) * u64::from(rows)
            )));
        }
        let images = inputs.images("image")?;
        let made = changed::for_each(&images, context, |_, LabelledImage { file, .. }| {
            let image = media_image::read(&file.path, &file.name)?;
            let (width, height) = (image.pixels.width(), image.pixels.height());
            if columns > width || rows > height {
                return Err(ToolError::Input(format!(
                    "“{}” has {width} x {height} pixels, too few for {columns} columns and {rows} rows.",
                    file.name
                )));
            }
            let mut parts = Vec::new();
            for row in 0..rows {
                for column in 0..columns {
                    context.check()?;
                    let (left, right) = ends(width, column, columns);
                    let (top, bottom) = ends(height, row, rows);
                    let part = image.pixels.crop_imm(left, top, right - left, bottom - top);
                    let number = row * columns + column + 1;
                    let digits = (columns * rows).to_string().len();
                    let operation = format!("part-{number:0digits$}");
                    let file = changed::write(context, &image, &file.name, &operation, &part)?;
                    parts.push(LabelledImage { file, label: None });
                }
            }
            Ok(parts)
        })?;
        Ok(Resource::Images {
            kind: ResourceType::IMAGE,
            items: made.into_iter().flat_map(|(_, parts)| parts).collect(),
        })
    }
}

/// Number of columns and rows of parts: two columns, where nothing is said.
fn grid(inputs: &Inputs) -> Result<(u32, u32), ToolError> {
    let Some(value) = inputs.value("grid") else {
        return Ok((inputs.count("count")?.unwrap_or(2), 1));
    };
    let sides = value.split_once(['x', 'X', '×']);
    let side = |text: &str| text.trim().parse().ok().filter(|side: &u32| *side > 0);
    let grid = sides.and_then(|(columns, rows)| Some((side(columns)?, side(rows)?)));
    grid.ok_or_else(|| {
        ToolError::Refused(format!(
            "“{value}” says no columns and rows. Write such as 3x2: three columns and two rows."
        ))
    })
}

/// Start and end of a part: every pixel belongs to one.
fn ends(length: u32, number: u32, of: u32) -> (u32, u32) {
    let at = |number: u32| (u64::from(length) * u64::from(number) / u64::from(of)) as u32;
    (at(number), at(number + 1))
}

#[cfg(test)]
mod tests {
    use image::{DynamicImage, GenericImageView, ImageBuffer, Luma};

    use super::*;
    use crate::image::shared::testing::{Bench, open};

    #[test]
    fn parts_hold_every_pixel_and_keep_16_bits() {
        let bench = Bench::new();
        let deep = ImageBuffer::from_fn(101, 50, |x, y| Luma([(x * 300 + y) as u16]));
        let deep = DynamicImage::ImageLuma16(deep);
        let photo = || bench.png("map.png", &deep);
        let middle = bench.run("image_splitting", [("image", photo())]).unwrap();
        let sizes: Vec<_> = middle
            .files()
            .iter()
            .map(|file| open(file).dimensions())
            .collect();
        assert_eq!(sizes, [(50, 50), (51, 50)]);
        assert_eq!(middle.files()[1].name, "map_part-2.png");
        let text = |value: &str| Resource::Text(value.to_owned());
        let values = [("image", photo()), ("grid", text("2x3"))];
        let parts = bench.run("image_splitting", values).unwrap();
        assert_eq!(parts.files().len(), 6);
        let last = open(parts.files()[5]);
        assert_eq!(last, deep.crop_imm(50, 33, 51, 17));
        let values = [("image", photo()), ("grid", text("1x80"))];
        let error = bench
            .run("image_splitting", values)
            .unwrap_err()
            .to_string();
        assert!(
            error.contains("map.png") && error.contains("80 rows"),
            "{error}"
        );
    }
}
