//! Pointing by a model, where one that outlines is on this computer: the picture is embedded when its view opens, and each
//! click refines what the clicks before meant.

use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};

use patchbay_domain::PointPrompt;
use patchbay_inference::Tensor;
use patchbay_tools::image::pointing::CandidateKind;
use patchbay_tools::image::pointing::by_model::{Embedded, Outline, best};
use patchbay_tools::{Progress, ToolError};

use crate::api::{Nothing, ThingId};
use crate::app::App;
use crate::error::Error;
use crate::present::thing::{self as view, POINTED};
use crate::sessions::segmentation::Answer;

/// Views that are open at a time; the oldest is closed for another.
const VIEWS: usize = 2;
/// Prompts of a view that are remembered. Each takes about a megabyte.
const REMEMBERED: usize = 32;

/// The pictures that are pointed at with a model.
#[derive(Default)]
pub(crate) struct Outlining {
    /// The oldest first.
    views: Mutex<VecDeque<View>>,
}

struct View {
    thing: String,
    /// Cancelled when the view closes.
    progress: Progress,
    state: State,
    asked: VecDeque<Asked>,
}

enum State {
    /// By the model of this name.
    Embedding(String),
    Ready(Box<Embedded>),
    Failed,
}

/// A prompt that was answered.
struct Asked {
    prompt: PointPrompt,
    /// The mask that it refined.
    former: Option<Tensor>,
    /// The candidates' logits.
    found: Vec<(CandidateKind, Tensor)>,
    best: CandidateKind,
}

impl Outlining {
    fn views(&self) -> MutexGuard<'_, VecDeque<View>> {
        self.views.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Opens a view while a model embeds its picture; none where its picture is embedded already.
    fn open(&self, thing: &str, model: &str) -> Option<Progress> {
        let mut views = self.views();
        if views.iter().any(|view| view.thing == thing && matches!(view.state, State::Ready(_))) {
            return None;
        }
        close(&mut views, |view| view.thing == thing);
        while views.len() >= VIEWS {
            let oldest = views[0].thing.clone();
            close(&mut views, |view| view.thing == oldest);
        }
        let progress = Progress::default();
        let state = State::Embedding(model.to_owned());
        views.push_back(View { thing: thing.to_owned(), progress: progress.clone(), state, asked: VecDeque::new() });
        Some(progress)
    }

    /// Keeps what embedding a view's picture came to; nothing where the view was closed meanwhile.
    fn embedded(&self, thing: &str, progress: &Progress, result: Result<Embedded, ToolError>) {
        let mut views = self.views();
        if progress.is_cancelled() {
            return;
        }
        let Some(view) = views.iter_mut().find(|view| view.thing == thing) else { return };
        view.state = match result {
            Ok(embedded) => State::Ready(Box::new(embedded)),
            Err(error) => {
                tracing::warn!(%error, "a picture was not embedded; what is pointed at is outlined without the model");
                State::Failed
            }
        };
    }

    fn close(&self, thing: &str) {
        close(&mut self.views(), |view| view.thing == thing);
    }

    /// Stops all that is at work.
    pub(crate) fn close_all(&self) {
        close(&mut self.views(), |_| true);
    }

    /// The model that embeds a picture at this moment.
    pub(crate) fn embedding(&self, thing: &str) -> Option<String> {
        let views = self.views();
        views.iter().find(|view| view.thing == thing).and_then(|view| match &view.state {
            State::Embedding(model) => Some(model.clone()),
            _ => None,
        })
    }

    /// What a prompt means by the model; none where it is not ready, fails or finds nothing. `chosen` is the candidate of the
    /// prompt before that a further click refines; none: the best.
    pub(crate) fn answer(&self, thing: &str, prompt: &PointPrompt, chosen: Option<CandidateKind>) -> Option<Answer> {
        let (embedded, former) = {
            let views = self.views();
            let view = views.iter().find(|view| view.thing == thing)?;
            let State::Ready(embedded) = &view.state else { return None };
            (Embedded::clone(embedded), view.former(prompt, chosen))
        };
        let outlines = embedded.segment(prompt, former.as_ref()).unwrap_or_else(|error| {
            tracing::warn!(%error, model = embedded.model(), "a click was answered without the model");
            Vec::new()
        });
        let best = best(&outlines)?.candidate.kind;
        let found = outlines.iter().map(|outline| (outline.candidate.kind, outline.logits.clone())).collect();
        if let Some(view) = self.views().iter_mut().find(|view| view.thing == thing) {
            view.remember(Asked { prompt: prompt.clone(), former, found, best });
        }
        let found = outlines.into_iter().map(|Outline { candidate, .. }| candidate).collect();
        Some(Answer { found, best, outlined_by: Some(embedded.model().to_owned()) })
    }
}

