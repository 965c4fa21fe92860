//! A thing as fronts see it.

use std::collections::HashMap;

use patchbay_domain::{Resource, ResourceType, Tool, Toolbox};
use patchbay_store::{self as store, OriginValue};

use crate::api::{Given, Label, LabelledBox, Made, Origin, Thing, ThingRef};
use crate::present::resource::{is_picture, value};

/// Characters of a text that a front gets with a thing; the rest is in its file.
const TEXT_SHOWN: usize = 100_000;

/// The name of the tool that makes a mask of points: what a person points at is shown as made by
/// it. Empty where the toolbox has none.
pub(crate) fn pointing_tool(toolbox: &Toolbox) -> &str {
    let takes_points = |tool: &&Tool| {
        tool.args
            .iter()
            .any(|argument| argument.resource_type == ResourceType::POINT)
    };
    let mut tools = toolbox
        .tools
        .iter()
        .filter(|tool| tool.returns == ResourceType::MASK);
    tools.find(takes_points).map_or("", |tool| &tool.name)
}

/// A thing in short.
pub(crate) fn reference(thing: &store::Thing) -> ThingRef {
    ThingRef {
        id: thing.id.clone(),
        name: thing.name.clone(),
        resource_type: (&thing.resource_type).into(),
    }
}

fn origin<'a>(
    thing: &store::Thing,
    toolbox: &Toolbox,
    find: &dyn Fn(&str) -> Option<&'a store::Thing>,
) -> Origin {
    match (&thing.origin, &thing.parent) {
        (
            store::Origin::Made {
                run,
                step,
                tool,
                inputs,
            },
            _,
        ) => {
            let mut references: Vec<ThingRef> = Vec::new();
            for input in inputs {
                let OriginValue::Thing(id) = &input.value else {
                    continue;
                };
                if let Some(found) =
                    find(id).filter(|found| references.iter().all(|known| known.id != found.id))
                {
                    references.push(reference(found));
                }
            }
            Origin::Made(Made {
                run: Some(run.clone()),
                step: Some(*step),
                tool: tool.clone(),
                inputs: references,
            })
        }
        (store::Origin::Given, Some(parent)) => {
            let inputs = find(parent).map(reference).into_iter().collect();
            Origin::Made(Made {
                run: None,
                step: None,
                tool: pointing_tool(toolbox).to_owned(),
                inputs,
            })
        }
        (store::Origin::Given, None) => Origin::Given(Given { given: true }),
    }
}

/// One thing. `find`: a thing by its id, among those that it was made of or lies on.
pub(crate) fn thing<'a>(
    thing: &store::Thing,
    toolbox: &Toolbox,
    find: &dyn Fn(&str) -> Option<&'a store::Thing>,
) -> Thing {
    let (mut text, mut labels, mut boxes) = (None, None, None);
    match value(thing) {
        Some(Resource::Tags(tags)) => text = Some(tags.join("\n")),
        Some(Resource::Text(words) | Resource::Title(words)) => {
            text = Some(match words.char_indices().nth(TEXT_SHOWN) {
                Some((end, _)) => words[..end].to_owned(),
                None => words,
            });
        }
        Some(Resource::Category(found)) => {
            labels = Some(found.into_iter().map(Label::from).collect());
        }
        Some(Resource::BoundingBoxes(found)) => {
            boxes = Some(found.into_iter().map(LabelledBox::from).collect());
        }
        _ => {}
    }
    let is_video = thing.resource_type == ResourceType::VIDEO;
    Thing {
        id: thing.id.clone(),
        asset: thing.asset.as_ref().map(ToString::to_string),
        name: thing.name.clone(),
        resource_type: (&thing.resource_type).into(),
        mime: thing.mime.clone(),
        bytes: thing.bytes,
        width: thing.width,
        height: thing.height,
        seconds: thing.seconds,
        text,
        labels,
        boxes,
        origin: origin(thing, toolbox, find),
        parent: thing.parent.clone(),
        created_at: thing.created_at as u64,
        thumbnail: thing.asset.is_some() && (is_video || is_picture(toolbox, &thing.resource_type)),
        waveform: thing.asset.is_some() && thing.resource_type == ResourceType::AUDIO,
        deleted: thing.deleted,
    }
}

/// All things of a conversation.
pub(crate) fn things(things: &[store::Thing], toolbox: &Toolbox) -> Vec<Thing> {
    let by_id: HashMap<&str, &store::Thing> = things
        .iter()
        .map(|thing| (thing.id.as_str(), thing))
        .collect();
    things
        .iter()
        .map(|thing| self::thing(thing, toolbox, &|id| by_id.get(id).copied()))
        .collect()
}
