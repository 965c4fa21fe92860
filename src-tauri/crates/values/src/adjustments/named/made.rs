//! Values of parameters read as adjustments.

use super::PLACES;
use crate::adjustments::{Adjustment, Caption, Tone, USUAL_BLOCK, USUAL_BLUR};
use crate::colors;
use crate::regions::Region;
use crate::sizes::{Length, Shape, Size, dimensions, joined, ratio, shape};

/// Returns the adjustment of a value; none where it is no value of the parameter `name`. `before`:
/// the adjustment that it takes the place of.
pub(in crate::adjustments) fn made(
    name: &str,
    value: &str,
    before: Option<&Adjustment>,
) -> Option<Adjustment> {
    let number = || number(value);
    let share = || Some(number()? / 100.0);
    Some(match name {
        "brightness" => Adjustment::Tone(Tone::Brightness(share()?)),
        "exposure" => Adjustment::Tone(Tone::Exposure(number()?)),
        "contrast" => Adjustment::Tone(Tone::Contrast(share()?)),
        "warmth" => Adjustment::Tone(Tone::Warmth(share()?)),
        "saturation" => Adjustment::Tone(Tone::Saturation(share()?)),
        "sharpness" => Adjustment::Sharpen(share()?),
        "blur" => Adjustment::Blur(length(value, USUAL_BLUR)?),
        "pixelate" => Adjustment::Pixelate(length(value, USUAL_BLOCK)?),
        "vignette" => Adjustment::Vignette(share()?),
        "grain" => Adjustment::Grain(share()?),
        "levels" => Adjustment::Tone(Tone::Posterise(
            value.parse().ok().filter(|levels| *levels >= 2)?,
        )),
        "look" => match value {
            "black and white" => Adjustment::Tone(Tone::Monochrome),
            "sepia" => Adjustment::Tone(Tone::Sepia),
            "negative" => Adjustment::Tone(Tone::Invert),
            "pencil sketch" => Adjustment::Sketch,
            _ => return None,
        },
        "angle" => Adjustment::Rotate(below_a_million(
            value
                .trim_end_matches("degrees")
                .trim_end_matches(['°', ' ']),
        )?),
        "mirror" => match value {
            "left to right" => Adjustment::FlipHorizontally,
            "top to bottom" => Adjustment::FlipVertically,
            _ => return None,
        },
        "size" => Adjustment::Resize(Size::read(value)?),
        "aspect" => Adjustment::Crop(Shape::Aspect(ratio(&joined(value))?)),
        "crop_size" => {
            let (across, down) = dimensions(&joined(value))?;
            Adjustment::Crop(Shape::Pixels(across, down))
        }
        "region" => Adjustment::Crop(Shape::Region(Region::read(value)?)),
        "border" | "border_color" => border(name, value, before)?,
        "canvas" | "canvas_color" => canvas(name, value, before)?,
        "caption" | "position" | "text_color" | "text_size" => {
            Adjustment::Write(caption(name, value, before)?)
        }
        _ => return None,
    })
}

/// A border with another width or colour; white and of the usual width where there was none.
fn border(name: &str, value: &str, before: Option<&Adjustment>) -> Option<Adjustment> {
    let (width, color) = match before {
        Some(Adjustment::Border(width, color)) => (*width, *color),
        _ => (Length::Share(0.04), [255; 3]),
    };
    Some(if name == "border" {
        Adjustment::Border(length(value, 1.0)?, color)
    } else {
        Adjustment::Border(width, colors::color(&value.to_lowercase())?)
    })
}

/// A canvas of another shape or colour; white and square where there was none.
fn canvas(name: &str, value: &str, before: Option<&Adjustment>) -> Option<Adjustment> {
    let (own, color) = match before {
        Some(Adjustment::Pad(shape, color)) => (*shape, *color),
        _ => (Shape::Aspect(1.0), [255; 3]),
    };
    Some(if name == "canvas" {
        Adjustment::Pad(shape(&joined(value))?, color)
    } else {
        Adjustment::Pad(own, colors::color(&value.to_lowercase())?)
    })
}

/// A caption with other words, another place, colour or size; at the bottom where there was none.
fn caption(name: &str, value: &str, before: Option<&Adjustment>) -> Option<Caption> {
    let mut caption = match before {
        Some(Adjustment::Write(caption)) => caption.clone(),
        _ => Caption {
            words: String::new(),
            across: 0.5,
            down: 1.0,
            color: None,
            size: Length::Share(0.1),
        },
    };
    match name {
        "caption" => value.clone_into(&mut caption.words),
        "position" => (caption.across, caption.down) = place(value)?,
        "text_color" => caption.color = Some(colors::color(&value.to_lowercase())?),
        _ => caption.size = length(value, 1.0)?,
    }
    Some(caption)
}

/// A percentage of `unit`, which is a share of a side of the image, or pixels (`12 px`).
fn length(value: &str, unit: f32) -> Option<Length> {
    if let Some(pixels) = value.strip_suffix("px") {
        let pixels = number(pixels).filter(|pixels| *pixels >= 0.0)?;
        return Some(Length::Pixels(pixels));
    }
    let percent = number(value).filter(|percent| *percent >= 0.0)?;
    Some(Length::Share(percent / 100.0 * unit))
}

/// Reads `20`, `20%` or `45°`.
fn number(value: &str) -> Option<f32> {
    below_a_million(value.trim_end_matches(['%', '°']).trim())
}

fn below_a_million(text: &str) -> Option<f32> {
    text.parse::<f32>().ok().filter(|number| number.abs() < 1e6)
}

/// A place on an image, as shares across and down: `top left`, `the upper right corner`.
fn place(value: &str) -> Option<(f32, f32)> {
    let wanted = value.to_lowercase().replace('-', " ");
    let wanted = wanted
        .trim_end_matches(" corner")
        .trim_end_matches(" hand")
        .trim_start_matches("the ");
    let wanted = wanted.replace("upper", "top").replace("lower", "bottom");
    PLACES
        .iter()
        .find(|(place, ..)| *place == wanted)
        .map(|(_, across, down)| (*across, *down))
}
