//! Tells fronts how things and conversations are now.

use patchbay_domain::Toolbox;
use patchbay_store::{self as store, OriginValue, Store};

use crate::api::{ConversationSummary, Event, Thing};
use crate::error::Error;
use crate::events::EventSender;
use crate::present::{conversation, thing};

/// Tells fronts how a thing is now, and answers the same.
pub(crate) fn thing(
    changed: &store::Thing,
    store: &Store,
    toolbox: &Toolbox,
    events: &EventSender,
) -> Result<Thing, Error> {
    let mut related = Vec::new();
    if let store::Origin::Made { inputs, .. } = &changed.origin {
        for input in inputs {
            if let OriginValue::Thing(id) = &input.value {
                related.push(store.thing(id)?);
            }
        }
    }
    if let Some(parent) = &changed.parent {
        related.push(store.thing(parent)?);
    }
    let shown = thing::thing(changed, toolbox, &|id| {
        related.iter().find(|thing| thing.id == id)
    });
    events.send(Event::Thing {
        conversation: changed.conversation.clone(),
        thing: shown.clone(),
    });
    Ok(shown)
}

/// Keeps the fronts' lists of conversations true.
pub(crate) fn conversation(
    changed: store::Conversation,
    events: &EventSender,
) -> ConversationSummary {
    let summary = conversation::summary(changed);
    events.send(Event::Conversation {
        summary: summary.clone(),
    });
    summary
}
