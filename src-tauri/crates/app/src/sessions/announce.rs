//! Tells fronts how artifacts and conversations are now.

use patchbay_domain::Toolbox;
use patchbay_store::{self as store, OriginValue, Store};

use crate::api::{Artifact, ConversationSummary, Event};
use crate::error::Error;
use crate::events::EventSender;
use crate::present::{artifact, conversation};

/// Tells fronts how an artifact is now, and answers the same.
pub(crate) fn artifact(
    changed: &store::Artifact,
    store: &Store,
    toolbox: &Toolbox,
    events: &EventSender,
) -> Result<Artifact, Error> {
    let mut related = Vec::new();
    if let store::Origin::Made { inputs, .. } = &changed.origin {
        for input in inputs {
            if let OriginValue::Artifact(id) = &input.value {
                related.push(store.artifact(id)?);
            }
        }
    }
    if let Some(parent) = &changed.parent {
        related.push(store.artifact(parent)?);
    }
    let shown = artifact::artifact(changed, toolbox, &|id| {
        related.iter().find(|artifact| artifact.id == id)
    });
    events.send(Event::Artifact {
        conversation: changed.conversation.clone(),
        artifact: shown.clone(),
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
