//! Adjustments written as values of their parameters.

use super::PLACES;
use crate::adjustments::adjustment::{
    Adjustment, Caption, Length, Shape, Size, Tone, USUAL_BLOCK, USUAL_BLUR,
};
use crate::adjustments::values::hex;

/// The parameters that an adjustment is of, each with its value where there is a way of writing it.
pub(super) fn values_of(adjustment: &Adjustment) -> Vec<(&'static str, Option<String>)> {
    let percent = |amount: f32| rounded(amount * 100.0);
    let one = |name: &'static str, value: String| vec![(name, Some(value))];
    // Pixels are a share that depends on the image.
    let share = |length: Length, unit: f32| match length {
        Length::Share(share) => Some(percent(share / unit)),
        Length::Pixels(_) => None,
    };
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
        Adjustment::Resize(size) => one("size", written_size(*size)),
        Adjustment::Crop(Shape::Aspect(aspect)) => one("aspect", written_aspect(*aspect)),
        Adjustment::Crop(Shape::Pixels(across, down)) => {
            one("crop_size", format!("{across}x{down}"))
        }
        Adjustment::Crop(Shape::Region(region)) => one("region", region.to_string()),
        Adjustment::Border(width, color) => vec![
            ("border", share(*width, 1.0)),
            ("border_color", Some(hex(*color))),
        ],
        Adjustment::Pad(shape, color) => vec![
            ("canvas", written_canvas(*shape)),
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

/// To two places behind the point, and no more than needed.
pub(super) fn rounded(number: f32) -> String {
    let rounded = (f64::from(number) * 100.0).round() / 100.0;
    // No minus before nothing.
    (rounded + 0.0).to_string()
}

/// `1200 wide`, `720 high`, `1200`, `800x600` or `50%`.
pub(super) fn written_size(size: Size) -> String {
    match size {
        Size::Width(pixels) => format!("{pixels} wide"),
        Size::Height(pixels) => format!("{pixels} high"),
        Size::Longer(pixels) => pixels.to_string(),
        Size::Within(across, down) => format!("{across}x{down}"),
        Size::Times(factor) => format!("{}%", rounded(factor * 100.0)),
    }
}

/// `1:1` or `800x600`.
fn written_canvas(shape: Shape) -> Option<String> {
    match shape {
        Shape::Aspect(aspect) => Some(written_aspect(aspect)),
        Shape::Pixels(across, down) => Some(format!("{across}x{down}")),
        Shape::Region(_) => None,
    }
}

/// `16:9` where whole numbers up to 32 say it, else `2.39:1`.
pub(super) fn written_aspect(aspect: f32) -> String {
    let whole = |aspect: f32| {
        (1..=32u8).find_map(|high| {
            let wide = aspect * f32::from(high);
            ((wide - wide.round()).abs() < 0.002 && wide.round() >= 1.0)
                .then(|| format!("{}:{high}", wide.round()))
        })
    };
    let places = rounded(aspect);
    // What is rounded can be whole numbers again: 1.504 is 1.5, which is 3:2.
    whole(aspect)
        .or_else(|| whole(places.parse().ok()?))
        .unwrap_or_else(|| format!("{places}:1"))
}
