//! `image_to_pose` by `ViTPose`: how people stand and move, drawn as `OpenPose` draws it. `ViTPose`
//! looks at one person at a time; where an object detector is on this computer, it says where
//! people are. Without one the whole image counts as one person, which is right for a portrait and
//! needs no second model.

use image::RgbImage;
use patchbay_domain::Resource;
use patchbay_inference::detection::Area;
use patchbay_inference::networks::vitpose::VitPose;
use patchbay_tool_api::missing::lacks;
use patchbay_vision::on_white::opaque;

use super::skeletons;
use crate::image::shared::detecting;
use crate::image::shared::job::Job;
use crate::image::shared::maps;
use crate::shared::models::{follow, load, model};
use crate::{Context, Implementation, Inputs, ToolError};

/// Name that the detector gives people.
const PERSON: &str = "person";

pub(super) struct ImageToPose;

impl Implementation for ImageToPose {
    fn tool(&self) -> &'static str {
        "image_to_pose"
    }

    fn label(&self) -> &'static str {
        "ViTPose"
    }

    fn has_model(&self) -> bool {
        true
    }

    fn run(&self, inputs: &Inputs, context: &Context) -> Result<Resource, ToolError> {
        maps::draw_each(inputs, context, ("pose", "pose"), |image, job| {
            let image = opaque(&image.pixels);
            let people = people(context, job, &image)?;
            let model = model(context, self.tool())?;
            let look = |network: &VitPose| {
                follow(context, job.span((0.4, 0.9)), |watch| {
                    let part = |index: usize| index as f64 / people.len().max(1) as f64;
                    let pose = |(index, person): (usize, &Area)| {
                        network.pose(&image, *person, watch.part(part(index), part(index + 1)))
                    };
                    people
                        .iter()
                        .enumerate()
                        .map(pose)
                        .collect::<Result<Vec<_>, _>>()
                })
            };
            let poses = context.models.with(
                model,
                |folder, numbers, device| load(model, folder, numbers, device),
                look,
            )?;
            let seen: Vec<_> = poses
                .iter()
                .filter_map(|pose| skeletons::seen(pose))
                .collect();
            if seen.is_empty() {
                return Err(nobody(context, job));
            }
            Ok(skeletons::drawn(&seen, image.width(), image.height()).into())
        })
    }
}

/// Areas of the people in an image; the whole image where no detector is installed.
fn people(context: &Context, job: &Job, image: &RgbImage) -> Result<Vec<Area>, ToolError> {
    if context.models.installed(detecting::TOOL).is_none() {
        let (right, bottom) = (image.width() as f32, image.height() as f32);
        return Ok(vec![Area {
            left: 0.0,
            top: 0.0,
            right,
            bottom,
        }]);
    }
    let found = detecting::found(context, image, job.span((0.1, 0.4)))?;
    let is_person = |label: &Option<patchbay_domain::Label>| {
        label.as_ref().is_some_and(|label| label.name == PERSON)
    };
    let people = found
        .into_iter()
        .filter(|found| is_person(&found.label))
        .map(|found| found.bounding_box);
    let people = people.map(|b| Area {
        left: b.x,
        top: b.y,
        right: b.x + b.width,
        bottom: b.y + b.height,
    });
    Ok(people.collect())
}

/// That nobody's pose can be told, and what would help.
fn nobody(context: &Context, job: &Job) -> ToolError {
    let further = lacks(&context.models, detecting::TOOL).map_or(String::new(), |lacks| {
        format!(" The whole picture was taken for one person. To find people within it: {lacks}")
    });
    ToolError::Nothing(format!(
        "No person whose pose can be told was found on “{}”.{further}",
        job.name
    ))
}
