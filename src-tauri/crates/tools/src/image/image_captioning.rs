//! `image_captioning`: describes a picture by what can be measured (size, light, colours, sharpness, transparency), and
//! says that it does: what the picture shows is for a model to say.

use image::{DynamicImage, RgbImage};
use patchbay_domain::Resource;
use patchbay_media::image as pictures;

use super::color_names;
use crate::{Context, Implementation, Inputs, Registered, ToolError};

struct ImageCaptioning;
inventory::submit!(Registered(&ImageCaptioning));

impl Implementation for ImageCaptioning {
    fn tool(&self) -> &'static str {
        "image_captioning"
    }

    fn label(&self) -> &'static str {
        "measured"
    }

    fn run(&self, inputs: &Inputs, context: &Context) -> Result<Resource, ToolError> {
        let images = inputs.images("image")?;
        let mut captions = Vec::with_capacity(images.len());
        for (index, image) in images.iter().enumerate() {
            context.step(index, images.len())?;
            let picture = pictures::read(&image.file.path, &image.file.name)?;
            captions.push(describe(&picture.pixels));
        }
        context.progress.set(1.0);
        if let [caption] = captions.as_slice() {
            return Ok(Resource::Text(format!("{caption} (Measured; no model has looked at what it shows.)")));
        }
        let lines: Vec<String> =
            images.iter().zip(captions).map(|(image, caption)| format!("{}: {caption}", image.file.name)).collect();
        Ok(Resource::Text(format!("{}\n(Measured; no model has looked at what they show.)", lines.join("\n"))))
    }
}

/// One sentence about a picture.
fn describe(pixels: &DynamicImage) -> String {
    let (width, height) = (pixels.width(), pixels.height());
    let shape = match f64::from(width) / f64::from(height) {
        ratio if ratio > 2.2 => "panoramic",
        ratio if ratio > 1.05 => "landscape",
        ratio if ratio < 0.95 => "portrait",
        _ => "square",
    };
    let (small_width, small_height) = pictures::fit_within(width, height, 256);
    let small = pictures::resize(pixels, small_width, small_height);
    let clear = share_of_clear(&small);
    let colors = small.to_rgb8();
    let visible: Vec<[u8; 3]> = small.to_rgba8().pixels().filter(|p| p[3] > 127).map(|p| [p[0], p[1], p[2]]).collect();
    let mut parts = Vec::new();
    let (light, spread) = light(&visible);
    parts.push(match light {
        level if level < 0.2 => "very dark".to_owned(),
        level if level < 0.38 => "dark".to_owned(),
        level if level < 0.62 => "of medium brightness".to_owned(),
        level if level < 0.82 => "bright".to_owned(),
        _ => "very bright".to_owned(),
    });
    if spread < 0.08 {
        parts.push("with little contrast".to_owned());
    } else if spread > 0.27 {
        parts.push("with strong contrast".to_owned());
    }
    parts.push(format!("mostly {}", joined(&color_names::palette(&visible))));
    parts.push(sharpness(pixels, &colors).to_owned());
    if clear > 0.005 {
        parts.push(format!("{:.0} % transparent", (clear * 100.0).max(1.0)));
    }
    format!("A {shape} picture of {width} x {height} pixels: {}.", parts.join(", "))
}

fn share_of_clear(small: &DynamicImage) -> f32 {
    if !small.color().has_alpha() {
        return 0.0;
    }
    let pixels = small.to_rgba8();
    pixels.pixels().map(|p| 1.0 - f32::from(p[3]) / 255.0).sum::<f32>() / (pixels.width() * pixels.height()) as f32
}

/// Mean and standard deviation of how light the pixels look, from 0 to 1.
fn light(pixels: &[[u8; 3]]) -> (f32, f32) {
    let levels = pixels.iter().map(|&[r, g, b]| (0.2126 * f32::from(r) + 0.7152 * f32::from(g) + 0.0722 * f32::from(b)) / 255.0);
    let count = pixels.len().max(1) as f32;
    let mean = levels.clone().sum::<f32>() / count;
    let variance = levels.map(|level| (level - mean).powi(2)).sum::<f32>() / count;
    (mean, variance.sqrt())
}

/// How sharp the sharpest parts are: the steepest steps between neighbours at full size against the range that the small
/// copy shows.
fn sharpness(pixels: &DynamicImage, small: &RgbImage) -> &'static str {
    let grey = pixels.to_luma8();
    let mut steps = [0_usize; 256];
    for row in grey.as_raw().chunks(grey.width() as usize) {
        for pair in row.windows(2) {
            steps[usize::from(pair[0].abs_diff(pair[1]))] += 1;
        }
    }
    let total: usize = steps.iter().sum();
    let mut above = 0;
    let steepest = (0..256).rev().find(|&step| {
        above += steps[step];
        above * 500 > total
    });
    let levels = small.pixels().map(|p| u16::from(p[0]) + u16::from(p[1]) + u16::from(p[2]));
    let range = (levels.clone().max().unwrap_or(0) - levels.min().unwrap_or(0)) / 3;
    let share = steepest.unwrap_or(0) as f32 / f32::from(range.max(1));
    match share {
        _ if range < 12 => "even, without detail",
        share if share < 0.06 => "soft or out of focus",
        share if share < 0.18 => "moderately sharp",
        _ => "sharp",
    }
}

/// `grey, white and blue`.
fn joined(names: &[&str]) -> String {
    match names {
        [] => "transparent".to_owned(),
        [one] => (*one).to_owned(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use image::{DynamicImage, Rgb, RgbImage, Rgba, RgbaImage};
    use patchbay_domain::Resource;

    use crate::image::testing::Bench;

    fn caption(pixels: DynamicImage) -> String {
        let bench = Bench::new();
        let photo = bench.png("photo.png", &pixels);
        let Ok(Resource::Text(text)) = bench.run("image_captioning", [("image", photo)]) else { panic!("no text") };
        text
    }

    #[test]
    fn describe_photo_png() {
        let night = RgbImage::from_fn(320, 180, |x, y| if x / 40 % 4 == 0 && y > 90 { Rgb([90, 10, 10]) } else { Rgb([8, 10, 40]) });
        let text = caption(night.into());
        for part in ["landscape", "320 x 180", "very dark", "blue", "sharp", "Measured"] {
            assert!(text.contains(part), "{part} is missing in: {text}");
        }
        assert!(!text.contains("transparent"), "{text}");
    }

    #[test]
    fn it_sees_softness_transparency_and_shape() {
        let ramp = RgbImage::from_fn(200, 300, |x, _| Rgb([(x + 40) as u8, (x + 40) as u8, (x + 40) as u8]));
        let text = caption(ramp.into());
        assert!(text.contains("portrait") && text.contains("grey") && text.contains("soft"), "{text}");
        let sticker = RgbaImage::from_fn(100, 100, |x, _| if x < 50 { Rgba([250, 210, 20, 255]) } else { Rgba([0; 4]) });
        let text = caption(sticker.into());
        assert!(text.contains("square") && text.contains("yellow") && text.contains("50 % transparent"), "{text}");
        assert!(caption(RgbImage::from_pixel(1, 1, Rgb([255; 3])).into()).contains("very bright"));
    }
}
