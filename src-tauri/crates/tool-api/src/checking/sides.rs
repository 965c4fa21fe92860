//! Checks of the sides of images and of a video's frames.

use patchbay_values::adjustments::{Adjustment, named};
use patchbay_values::sizes::{Shape, Size};

use crate::Inputs;

/// Tolerance of a side, in pixels.
const LENIENCE: f64 = 1.5;
/// Parameters that change sides, too; a border is there where its colour is.
const OTHERS: [&str; 6] = [
    "angle",
    "border",
    "border_color",
    "canvas",
    "canvas_color",
    "crop_size",
];

/// Requirement on the sides of an image.
pub(super) struct Sides {
    /// As people read it.
    pub(super) words: String,
    asked: Adjustment,
}

/// Requirement that values set for the sides of an image; none where they set none, or where
/// something else changes the sides too.
pub(super) fn asked(inputs: &Inputs) -> Option<Sides> {
    inputs.text("text").ok()?;
    edited(inputs, "pictures")
}

/// Requirement that values set for the sides of a video's frames; none where they set none.
pub(super) fn of_video(inputs: &Inputs) -> Option<Sides> {
    if inputs.text("text").is_ok() {
        return edited(inputs, "frames");
    }
    let words = inputs.value("ratio")?;
    if inputs.value("resolution").is_some() {
        return None;
    }
    Some(Sides {
        asked: adjustment("aspect", &words)?,
        words: format!("frames of {words}"),
    })
}

/// Requirement that an edit's values set for the sides of its result; `what` names that in words.
fn edited(inputs: &Inputs, what: &str) -> Option<Sides> {
    if OTHERS.iter().any(|name| inputs.value(name).is_some()) {
        return None;
    }
    let (name, words) = match (inputs.value("size"), inputs.value("aspect")) {
        (Some(size), None) => ("size", size),
        (None, Some(aspect)) => ("aspect", aspect),
        _ => return None,
    };
    Some(Sides {
        asked: adjustment(name, &words)?,
        words: format!("{what} of {words}"),
    })
}

/// The adjustment that a value names.
fn adjustment(name: &str, value: &str) -> Option<Adjustment> {
    let mut made = Vec::new();
    named::set(&mut made, name, value)?;
    made.pop()
}

impl Sides {
    /// Returns whether sides in pixels meet the requirement.
    pub(super) fn are(&self, (wide, high): (u32, u32)) -> bool {
        let (wide, high) = (f64::from(wide), f64::from(high));
        let is_near = |side: f64, asked: f64| (side - asked).abs() <= LENIENCE;
        match self.asked {
            Adjustment::Crop(Shape::Aspect(aspect)) => {
                is_near(wide, high * f64::from(aspect)) || is_near(high, wide / f64::from(aspect))
            }
            Adjustment::Resize(Size::Width(pixels)) => is_near(wide, f64::from(pixels)),
            Adjustment::Resize(Size::Height(pixels)) => is_near(high, f64::from(pixels)),
            Adjustment::Resize(Size::Longer(pixels)) => is_near(wide.max(high), f64::from(pixels)),
            Adjustment::Resize(Size::Within(across, down)) => {
                let (across, down) = (f64::from(across), f64::from(down));
                (is_near(wide, across) && high <= down + LENIENCE)
                    || (is_near(high, down) && wide <= across + LENIENCE)
            }
            _ => true,
        }
    }
}

#[cfg(test)]
mod tests {
    use patchbay_domain::Resource;

    use super::*;
    use crate::testing::inputs;

    #[test]
    fn frames_of_a_video_are_held_to_their_shape() {
        let text = |value: &str| Resource::Text(value.to_owned());
        let sentence = text("crop the video to 9:16");
        let cropped = of_video(&inputs([("text", sentence), ("aspect", text("9:16"))])).unwrap();
        assert!(cropped.are((102, 180)) && !cropped.are((320, 180)));
        assert_eq!(cropped.words, "frames of 9:16");
        let fitted = of_video(&inputs([("ratio", text("4:5"))])).unwrap();
        assert!(fitted.are((144, 180)) && !fitted.are((180, 144)));
        let sized = inputs([("ratio", text("4:5")), ("resolution", text("400x300"))]);
        assert!(of_video(&sized).is_none());
    }
}
