//! Pointing by a model, where one that outlines is on this computer: the image is embedded when
//! its view opens, and each click refines what the clicks before meant.

use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};

use patchbay_domain::PointPrompt;
use patchbay_inference::networks::segment_anything::MaskLogits;
use patchbay_tool_api::{Progress, ToolError};
use patchbay_tools::image::embedded::{Embedded, Outline, best};
use patchbay_vision::pointing::{Candidate, CandidateKind};

use crate::error::Error;

/// Views that are open at a time; the oldest is closed for another.
const VIEWS: usize = 2;
/// Prompts of a view that are remembered. Each takes about a megabyte.
const REMEMBERED: usize = 32;

/// The images that are pointed at with a model.
#[derive(Default)]
pub(crate) struct MaskModelSession {
    /// The oldest first.
    views: Mutex<VecDeque<View>>,
}

struct View {
    artifact: String,
    /// Cancelled when the view closes.
    progress: Progress,
    state: State,
    answered: VecDeque<PromptCacheEntry>,
}

enum State {
    /// By the model of this name.
    Embedding(String),
    Ready(Box<Embedded>),
    Failed,
}

/// Meaning of a prompt.
pub(crate) struct PromptAnswer {
    /// From the smallest to the largest.
    pub(crate) found: Vec<Candidate>,
    /// The candidate that is probably meant.
    pub(crate) best: CandidateKind,
    /// The model, by its name for people; none: by colour, without one.
    pub(crate) outlined_by: Option<String>,
}

/// A prompt that was answered.
struct PromptCacheEntry {
    prompt: PointPrompt,
    /// The mask that it refined.
    former: Option<MaskLogits>,
    /// The candidates' logits.
    found: Vec<(CandidateKind, MaskLogits)>,
    best: CandidateKind,
}

impl MaskModelSession {
    fn views(&self) -> MutexGuard<'_, VecDeque<View>> {
        self.views.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Opens a view while a model embeds its image; none where its image is embedded already.
    fn open(&self, artifact: &str, model: &str) -> Option<Progress> {
        let mut views = self.views();
        if views
            .iter()
            .any(|view| view.artifact == artifact && matches!(view.state, State::Ready(_)))
        {
            return None;
        }
        close(&mut views, |view| view.artifact == artifact);
        while views.len() >= VIEWS {
            let oldest = views[0].artifact.clone();
            close(&mut views, |view| view.artifact == oldest);
        }
        let progress = Progress::default();
        let state = State::Embedding(model.to_owned());
        views.push_back(View {
            artifact: artifact.to_owned(),
            progress: progress.clone(),
            state,
            answered: VecDeque::new(),
        });
        Some(progress)
    }

    /// Keeps what embedding a view's image came to; nothing where the view was closed meanwhile.
    fn embedded(&self, artifact: &str, progress: &Progress, result: Result<Embedded, ToolError>) {
        let mut views = self.views();
        if progress.is_cancelled() {
            return;
        }
        let Some(view) = views.iter_mut().find(|view| view.artifact == artifact) else {
            return;
        };
        view.state = match result {
            Ok(embedded) => State::Ready(Box::new(embedded)),
            Err(error) => {
                tracing::warn!(%error, "a picture was not embedded; what is pointed at is outlined without the model");
                State::Failed
            }
        };
    }

    /// Has a model look at an image that is pointed at, unless one looked at it before. Takes as
    /// long as `embed` does.
    ///
    /// # Errors
    /// The view was closed meanwhile.
    pub(crate) fn prepare(
        &self,
        artifact: &str,
        model: &str,
        embed: impl FnOnce(&Progress) -> Result<Embedded, ToolError>,
    ) -> Result<(), Error> {
        let Some(progress) = self.open(artifact, model) else {
            return Ok(());
        };
        let embedded = embed(&progress);
        self.embedded(artifact, &progress, embedded);
        if progress.is_cancelled() {
            Err(Error::Stale)
        } else {
            Ok(())
        }
    }

    /// Ends pointing at an image: a model that still looks at it stops.
    pub(crate) fn close(&self, artifact: &str) {
        close(&mut self.views(), |view| view.artifact == artifact);
    }

    /// Stops all that is at work.
    pub(crate) fn close_all(&self) {
        close(&mut self.views(), |_| true);
    }

