//! `select_mask`: the masks that match a description.

mod model;

use patchbay_domain::{BoundingBox, LabelledMask, Resource};
use patchbay_media::image;

use super::shared::choice::{Candidate, Extent};
use super::shared::wish::Wish;
use crate::{Context, Implementation, Inputs, Registered, ToolError};

struct SelectMask;

impl Implementation for SelectMask {
    fn tool(&self) -> &'static str {
        "select_mask"
    }

    fn run(&self, inputs: &Inputs, context: &Context) -> Result<Resource, ToolError> {
        let masks = inputs.masks("mask")?;
        let candidates = candidates(&masks, context, (0.0, 1.0))?;
        let chosen = Wish::new(&inputs.text("condition")?).choose(&candidates, "masks", None)?;
        Ok(kept(&masks, chosen))
    }
}

/// Candidates to choose from. Takes `from` to `to` of the step.
pub(crate) fn candidates(
    masks: &[LabelledMask],
    context: &Context,
    (from, to): (f64, f64),
) -> Result<Vec<Candidate>, ToolError> {
    let mut candidates = Vec::with_capacity(masks.len());
    for (index, mask) in masks.iter().enumerate() {
        context.check()?;
        context
            .progress
            .set(from + (to - from) * index as f64 / masks.len() as f64);
        let label = mask.label.as_ref().map(|label| label.name.clone());
        candidates.push(Candidate {
            label,
            extent: extent(mask)?,
        });
    }
    Ok(candidates)
}

/// The chosen ones.
pub(crate) fn kept(masks: &[LabelledMask], chosen: Vec<usize>) -> Resource {
    Resource::Masks(
        chosen
            .into_iter()
            .map(|index| masks[index].clone())
            .collect(),
    )
}

/// Extent of a mask: the middle of what it covers, how much that is, and what encloses it; none
/// where it covers nothing.
fn extent(mask: &LabelledMask) -> Result<Option<Extent>, ToolError> {
    let grey = image::read(&mask.file.path, &mask.file.name)?
        .pixels
        .to_luma8();
    let (mut area, mut across, mut down) = (0.0, 0.0, 0.0);
    let (mut first, mut last) = ((u32::MAX, u32::MAX), (0, 0));
    for (x, y, pixel) in grey
        .enumerate_pixels()
        .filter(|(_, _, pixel)| pixel.0[0] > 0)
    {
        let covered = f64::from(pixel.0[0]) / 255.0;
        area += covered;
        across += covered * f64::from(x);
        down += covered * f64::from(y);
        first = (x.min(first.0), y.min(first.1));
        last = ((x + 1).max(last.0), (y + 1).max(last.1));
    }
    let corner = |(x, y): (u32, u32)| (x as f32, y as f32);
    let enclosed = || BoundingBox::from_corners(corner(first), corner(last));
    Ok((area > 0.0).then(|| Extent {
        x: across / area,
        y: down / area,
        area,
        bounding_box: enclosed(),
    }))
}

inventory::submit!(Registered(&SelectMask));
inventory::submit!(Registered(&model::SelectMask));

#[cfg(test)]
mod tests {
    use ::image::{GrayImage, Luma};
    use patchbay_domain::Label;

    use super::*;
    use crate::testing;

    #[test]
    fn masks_are_told_by_label_place_and_size() {
        let (context, _folder) = testing::context();
        let mask = |name: &str, from: u32, to: u32| {
            let file = context.output(name, None, "png");
            let image = GrayImage::from_fn(40, 20, |x, _| {
                Luma([if (from..to).contains(&x) { 255 } else { 0 }])
            });
            image.save(&file.path).expect("saved");
            LabelledMask {
                file,
                label: Some(Label {
                    name: name.to_owned(),
                    score: None,
                }),
            }
        };
        let masks = vec![mask("dog", 0, 4), mask("dog", 30, 40), mask("cat", 10, 28)];
        let chosen = |condition: &str| {
            let inputs = testing::inputs([
                ("mask", Resource::Masks(masks.clone())),
                ("condition", Resource::Text(condition.to_owned())),
            ]);
            SelectMask.run(&inputs, &context)
        };
        assert_eq!(
            chosen("the dog on the right"),
            Ok(Resource::Masks(vec![masks[1].clone()]))
        );
        assert_eq!(
            chosen("the largest one"),
            Ok(Resource::Masks(vec![masks[2].clone()]))
        );
        assert_eq!(
            chosen("kittens"),
            Ok(Resource::Masks(vec![masks[2].clone()]))
        );
        let error = chosen("horse").expect_err("there is no horse");
        assert!(error.to_string().contains("there are: cat, dog"), "{error}");
    }
}