fn close(views: &mut VecDeque<View>, which: impl Fn(&View) -> bool) {
    views.iter().filter(|view| which(view)).for_each(|view| view.progress.cancel());
    views.retain(|view| !which(view));
}

impl View {
    /// The mask that a prompt refines: the same as when it was asked before, so that going back shows what was shown; else what
    /// the prompt without its last click meant.
    fn former(&self, prompt: &PointPrompt, chosen: Option<CandidateKind>) -> Option<Tensor> {
        if let Some(known) = self.asked.iter().find(|asked| asked.prompt == *prompt) {
            return known.former.clone();
        }
        let (_, before) = prompt.points.split_last()?;
        let same = |asked: &&Asked| asked.prompt.points == before && asked.prompt.bounding_box == prompt.bounding_box;
        let known = self.asked.iter().find(same)?;
        let of =
            |kind: CandidateKind| known.found.iter().find(|(own, _)| *own == kind).map(|(_, logits)| logits.clone());
        chosen.and_then(of).or_else(|| of(known.best))
    }

    fn remember(&mut self, asked: Asked) {
        self.asked.retain(|known| known.prompt != asked.prompt);
        self.asked.push_back(asked);
        if self.asked.len() > REMEMBERED {
            self.asked.pop_front();
        }
    }
}

impl App {
    /// Has a model look at a picture that is pointed at, where one is on this computer; answers when that is done.
    pub async fn prepare_outlining(&self, arguments: ThingId) -> Result<Nothing, Error> {
        let Some(outliner) = self.0.models.segmenter(POINTED) else { return Ok(Nothing {}) };
        self.blocking(move |app| {
            let thing = app.0.store.thing(&arguments.thing)?;
            let Some(asset) = thing.asset.filter(|_| view::is_picture(&app.0.toolbox, &thing.resource_type)) else {
                return Ok(Nothing {});
            };
            let Some(progress) = app.0.outlining.open(&thing.id, outliner.name()) else { return Ok(Nothing {}) };
            let picture = patchbay_media::image::read(&app.0.store.asset_path(&asset), &thing.name);
            let embedded = picture.map_err(ToolError::from);
            let embedded = embedded.and_then(|picture| Embedded::new(&outliner, &picture.pixels, &progress));
            app.0.outlining.embedded(&thing.id, &progress, embedded);
            if progress.is_cancelled() { Err(Error::Stale) } else { Ok(Nothing {}) }
        })
        .await
    }

    /// Ends pointing at a picture: a model that still looks at it stops.
    pub async fn close_pointing(&self, arguments: ThingId) -> Result<Nothing, Error> {
        self.blocking(move |app| {
            app.0.outlining.close(&arguments.thing);
            Ok(Nothing {})
        })
        .await
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn closing_a_view_stops_its_model_and_what_came_too_late_is_dropped() {
        let outlining = Outlining::default();
        let first = outlining.open("a", "Tiny").unwrap();
        assert_eq!(outlining.embedding("a").as_deref(), Some("Tiny"));
        let again = outlining.open("a", "Tiny").unwrap();
        assert!(first.is_cancelled() && !again.is_cancelled());
        outlining.close("a");
        assert!(again.is_cancelled());
        outlining.embedded("a", &again, Err(ToolError::Cancelled));
        assert!(outlining.embedding("a").is_none() && outlining.views().is_empty());
        let views: Vec<Progress> = ["a", "b", "c"].iter().map(|thing| outlining.open(thing, "Tiny").unwrap()).collect();
        assert_eq!(views.iter().map(Progress::is_cancelled).collect::<Vec<_>>(), [true, false, false]);
        outlining.embedded("c", &views[2], Err(ToolError::Failed("it broke".to_owned())));
        assert!(outlining.embedding("c").is_none(), "one that failed is not said to come");
        outlining.close_all();
        assert!(views[1].is_cancelled());
    }
}
