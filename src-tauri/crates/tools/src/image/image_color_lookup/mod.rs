//! `image_color_lookup`: grades the colours of an image by a table (LUT), in an animation those of
//! each frame.

use patchbay_domain::{Resource, ResourceType};
use patchbay_media::image::{Animation, read};

use super::shared::changed;
use crate::shared::lookup::table;
use crate::{Context, Implementation, Inputs, PartsRead, Registered, ToolError};

struct ImageColorLookup;
inventory::submit!(Registered(&ImageColorLookup));

impl Implementation for ImageColorLookup {
    fn tool(&self) -> &'static str {
        "image_color_lookup"
    }

    fn reads(&self, _inputs: &Inputs) -> PartsRead {
        PartsRead {
            frames: true,
            ..PartsRead::default()
        }
    }

    fn run(&self, inputs: &Inputs, context: &Context) -> Result<Resource, ToolError> {
        let (table, strength) = table(inputs)?;
        changed::each(inputs, context, ResourceType::IMAGE, |file, job| {
            if let Some(animation) = Animation::open(&file.path, &file.name)? {
                let output = context.output("graded", Some(&file.name), animation.extension());
                let count = animation.frame_count as f64;
                let is_stopped = || context.progress.is_cancelled();
                let place = (&*output.path, &*output.name);
                animation.write_changed(place, &is_stopped, |number, frame| {
                    let report = |done| job.reach((number as f64 + done) / count);
                    Ok::<_, ToolError>(table.apply(frame, strength, &report)?)
                })?;
                return Ok(output);
            }
            let image = read(&file.path, &file.name)?;
            let report = |done: f64| job.reach(0.2 + 0.6 * done);
            let made = table.apply(image.pixels.clone(), strength, &report)?;
            changed::write(context, &image, &file.name, "graded", &made)
        })
    }
}

#[cfg(test)]
mod tests {
    use image::{Rgba, RgbaImage};

    use super::*;
    use crate::image::shared::testing::{Bench, open};

    /// Swaps red and blue.
    const SWAPPED: &str = "LUT_3D_SIZE 2\n0 0 0\n0 0 1\n0 1 0\n0 1 1\n1 0 0\n1 0 1\n1 1 0\n1 1 1\n";

    fn text(value: &str) -> Resource {
        Resource::Text(value.to_owned())
    }

    #[test]
    fn colours_are_looked_up_and_alpha_stays() {
        let bench = Bench::new();
        let pixels = RgbaImage::from_fn(40, 30, |x, _| {
            Rgba([200, 80, 20, if x < 20 { 255 } else { 90 }])
        });
        for (strength, wanted) in [("100", [20, 80, 200]), ("50", [110, 80, 110])] {
            let values = [
                ("image", bench.png("photo.png", &pixels.clone().into())),
                ("lut", text(SWAPPED)),
                ("strength", text(strength)),
            ];
            let made = bench.run("image_color_lookup", values).unwrap();
            assert_eq!(made.files()[0].name, "photo_graded.png");
            let made = open(made.files()[0]).into_rgba8();
            for (before, after) in pixels.pixels().zip(made.pixels()) {
                assert_eq!(after[3], before[3]);
                let is_near = |i: usize| after[i].abs_diff(wanted[i]) < 2;
                assert!((0..3).all(is_near), "{after:?} {wanted:?}");
            }
        }
    }

    #[test]
    fn a_text_that_is_no_table_is_told() {
        let bench = Bench::new();
        let photo = bench.png("photo.png", &RgbaImage::new(4, 4).into());
        let values = [("image", photo), ("lut", text("Dear Sir or Madam"))];
        let error = bench.run("image_color_lookup", values).unwrap_err();
        assert!(error.to_string().contains(".cube"), "{error}");
    }
}
