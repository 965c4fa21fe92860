//! `print_size`: an image as large as paper at so many dots per inch, cut or with bars.

use image::DynamicImage;
use patchbay_domain::{Resource, ResourceType};
use patchbay_media::image::{read_sized, write_dots};
use patchbay_values::numbers::measured;
use patchbay_values::sizes::{Shape, Size};
use patchbay_vision::editing::geometry::{crop, pad, resize};

use super::shared::changed;
use crate::{Context, Implementation, Inputs, Registered, ToolError};

/// Dots per inch where none are set: what prints are made with.
const USUAL_DOTS: f64 = 300.0;

struct PrintSize;
inventory::submit!(Registered(&PrintSize));

impl Implementation for PrintSize {
    fn tool(&self) -> &'static str {
        "print_size"
    }

    fn run(&self, inputs: &Inputs, context: &Context) -> Result<Resource, ToolError> {
        let paper = Paper::of(inputs)?;
        changed::each(inputs, context, ResourceType::IMAGE, |file, job| {
            let image = read_sized(&file.path, &file.name, |own| paper.covering(own), &|_| {
                Ok(())
            })?;
            job.reach(0.2)?;
            let own = (image.pixels.width(), image.pixels.height());
            let (width, height) = paper.pixels(own);
            let made = paper.laid(&image.pixels)?;
            job.reach(0.7)?;
            let scale =
                (f64::from(width) / f64::from(own.0)).max(f64::from(height) / f64::from(own.1));
            if scale > 1.5 {
                context.progress.say(format!(
                    "“{}” has too few pixels for {} dots per inch at that size: it was enlarged {scale:.1} times.",
                    file.name, paper.dots
                ));
            }
            let output = changed::write(context, &image, &file.name, "print", &made)?;
            if !write_dots(&output.path, &output.name, paper.dots)? {
                context.progress.say(format!(
                    "“{}” cannot say how many dots per inch it has; choose JPEG, PNG or TIFF where a printer is to know it.",
                    output.name
                ));
            }
            Ok(output)
        })
    }
}

/// Paper that is printed on.
struct Paper {
    /// In inches.
    width: Option<f64>,
    height: Option<f64>,
    dots: f64,
    /// The colour of bars; none: what does not fit is cut off.
    bars: Option<[u8; 3]>,
}

impl Paper {
    fn of(inputs: &Inputs) -> Result<Self, ToolError> {
        let inch = match inputs.value("unit").as_deref() {
            Some("mm") => 25.4,
            Some("inch") => 1.0,
            _ => 2.54,
        };
        let side = |name: &str| {
            let words = ("length of paper", "a number above 0 such as 10");
            let positive = |text: &str| measured(text).filter(|length| *length > 0.0);
            let length = inputs.value_as(name, words, positive)?;
            Ok::<_, ToolError>(length.map(|length| length / inch))
        };
        let (width, height) = (side("width")?, side("height")?);
        if width.is_none() && height.is_none() {
            return Err(ToolError::Refused(
                "Say how wide or high the print is to be, such as a width of 10 and a height of 15 cm.".to_owned(),
            ));
        }
        let bars = inputs.color("color")?;
        let is_filled = inputs.value("fit").as_deref() == Some("with bars");
        Ok(Self {
            width,
            height,
            dots: inputs.number("resolution")?.unwrap_or(USUAL_DOTS),
            bars: is_filled.then_some(bars.unwrap_or([255; 3])),
        })
    }

    /// Number of pixels that the print of an image of those sides has.
    fn pixels(&self, (width, height): (u32, u32)) -> (u32, u32) {
        let (wide, high) = (f64::from(width.max(1)), f64::from(height.max(1)));
        let side = |inches: f64| (inches * self.dots).round().clamp(1.0, 100_000.0) as u32;
        match (self.width, self.height) {
            (Some(width), Some(height)) => (side(width), side(height)),
            (Some(width), None) => (side(width), side(width * high / wide)),
            (_, height) => {
                let height = height.unwrap_or_default();
                (side(height * wide / high), side(height))
            }
        }
    }

    /// Number of pixels that an image of that size has where it covers the whole print, or lies
    /// within it.
    fn covering(&self, own: (u32, u32)) -> (u32, u32) {
        let (width, height) = self.pixels(own);
        let [across, down] = [(width, own.0), (height, own.1)]
            .map(|(print, own)| f64::from(print) / f64::from(own.max(1)));
        let scale = if self.bars.is_some() {
            across.min(down)
        } else {
            across.max(down)
        };
        let side = |length: u32| ((f64::from(length) * scale).ceil() as u32).max(1);
        (side(own.0), side(own.1))
    }

    /// The print of an image.
    fn laid(&self, image: &DynamicImage) -> Result<DynamicImage, ToolError> {
        let own = (image.width(), image.height());
        let (width, height) = self.pixels(own);
        if let Some(color) = self.bars {
            return Ok(pad(image, Shape::Pixels(width, height), color)?);
        }
        let is_wider = f64::from(width) * f64::from(own.1) >= f64::from(height) * f64::from(own.0);
        let wanted = if is_wider {
            Size::Width(width)
        } else {
            Size::Height(height)
        };
        let large = resize(image, wanted)?;
        Ok(crop(&large, Shape::Pixels(width, height))?)
    }
}

#[cfg(test)]
mod tests {
    use image::{GenericImageView, Rgb, RgbImage};

    use super::*;
    use crate::image::shared::testing::{Bench, open};

    fn text(value: &str) -> Resource {
        Resource::Text(value.to_owned())
    }

    #[test]
    fn a_print_has_its_size_and_says_its_dots() {
        let bench = Bench::new();
        let photo = || {
            bench.jpeg(
                "a.jpg",
                &RgbImage::from_fn(600, 400, |x, _| Rgb([(x / 3) as u8, 90, 40])),
            )
        };
        let values = [
            ("image", photo()),
            ("width", text("10")),
            ("height", text("15")),
        ];
        let made = bench.run("print_size", values).unwrap();
        assert_eq!(open(made.files()[0]).dimensions(), (1181, 1772));
        let said = std::process::Command::new("identify")
            .args(["-units", "PixelsPerInch", "-format", "%x %y"])
            .arg(&made.files()[0].path)
            .output()
            .expect("the tests need ImageMagick's identify");
        assert_eq!(String::from_utf8_lossy(&said.stdout).trim(), "300 300");
        let values = [
            ("image", photo()),
            ("width", text("4")),
            ("height", text("4")),
            ("unit", text("inch")),
            ("resolution", text("150")),
            ("fit", text("with bars")),
        ];
        let made = bench.run("print_size", values).unwrap();
        let pixels = open(made.files()[0]).into_rgb8();
        assert_eq!(pixels.dimensions(), (600, 600));
        assert!(pixels.get_pixel(300, 20).0.iter().all(|value| *value > 245));
        assert!(pixels.get_pixel(300, 300).0[1] < 120);
        let values = [
            ("image", photo()),
            ("width", text("50")),
            ("unit", text("mm")),
        ];
        let made = bench.run("print_size", values).unwrap();
        assert_eq!(open(made.files()[0]).dimensions(), (591, 394));
        let error = bench.run("print_size", [("image", photo())]).unwrap_err();
        assert!(error.to_string().contains("how wide or high"));
    }
}
