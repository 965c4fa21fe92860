//! What the store keeps, as fronts see it.

use std::collections::HashMap;

use patchbay_domain::{Resource, ResourceType, Toolbox};
use patchbay_store::{self as store, OriginValue};

use crate::api::{ConversationSummary, Given, Made, Origin, Thing, ThingRef};
use crate::app::App;
use crate::error::Error;

/// Characters of a text that a front gets with a thing; the rest is in its file.
const TEXT_SHOWN: usize = 100_000;

/// The tool under whose name a region that a person pointed at is shown.
pub(crate) const POINTED: &str = "segment_by_points";

/// A line of the list of conversations.
pub(crate) fn summary(conversation: store::Conversation) -> ConversationSummary {
    ConversationSummary {
        id: conversation.id,
        title: conversation.title,
        created_at: conversation.created_at as u64,
        updated_at: conversation.updated_at as u64,
    }
}

/// A thing in short.
pub(crate) fn reference(thing: &store::Thing) -> ThingRef {
    ThingRef { id: thing.id.clone(), name: thing.name.clone(), resource_type: thing.resource_type.clone() }
}

/// The value that a thing holds in memory.
pub(crate) fn value(thing: &store::Thing) -> Option<Resource> {
    thing.value.clone().and_then(|value| serde_json::from_value(value).ok())
}

/// Whether a type is a picture of some kind.
pub(crate) fn is_picture(toolbox: &Toolbox, resource_type: &ResourceType) -> bool {
    toolbox.fits(resource_type, &ResourceType::IMAGE)
}

fn origin<'a>(thing: &store::Thing, find: &dyn Fn(&str) -> Option<&'a store::Thing>) -> Origin {
    match (&thing.origin, &thing.parent) {
        (store::Origin::Made { run, step, tool, inputs }, _) => {
            let mut references: Vec<ThingRef> = Vec::new();
            for input in inputs {
                let OriginValue::Thing(id) = &input.value else { continue };
                if let Some(found) = find(id).filter(|found| references.iter().all(|known| known.id != found.id)) {
                    references.push(reference(found));
                }
            }
            Origin::Made(Made { run: Some(run.clone()), step: Some(*step), tool: tool.clone(), inputs: references })
        }
        (store::Origin::Given, Some(parent)) => {
            let inputs = find(parent).map(reference).into_iter().collect();
            Origin::Made(Made { run: None, step: None, tool: POINTED.to_owned(), inputs })
        }
        (store::Origin::Given, None) => Origin::Given(Given { given: true }),
    }
}

fn thing_with<'a>(thing: &store::Thing, toolbox: &Toolbox, find: &dyn Fn(&str) -> Option<&'a store::Thing>) -> Thing {
    let (mut text, mut labels, mut boxes) = (None, None, None);
    match value(thing) {
        Some(Resource::Tags(tags)) => text = Some(tags.join("\n")),
        Some(Resource::Text(words) | Resource::Title(words)) => {
            text = Some(match words.char_indices().nth(TEXT_SHOWN) {
                Some((end, _)) => words[..end].to_owned(),
                None => words,
            });
        }
        Some(Resource::Category(found)) => labels = Some(found),
        Some(Resource::BoundingBoxes(found)) => boxes = Some(found),
        _ => {}
    }
    let is_video = thing.resource_type == ResourceType::VIDEO;
    Thing {
        id: thing.id.clone(),
        asset: thing.asset.as_ref().map(ToString::to_string),
        name: thing.name.clone(),
        resource_type: thing.resource_type.clone(),
        mime: thing.mime.clone(),
        bytes: thing.bytes,
        width: thing.width,
        height: thing.height,
        seconds: thing.seconds,
        text,
        labels,
        boxes,
        origin: origin(thing, find),
        parent: thing.parent.clone(),
        created_at: thing.created_at as u64,
        thumbnail: thing.asset.is_some() && (is_video || is_picture(toolbox, &thing.resource_type)),
        waveform: thing.asset.is_some() && thing.resource_type == ResourceType::AUDIO,
        deleted: thing.deleted,
    }
}

/// All things of a conversation.
pub(crate) fn things(things: &[store::Thing], toolbox: &Toolbox) -> Vec<Thing> {
    let by_id: HashMap<&str, &store::Thing> = things.iter().map(|thing| (thing.id.as_str(), thing)).collect();
    things.iter().map(|thing| thing_with(thing, toolbox, &|id| by_id.get(id).copied())).collect()
}

impl App {
    /// One thing.
    pub(crate) fn thing_view(&self, thing: &store::Thing) -> Result<Thing, Error> {
        let mut related = Vec::new();
        if let store::Origin::Made { inputs, .. } = &thing.origin {
            for input in inputs {
                if let OriginValue::Thing(id) = &input.value {
                    related.push(self.0.store.thing(id)?);
                }
            }
        }
        if let Some(parent) = &thing.parent {
            related.push(self.0.store.thing(parent)?);
        }
        Ok(thing_with(thing, &self.0.toolbox, &|id| related.iter().find(|thing| thing.id == id)))
    }
}
