//! Boxes that detectors find, as tools hand them on.

use patchbay_domain::{BoundingBox, Label, LabelledBox};
use patchbay_inference::detection::Detection;

/// From how much two boxes of the same name share (intersection over union) the less sure one is
/// left out.
const SAME: f32 = 0.7;

/// Boxes with names and scores, the surest first; what was found twice stands there once.
pub(crate) fn labelled(found: Vec<Detection>) -> Vec<LabelledBox> {
    let mut boxes: Vec<LabelledBox> = Vec::new();
    for Detection { label, score, area } in found {
        let bounds = BoundingBox::from_corners((area.left, area.top), (area.right, area.bottom));
        let again = boxes.iter().any(|other| {
            other
                .label
                .as_ref()
                .is_some_and(|known| known.name == label)
                && shared(&other.bounding_box, &bounds) > SAME
        });
        if bounds.width >= 1.0 && bounds.height >= 1.0 && !again {
            boxes.push(LabelledBox {
                bounding_box: bounds,
                label: Some(Label {
                    name: label,
                    score: Some(score),
                }),
            });
        }
    }
    boxes
}

/// Intersection over union of two boxes.
fn shared(a: &BoundingBox, b: &BoundingBox) -> f32 {
    let across = (a.x + a.width).min(b.x + b.width) - a.x.max(b.x);
    let down = (a.y + a.height).min(b.y + b.height) - a.y.max(b.y);
    let both = across.max(0.0) * down.max(0.0);
    both / (a.width * a.height + b.width * b.height - both).max(f32::MIN_POSITIVE)
}

#[cfg(test)]
mod tests {
    use patchbay_inference::detection::Area;

    use super::*;

    #[test]
    fn what_is_found_twice_stands_there_once() {
        let found = |label: &str, score, left| Detection {
            label: label.to_owned(),
            score,
            area: Area {
                left,
                top: 10.0,
                right: left + 100.0,
                bottom: 90.0,
            },
        };
        let boxes = labelled(vec![
            found("cat", 0.9, 0.0),
            found("cat", 0.8, 5.0),
            found("dog", 0.7, 5.0),
            found("cat", 0.6, 80.0),
        ]);
        let names: Vec<_> = boxes
            .iter()
            .map(|found| {
                (
                    found.label.as_ref().unwrap().name.as_str(),
                    found.bounding_box.x,
                )
            })
            .collect();
        assert_eq!(names, [("cat", 0.0), ("dog", 5.0), ("cat", 80.0)]);
    }
}
