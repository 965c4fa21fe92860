//! `select_bbox`: the boxes that match a description.

mod model;

use patchbay_domain::{LabelledBox, Resource};

use super::shared::choice::{Candidate, Extent};
use super::shared::wish::Wish;
use crate::{Context, Implementation, Inputs, Registered, ToolError};

struct SelectBbox;

impl Implementation for SelectBbox {
    fn tool(&self) -> &'static str {
        "select_bbox"
    }

    fn run(&self, inputs: &Inputs, context: &Context) -> Result<Resource, ToolError> {
        context.check()?;
        let boxes = inputs.boxes("bbox")?;
        let chosen =
            Wish::new(&inputs.text("condition")?).choose(&candidates(boxes), "boxes", None)?;
        Ok(kept(boxes, chosen))
    }
}

/// Candidates to choose from.
pub(crate) fn candidates(boxes: &[LabelledBox]) -> Vec<Candidate> {
    let candidate = |labelled: &LabelledBox| {
        let bounding_box = labelled.bounding_box;
        let (width, height) = (
            f64::from(bounding_box.width),
            f64::from(bounding_box.height),
        );
        let extent = Extent {
            x: f64::from(bounding_box.x) + width / 2.0,
            y: f64::from(bounding_box.y) + height / 2.0,
            area: width * height,
            bounding_box,
        };
        Candidate {
            label: labelled.label.as_ref().map(|label| label.name.clone()),
            extent: Some(extent),
        }
    };
    boxes.iter().map(candidate).collect()
}

/// The chosen ones.
pub(crate) fn kept(boxes: &[LabelledBox], chosen: Vec<usize>) -> Resource {
    Resource::BoundingBoxes(
        chosen
            .into_iter()
            .map(|index| boxes[index].clone())
            .collect(),
    )
}

inventory::submit!(Registered(&SelectBbox));
inventory::submit!(Registered(&model::SelectBbox));

#[cfg(test)]
mod tests {
    use patchbay_domain::{BoundingBox, Label};

    use super::*;
    use crate::testing;

    #[test]
    fn the_left_dog_is_kept() {
        let labelled = |x: f32, name: &str| LabelledBox {
            bounding_box: BoundingBox {
                x,
                y: 0.0,
                width: 10.0,
                height: 10.0,
            },
            label: Some(Label {
                name: name.to_owned(),
                score: Some(0.9),
            }),
        };
        let boxes = vec![
            labelled(80.0, "dog"),
            labelled(5.0, "dog"),
            labelled(0.0, "cat"),
        ];
        let inputs = testing::inputs([
            ("bbox", Resource::BoundingBoxes(boxes.clone())),
            ("condition", Resource::Text("the left dog".to_owned())),
        ]);
        let (context, _folder) = testing::context();
        let kept = SelectBbox.run(&inputs, &context).expect("a dog");
        assert_eq!(kept, Resource::BoundingBoxes(vec![boxes[1].clone()]));
    }
}
