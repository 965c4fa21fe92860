//! Changes of a part of an image.

use std::fmt;

use crate::adjustments::{Adjustment, Adjustments};
use crate::colors::{color, hex};
use crate::steps::{self, Step};

/// Value of the step that takes away what a mask covers.
const COVERED: &str = "covered";

/// One thing to do to a part of an image.
#[derive(Debug, Clone, PartialEq)]
pub enum Change {
    /// A change of light, colour or sharpness.
    Adjust(Adjustment),
    /// Another colour, light and shade kept; sRGB.
    Recolor([u8; 3]),
    /// One colour all over; sRGB.
    Fill([u8; 3]),
    /// Takes it away and fills the hole from around it.
    Remove,
}

/// Changes in the order in which they are done: `brightness 30; recolor #c81e1e`.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Changes(pub Vec<Change>);

impl fmt::Display for Changes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, change) in self.0.iter().enumerate() {
            let one = |name, value| steps::written([Step::from([(name, value)])]);
            let written = match change {
                Change::Adjust(adjustment) => Adjustments(vec![adjustment.clone()]).to_string(),
                Change::Recolor(target) => one("recolor", hex(*target)),
                Change::Fill(target) => one("fill", hex(*target)),
                Change::Remove => one("remove", COVERED.to_owned()),
            };
            let between = if place > 0 { "; " } else { "" };
            write!(f, "{between}{written}")?;
        }
        Ok(())
    }
}

impl Changes {
    /// Reads the form that [`Self::to_string`] writes; none where it is anything else.
    pub fn read(text: &str) -> Option<Self> {
        let changes = steps::read(text)?.into_iter().map(change);
        changes.collect::<Option<_>>().map(Self)
    }
}

fn change(step: Step<String>) -> Option<Change> {
    match &step[..] {
        [(name, value)] if name == "recolor" => color(value).map(Change::Recolor),
        [(name, value)] if name == "fill" => color(value).map(Change::Fill),
        [(name, value)] if name == "remove" => (value == COVERED).then_some(Change::Remove),
        _ => crate::adjustments::of_step(step).map(Change::Adjust),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::adjustments::Tone;
    use crate::sizes::Length;

    #[test]
    fn a_list_is_one_text() {
        let list = Changes(vec![
            Change::Adjust(Adjustment::Tone(Tone::Brightness(0.35))),
            Change::Adjust(Adjustment::Pixelate(Length::Pixels(12.0))),
            Change::Recolor([200, 30, 30]),
            Change::Fill([0; 3]),
            Change::Remove,
        ]);
        let text = "brightness 35; pixelate 12 px; recolor #c81e1e; fill #000000; remove covered";
        assert_eq!(list.to_string(), text);
        assert_eq!(Changes::read(text), Some(list));
        assert_eq!(Changes::read(""), Some(Changes::default()));
        for wrong in ["recolor", "fill loud", "remove it", "make it red"] {
            assert_eq!(Changes::read(wrong), None, "{wrong}");
        }
    }

    proptest! {
        #![proptest_config(crate::testing::cases())]

        #[test]
        fn what_is_written_is_read_back(colors in prop::collection::vec(any::<[u8; 3]>(), 0..4), any in ".{0,30}") {
            let changes = colors.into_iter().flat_map(|color| [Change::Recolor(color), Change::Fill(color)]);
            let list = Changes(changes.collect());
            prop_assert_eq!(Changes::read(&list.to_string()), Some(list));
            let _ = Changes::read(&any);
        }
    }
}
