//! Adjustments in the order in which they are done, as one value.

use std::fmt;

use super::adjustment::Adjustment;
use super::named::{is_detail, made, slots_of};
use crate::steps::{self, Step};

/// Adjustments in the order in which they are done: `size 1200 wide; border 20 px, border_color
/// #ffffff`.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Adjustments(pub Vec<Adjustment>);

impl fmt::Display for Adjustments {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&steps::written(self.0.iter().map(slots_of)))
    }
}

impl Adjustments {
    /// Reads the form that [`Self::to_string`] writes; none where it is anything else.
    pub fn read(text: &str) -> Option<Self> {
        let adjustments = steps::read(text)?.into_iter().map(of_step);
        adjustments.collect::<Option<_>>().map(Self)
    }
}

/// Returns the adjustment of a step: what is to be done, and then its details.
pub(crate) fn of_step(step: Step<String>) -> Option<Adjustment> {
    let mut found: Option<Adjustment> = None;
    for (name, value) in step {
        let is_its = match &found {
            None => !is_detail(&name),
            Some(found) => is_of(found, &name),
        };
        found = Some(made(&name, &value, found.as_ref()).filter(|_| is_its)?);
    }
    found
}

/// Whether a detail is one of an adjustment.
fn is_of(adjustment: &Adjustment, detail: &str) -> bool {
    match adjustment {
        Adjustment::Border(..) => detail == "border_color",
        Adjustment::Pad(..) => detail == "canvas_color",
        Adjustment::Write(_) => ["position", "text_color", "text_size"].contains(&detail),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::adjustments::{Caption, Tone};
    use crate::regions::Region;
    use crate::sizes::{Length, Shape, Size};

    #[test]
    fn a_list_is_one_text() {
        let caption = Caption {
            words: "Sale;\n\"today\"".to_owned(),
            across: 1.0,
            down: 0.0,
            color: Some([200, 30, 30]),
            size: Length::Pixels(40.0),
        };
        let region = Region::read("10x20 at 30,40").expect("a region");
        let list = Adjustments(vec![
            Adjustment::Resize(Size::Width(1200)),
            Adjustment::Crop(Shape::Region(region)),
            Adjustment::Border(Length::Pixels(20.0), [255; 3]),
            Adjustment::Tone(Tone::Invert),
            Adjustment::Tone(Tone::Invert),
            Adjustment::Blur(Length::Share(0.006)),
            Adjustment::Pad(Shape::Aspect(1.0), [0; 3]),
            Adjustment::Write(caption),
        ]);
        let text = "size 1200 wide; region 10x20 at 30,40; border 20 px, border_color #ffffff; \
                    look negative; look negative; blur 100; canvas 1:1, canvas_color #000000; \
                    caption \"Sale;\\n\\\"today\\\"\", position top right, text_color #c81e1e, text_size 40 px";
        assert_eq!(list.to_string(), text);
        assert_eq!(Adjustments::read(text), Some(list));
        assert_eq!(Adjustments::read(""), Some(Adjustments::default()));
        for wrong in [
            "angle",
            "angle steep",
            "border_color red",
            "angle 90, border_color #ffffff",
            "angle 90, size 50%",
            "make it brighter",
        ] {
            assert_eq!(Adjustments::read(wrong), None, "{wrong}");
        }
    }

    fn adjustments() -> impl Strategy<Value = Adjustment> {
        let tone = |tone: fn(f32) -> Tone| {
            (-200i16..200)
                .prop_map(move |percent| Adjustment::Tone(tone(f32::from(percent) / 100.0)))
        };
        let length = || {
            prop_oneof![
                (0u16..100).prop_map(|percent| Length::Share(f32::from(percent) / 100.0)),
                (0u16..500).prop_map(|pixels| Length::Pixels(f32::from(pixels))),
            ]
        };
        prop_oneof![
            tone(Tone::Brightness),
            tone(Tone::Exposure),
            length().prop_map(Adjustment::Blur),
            length().prop_map(Adjustment::Pixelate),
            (length(), any::<[u8; 3]>())
                .prop_map(|(width, color)| Adjustment::Border(width, color)),
            (33u32..5000, 1u32..5000)
                .prop_map(|(across, down)| Adjustment::Crop(Shape::Pixels(across, down))),
            (-360i16..360).prop_map(|degrees| Adjustment::Rotate(f32::from(degrees))),
        ]
    }

    proptest! {
        #![proptest_config(crate::testing::cases())]

        #[test]
        fn what_is_written_is_read_back(all in prop::collection::vec(adjustments(), 0..6), any in "[a-z]{1,8} .{0,12}") {
            let text = Adjustments(all).to_string();
            let read = Adjustments::read(&text);
            prop_assert_eq!(read.map(|read| read.to_string()), Some(text));
            let _ = Adjustments::read(&any);
        }
    }
}
