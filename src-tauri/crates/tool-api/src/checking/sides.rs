//! What values ask of the sides of an image.

use patchbay_phrases::adjustments::{Adjustment, Shape, Size, named, wishes};

use crate::Inputs;

/// How far a side may be off, in pixels.
const LENIENCE: f64 = 1.5;

/// What is asked of the sides of an image.
pub(super) struct Sides {
    /// As people read it.
    pub(super) words: String,
    asked: Adjustment,
}

/// What values ask of the sides of an image; none where they ask for nothing, or where something
/// else changes them too.
pub(super) fn asked(inputs: &Inputs) -> Option<Sides> {
    let sentence = wishes(&inputs.text("text").ok()?).ok()?.adjustments;
    let changes_sides = |one: &Adjustment| {
        matches!(
            one,
            Adjustment::Border(..) | Adjustment::Crop(Shape::Pixels(..))
        )
    };
    if sentence.iter().any(changes_sides) || inputs.value("angle").is_some() {
        return None;
    }
    let (name, words) = match (inputs.value("size"), inputs.value("aspect")) {
        (Some(size), None) => ("size", size),
        (None, Some(aspect)) => ("aspect", aspect),
        _ => return None,
    };
    let mut made = Vec::new();
    named::set(&mut made, name, &words)?;
    Some(Sides {
        words: format!("pictures of {words}"),
        asked: made.pop()?,
    })
}

impl Sides {
    /// Whether those of an image are so.
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
