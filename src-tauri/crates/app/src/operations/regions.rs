//! Keeping a region that a person pointed at.

use image::imageops::fast_blur;
use image::{DynamicImage, GrayImage, Luma};
use imageproc::distance_transform::Norm;
use imageproc::morphology::{dilate, erode};
use patchbay_domain::{PointPrompt, Resource, ResourceType};
use patchbay_store::{NewArtifact, Origin};

use crate::api::{AcceptRegion, Artifact, MarkPoints};
use crate::app::App;
use crate::error::Error;
use crate::present::candidate::name_of;
use crate::present::resource::is_image;

/// The most pixels by which a region grows, shrinks or fades.
const MOST: f32 = 200.0;

impl App {
    /// Keeps points on an image as an artifact.
    pub async fn mark_points(&self, arguments: MarkPoints) -> Result<Artifact, Error> {
        self.blocking(move |app| {
            let image = app.store().artifact(&arguments.artifact)?;
            if !is_image(&app.toolbox(), &image.resource_type) {
                return Err(Error::NotAPicture { name: image.name });
            }
            let prompt = PointPrompt::from(arguments.prompt);
            if prompt.is_empty() {
                return Err(Error::NothingPointedAt);
            }
            let artifact = app.store().add_artifact(NewArtifact {
                conversation: image.conversation,
                name: format!("points on {}", image.name),
                resource_type: ResourceType::POINT,
                asset: None,
                mime: "application/json".to_owned(),
                bytes: 0,
                width: None,
                height: None,
                seconds: None,
                value: serde_json::to_value(Resource::Points(prompt)).ok(),
                parent: Some(image.id),
                origin: Origin::Given,
            })?;
            app.changed(&artifact)
        })
        .await
    }

    /// Keeps a region as a mask that lies on its image.
    pub async fn accept_region(&self, arguments: AcceptRegion) -> Result<Artifact, Error> {
        let in_range = |pixels: f32| (-MOST..=MOST).contains(&pixels);
        if !in_range(arguments.grow) || !(0.0..=MOST).contains(&arguments.feather) {
            let message = format!("A region grows or fades by at most {MOST} pixels.");
            return Err(Error::unsuitable(message, "Choose a smaller number."));
        }
        let prompt = PointPrompt::from(arguments.prompt);
        let answer = self
            .segmentation()
            .candidates(&arguments.artifact, &prompt)
            .await?;
        self.blocking(move |app| {
            let store = app.store();
            let image = store.artifact(&arguments.artifact)?;
            let chosen = answer
                .found
                .iter()
                .find(|candidate| name_of(candidate.kind) == arguments.candidate);
            let chosen = chosen.ok_or_else(|| {
                Error::unsuitable(
                    "There is no such candidate for this prompt.",
                    "Choose one that is shown.",
                )
            })?;
            let mask = shaped(
                &chosen.mask,
                arguments.grow,
                arguments.feather,
                arguments.invert,
            );
            if mask.pixels().all(|pixel| pixel.0[0] == 0) {
                return Err(Error::NothingLeft);
            }
            let earlier = store.artifacts(&image.conversation)?;
            let number = earlier
                .iter()
                .filter(|artifact| {
                    matches!(artifact.origin, Origin::Given)
                        && artifact.parent.as_ref() == Some(&image.id)
                })
                .count()
                + 1;
            let name = format!("region {number} of {}", image.name);
            let path = tempfile::Builder::new()
                .suffix(".png")
                .tempfile_in(store.scratch())
                .map_err(|error| patchbay_media::MediaError::Unwritable {
                    name: name.clone(),
                    reason: error.to_string(),
                })?
                .into_temp_path();
            let (width, height) = mask.dimensions();
            patchbay_media::image::write_png(&path, &DynamicImage::from(mask), &name)?;
            let asset = store.adopt(&path, &name)?;
            let region = store.add_artifact(NewArtifact {
                conversation: image.conversation.clone(),
                name,
                resource_type: ResourceType::MASK,
                asset: Some(asset.id),
                mime: "image/png".to_owned(),
                bytes: asset.bytes,
                width: Some(width),
                height: Some(height),
                seconds: None,
                value: serde_json::to_value(Resource::Points(prompt)).ok(),
                parent: Some(image.id),
                origin: Origin::Given,
            })?;
            app.changed(&region)
        })
        .await
    }
}

/// A mask grown (or shrunk, below 0) and faded by so many pixels, or turned around.
fn shaped(mask: &GrayImage, grow: f32, feather: f32, invert: bool) -> GrayImage {
    let by = grow.abs().round() as u8;
    let mut shaped = if by == 0 {
        mask.clone()
    } else {
        let hard = GrayImage::from_fn(mask.width(), mask.height(), |x, y| {
            Luma([if mask.get_pixel(x, y).0[0] >= 128 {
                255
            } else {
                0
            }])
        });
        let grown = if grow > 0.0 {
            dilate(&hard, Norm::L2, by)
        } else {
            erode(&hard, Norm::L2, by)
        };
        // The new outline is a staircase; a mask's edge is soft.
        fast_blur(&grown, 0.8)
    };
    if feather > 0.0 {
        // A Gaussian falls from 98 % to 2 % over four times its deviation.
        shaped = fast_blur(&shaped, feather / 4.0);
    }
    if invert {
        shaped
            .pixels_mut()
            .for_each(|pixel| pixel.0[0] = 255 - pixel.0[0]);
    }
    shaped
}

#[cfg(test)]
mod tests {
    use super::*;

    fn disc(radius: f32) -> GrayImage {
        GrayImage::from_fn(101, 101, |x, y| {
            let (dx, dy) = (x as f32 - 50.0, y as f32 - 50.0);
            Luma([if dx.hypot(dy) <= radius { 255 } else { 0 }])
        })
    }

    fn area(mask: &GrayImage) -> f32 {
        mask.pixels()
            .map(|pixel| f32::from(pixel.0[0]) / 255.0)
            .sum()
    }

    #[test]
    fn a_disc_grows_and_shrinks_by_pixels() {
        for (grow, radius) in [(10.0, 30.0), (-10.0, 10.0), (0.0, 20.0)] {
            let shaped = area(&shaped(&disc(20.0), grow, 0.0, false));
            let wanted = area(&disc(radius));
            assert!(
                (shaped / wanted - 1.0).abs() < 0.05,
                "grown by {grow}: {shaped} instead of {wanted}"
            );
        }
    }

    #[test]
    fn a_faded_edge_keeps_its_place_and_a_turned_mask_is_the_rest() {
        let faded = shaped(&disc(20.0), 0.0, 12.0, false);
        let at = |x: u32| faded.get_pixel(x, 50).0[0];
        assert!(at(50) > 250 && at(90) < 5, "{} {}", at(50), at(90));
        assert!(
            (90..=165).contains(&at(70)),
            "the edge is half way there: {}",
            at(70)
        );
        assert!(at(66) > at(70) && at(70) > at(74));
        let rest = shaped(&disc(20.0), 0.0, 0.0, true);
        assert!((area(&rest) + area(&disc(20.0)) - 101.0 * 101.0).abs() < 0.5);
    }
}