    /// The model that embeds an image at this moment.
    pub(crate) fn embedding(&self, artifact: &str) -> Option<String> {
        let views = self.views();
        views
            .iter()
            .find(|view| view.artifact == artifact)
            .and_then(|view| match &view.state {
                State::Embedding(model) => Some(model.clone()),
                _ => None,
            })
    }

    /// Returns the model's answer to a prompt; none if it is not ready, fails or finds nothing.
    /// `chosen` is the candidate of the prompt before that a further click refines; none: the best.
    pub(crate) fn answer(
        &self,
        artifact: &str,
        prompt: &PointPrompt,
        chosen: Option<CandidateKind>,
    ) -> Option<PromptAnswer> {
        let (embedded, former) = {
            let views = self.views();
            let view = views.iter().find(|view| view.artifact == artifact)?;
            let State::Ready(embedded) = &view.state else {
                return None;
            };
            (Embedded::clone(embedded), view.former(prompt, chosen))
        };
        let outlines = embedded.segment(prompt, former.as_ref()).unwrap_or_else(|error| {
            tracing::warn!(%error, model = embedded.model(), "a click was answered without the model");
            Vec::new()
        });
        let best = best(&outlines)?.candidate.kind;
        let found = outlines
            .iter()
            .map(|outline| (outline.candidate.kind, outline.logits.clone()))
            .collect();
        if let Some(view) = self
            .views()
            .iter_mut()
            .find(|view| view.artifact == artifact)
        {
            view.remember(PromptCacheEntry {
                prompt: prompt.clone(),
                former,
                found,
                best,
            });
        }
        let found = outlines
            .into_iter()
            .map(|Outline { candidate, .. }| candidate)
            .collect();
        Some(PromptAnswer {
            found,
            best,
            outlined_by: Some(embedded.model().to_owned()),
        })
    }
}

fn close(views: &mut VecDeque<View>, which: impl Fn(&View) -> bool) {
    views
        .iter()
        .filter(|view| which(view))
        .for_each(|view| view.progress.cancel());
    views.retain(|view| !which(view));
}

impl View {
    /// The mask that a prompt refines: the same as when it was asked before, so that going back
    /// shows what was shown; else what the prompt without its last click meant.
    fn former(&self, prompt: &PointPrompt, chosen: Option<CandidateKind>) -> Option<MaskLogits> {
        if let Some(known) = self.answered.iter().find(|entry| entry.prompt == *prompt) {
            return known.former.clone();
        }
        let (_, before) = prompt.points.split_last()?;
        let same = |entry: &&PromptCacheEntry| {
            entry.prompt.points == before && entry.prompt.bounding_box == prompt.bounding_box
        };
        let known = self.answered.iter().find(same)?;
        let of = |kind: CandidateKind| {
            known
                .found
                .iter()
                .find(|(own, _)| *own == kind)
                .map(|(_, logits)| logits.clone())
        };
        chosen.and_then(of).or_else(|| of(known.best))
    }

    fn remember(&mut self, entry: PromptCacheEntry) {
        self.answered.retain(|known| known.prompt != entry.prompt);
        self.answered.push_back(entry);
        if self.answered.len() > REMEMBERED {
            self.answered.pop_front();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn closing_a_view_stops_its_model_and_what_came_too_late_is_dropped() {
        let session = MaskModelSession::default();
        let first = session.open("a", "Tiny").unwrap();
        assert_eq!(session.embedding("a").as_deref(), Some("Tiny"));
        let again = session.open("a", "Tiny").unwrap();
        assert!(first.is_cancelled() && !again.is_cancelled());
        session.close("a");
        assert!(again.is_cancelled());
        session.embedded("a", &again, Err(ToolError::Cancelled));
        assert!(session.embedding("a").is_none() && session.views().is_empty());
        let views: Vec<Progress> = ["a", "b", "c"]
            .iter()
            .map(|artifact| session.open(artifact, "Tiny").unwrap())
            .collect();
        assert_eq!(
            views.iter().map(Progress::is_cancelled).collect::<Vec<_>>(),
            [true, false, false]
        );
        session.embedded(
            "c",
            &views[2],
            Err(ToolError::Failed("it broke".to_owned())),
        );
        assert!(
            session.embedding("c").is_none(),
            "one that failed is not said to come"
        );
        session.close_all();
        assert!(views[1].is_cancelled());
    }
}
