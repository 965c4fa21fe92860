//! `select_mask`: the masks that match a description.

use patchbay_domain::{LabelledMask, Resource};
use patchbay_media::image;

use super::choice::{Candidate, Extent, choose};
use crate::{Context, Implementation, Inputs, Registered, ToolError};

struct SelectMask;

impl Implementation for SelectMask {
    fn tool(&self) -> &'static str {
        "select_mask"
    }

    fn run(&self, inputs: &Inputs, context: &Context) -> Result<Resource, ToolError> {
        let masks = inputs.masks("mask")?;
        let mut candidates = Vec::with_capacity(masks.len());
        for (index, mask) in masks.iter().enumerate() {
            context.step(index, masks.len())?;
            let label = mask.label.as_ref().map(|label| label.name.clone());
            candidates.push(Candidate { label, extent: extent(mask)? });
        }
        let chosen = choose(&inputs.text("condition")?, &candidates, "masks")?;
        Ok(Resource::Masks(chosen.into_iter().map(|index| masks[index].clone()).collect()))
    }
}

/// Where a mask lies: the middle of what it covers, and how much that is; none where it covers nothing.
fn extent(mask: &LabelledMask) -> Result<Option<Extent>, ToolError> {
    let grey = image::read(&mask.file.path, &mask.file.name)?.pixels.to_luma8();
    let (mut area, mut across, mut down) = (0.0, 0.0, 0.0);
    for (x, y, pixel) in grey.enumerate_pixels() {
        let covered = f64::from(pixel.0[0]) / 255.0;
        area += covered;
        across += covered * f64::from(x);
        down += covered * f64::from(y);
    }
    Ok((area > 0.0).then(|| Extent { x: across / area, y: down / area, area }))
}

inventory::submit!(Registered(&SelectMask));

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
            let picture = GrayImage::from_fn(40, 20, |x, _| Luma([if (from..to).contains(&x) { 255 } else { 0 }]));
            picture.save(&file.path).expect("saved");
            LabelledMask { file, label: Some(Label { name: name.to_owned(), score: None }) }
        };
        let masks = vec![mask("dog", 0, 4), mask("dog", 30, 40), mask("cat", 10, 28)];
        let chosen = |condition: &str| {
            let inputs = testing::inputs([
                ("mask", Resource::Masks(masks.clone())),
                ("condition", Resource::Text(condition.to_owned())),
            ]);
            SelectMask.run(&inputs, &context)
        };
        assert_eq!(chosen("the dog on the right"), Ok(Resource::Masks(vec![masks[1].clone()])));
        assert_eq!(chosen("the largest one"), Ok(Resource::Masks(vec![masks[2].clone()])));
        assert_eq!(chosen("kittens"), Ok(Resource::Masks(vec![masks[2].clone()])));
        let error = chosen("horse").expect_err("there is no horse");
        assert!(error.to_string().contains("there are: cat, dog"), "{error}");
    }
}
