//! Adjustments written as values of their parameters.

use super::PLACES;
use crate::adjustments::{Adjustment, Caption, Tone, USUAL_BLOCK, USUAL_BLUR};
use crate::colors::hex;
use crate::numbers;
use crate::sizes::{Length, Shape};

/// The parameters that an adjustment is of, each with its value where the parameter has one.
pub(super) fn values_of(adjustment: &Adjustment) -> Vec<(&'static str, Option<String>)> {
    // Pixels are a share that depends on the image.
    written(adjustment, |length, unit| match length {
        Length::Share(share) => Some(percent(share / unit)),
        Length::Pixels(_) => None,
    })
}

/// Values of all that an adjustment says, by the names of its parameters.
pub(in crate::adjustments) fn slots_of(adjustment: &Adjustment) -> Vec<(&'static str, String)> {
    let slots = written(adjustment, |length, unit| {
        Some(match length {
            Length::Share(share) => percent(share / unit),
            Length::Pixels(pixels) => format!("{} px", rounded(pixels)),
        })
    });
    let given = slots.into_iter();
    given
        .filter_map(|(name, value)| Some((name, value?)))
        .collect()
}

fn percent(amount: f32) -> String {
    rounded(amount * 100.0)
}

/// The parameters that an adjustment is of. `share`: writes a length as a share of a unit.
fn written(
    adjustment: &Adjustment,
    share: fn(Length, f32) -> Option<String>,
) -> Vec<(&'static str, Option<String>)> {
    let one = |name: &'static str, value: String| vec![(name, Some(value))];
    match adjustment {
        Adjustment::Tone(tone) => match tone {
            Tone::Brightness(amount) => one("brightness", percent(*amount)),
            Tone::Exposure(stops) => one("exposure", rounded(*stops)),
            Tone::Contrast(amount) => one("contrast", percent(*amount)),
            Tone::Warmth(amount) => one("warmth", percent(*amount)),
            Tone::Saturation(amount) => one("saturation", percent(*amount)),
            Tone::Monochrome => one("look", "black and white".to_owned()),
            Tone::Sepia => one("look", "sepia".to_owned()),
            Tone::Invert => one("look", "negative".to_owned()),
            Tone::Posterise(levels) => one("levels", levels.to_string()),
        },
        Adjustment::Sketch => one("look", "pencil sketch".to_owned()),
        Adjustment::Blur(length) => vec![("blur", share(*length, USUAL_BLUR))],
        Adjustment::Pixelate(length) => vec![("pixelate", share(*length, USUAL_BLOCK))],
        Adjustment::Sharpen(amount) => one("sharpness", percent(*amount)),
        Adjustment::Vignette(amount) => one("vignette", percent(*amount)),
        Adjustment::Grain(amount) => one("grain", percent(*amount)),
        Adjustment::Rotate(degrees) => one("angle", rounded(*degrees)),
        Adjustment::FlipHorizontally => one("mirror", "left to right".to_owned()),
        Adjustment::FlipVertically => one("mirror", "top to bottom".to_owned()),
        Adjustment::Resize(size) => one("size", size.to_string()),
        Adjustment::Crop(shape) => {
            let name = match shape {
                Shape::Aspect(_) => "aspect",
                Shape::Pixels(..) => "crop_size",
                Shape::Region(_) => "region",
            };
            one(name, shape.to_string())
        }
        Adjustment::Border(width, color) => vec![
            ("border", share(*width, 1.0)),
            ("border_color", Some(hex(*color))),
        ],
        Adjustment::Pad(shape, color) => vec![
            ("canvas", Some(shape.to_string())),
            ("canvas_color", Some(hex(*color))),
        ],
        Adjustment::Write(caption) => values_of_caption(caption, share(caption.size, 1.0)),
    }
}

fn values_of_caption(
    caption: &Caption,
    size: Option<String>,
) -> Vec<(&'static str, Option<String>)> {
    let is_near = |(_, across, down): &&(&str, f32, f32)| {
        (across - caption.across).abs() + (down - caption.down).abs() < 0.1
    };
    let place = PLACES.iter().find(is_near);
    vec![
        ("caption", Some(caption.words.clone())),
        ("position", place.map(|(place, ..)| (*place).to_owned())),
        ("text_color", caption.color.map(hex)),
        ("text_size", size),
    ]
}

/// Writes a number to two places behind the point, and no more than needed.
pub(super) fn rounded(number: f32) -> String {
    numbers::rounded(f64::from(number), 2)
}
