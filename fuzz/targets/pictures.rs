//! Sentences about pictures, and values as they are typed: all of it is finite, and is read back as
//! it is written.
#![no_main]

use libfuzzer_sys::fuzz_target;
use patchbay_phrases::adjustments::wishes;
use patchbay_values::adjustments::{Adjustment, Tone, named};
use patchbay_values::sizes::{Length, Shape, Size};

fn is_possible(adjustment: &Adjustment) -> bool {
    let length = |length: &Length| length.on(1000).is_finite() && length.on(1000) >= 0.0;
    match adjustment {
        Adjustment::Tone(tone) => match tone {
            Tone::Brightness(amount) | Tone::Contrast(amount) | Tone::Warmth(amount) => {
                amount.is_finite()
            }
            Tone::Exposure(amount) | Tone::Saturation(amount) => amount.is_finite(),
            Tone::Posterise(levels) => *levels >= 2,
            Tone::Monochrome | Tone::Sepia | Tone::Invert => true,
        },
        Adjustment::Sharpen(amount)
        | Adjustment::Vignette(amount)
        | Adjustment::Grain(amount)
        | Adjustment::Rotate(amount) => amount.is_finite(),
        Adjustment::Blur(width) | Adjustment::Pixelate(width) | Adjustment::Border(width, _) => {
            length(width)
        }
        Adjustment::Resize(Size::Width(side) | Size::Height(side) | Size::Longer(side)) => {
            *side > 0
        }
        Adjustment::Resize(Size::Times(factor)) => factor.is_finite() && *factor > 0.0,
        Adjustment::Crop(shape) | Adjustment::Pad(shape, _) => match shape {
            Shape::Aspect(aspect) => (0.02..=50.0).contains(aspect),
            Shape::Pixels(across, down) => *across > 0 && *down > 0,
            Shape::Region(_) => true,
        },
        Adjustment::Resize(Size::Within(across, down)) => *across > 0 && *down > 0,
        Adjustment::Write(caption) => length(&caption.size) && !caption.words.is_empty(),
        Adjustment::Sketch | Adjustment::FlipHorizontally | Adjustment::FlipVertically => true,
    }
}

fuzz_target!(|text: &str| {
    let said = wishes(text).unwrap_or_default();
    assert!(said.adjustments.iter().all(is_possible), "{said:?}");
    let typed = named::NAMES
        .iter()
        .filter_map(|name| Some((*name, named::read(name, text)?)));
    for (name, value) in named::values(&said.adjustments).into_iter().chain(typed) {
        assert_eq!(named::read(name, &value).as_ref(), Some(&value), "{name}");
        let mut alone = Vec::new();
        assert!(
            named::set(&mut alone, name, &value).is_some() || name == "position",
            "{name}: {value}"
        );
        assert!(alone.iter().all(is_possible), "{alone:?}");
    }
});
