//! Pointing at a part of a picture: prepared when the picture comes, answered while the person clicks.

use std::collections::{HashMap, VecDeque};
use std::io::Cursor;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use image::codecs::png::{CompressionType, FilterType, PngEncoder};
use image::{DynamicImage, ImageEncoder};
use patchbay_domain::PointPrompt;
use patchbay_store::{AssetId, Thing};
use patchbay_tools::image::pointing::{Candidate as Found, CandidateKind, Prepared};
use patchbay_tools::{Progress, ToolError};
use tokio::sync::{OnceCell, Semaphore};

use crate::api::{Candidate, CandidateName, PointingSize, SegmentRequest, Segmentation, ThingId};
use crate::app::App;
use crate::error::Error;
use crate::present::thing as view;

/// Prepared pictures that are kept: the one that is pointed at and the one before. Each takes some 150 MB.
const KEPT: usize = 2;

/// Pixels on the longer side of a mask that is shown over a picture.
const PREVIEW: u32 = 1280;

type Slot = Arc<OnceCell<Arc<Prepared>>>;

/// The newest prompt on a picture.
struct Newest {
    request: u64,
    progress: Progress,
    prompt: PointPrompt,
    answer: Option<Arc<Answer>>,
}

/// What a prompt means.
pub(crate) struct Answer {
    /// From the smallest to the largest.
    pub(crate) found: Vec<Found>,
    /// What is probably meant.
    pub(crate) best: CandidateKind,
    /// The model, by its name for people; none: by colour, without one.
    pub(crate) outlined_by: Option<String>,
}

/// What is remembered between clicks.
pub(crate) struct Pointing {
    prepared: Mutex<VecDeque<(AssetId, Slot)>>,
    newest: Mutex<HashMap<String, Newest>>,
    /// Pictures that were to be prepared ahead so far; only the newest is.
    ahead: AtomicU64,
    one_ahead: Semaphore,
}

impl Default for Pointing {
    fn default() -> Self {
        Self {
            prepared: Mutex::default(),
            newest: Mutex::default(),
            ahead: AtomicU64::new(0),
            one_ahead: Semaphore::new(1),
        }
    }
}

impl Pointing {
    fn slot(&self, asset: &AssetId) -> Slot {
        let mut prepared = self.prepared.lock().unwrap_or_else(PoisonError::into_inner);
        let known = prepared.iter().position(|(id, _)| id == asset).and_then(|index| prepared.remove(index));
        let entry = known.unwrap_or_else(|| (asset.clone(), Slot::default()));
        let slot = entry.1.clone();
        prepared.push_front(entry);
        prepared.truncate(KEPT);
        slot
    }

    fn newest(&self) -> MutexGuard<'_, HashMap<String, Newest>> {
        self.newest.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Makes a prompt the newest one on its picture and stops the one before.
    fn begin(&self, arguments: &SegmentRequest) -> Result<Progress, Error> {
        let mut newest = self.newest();
        if let Some(known) = newest.get(&arguments.thing) {
            if known.request > arguments.request {
                return Err(Error::Stale);
            }
            known.progress.cancel();
        }
        // What was found on other pictures is not asked for again, and is large.
        newest.retain(|thing, known| *thing == arguments.thing || known.answer.is_none());
        let progress = Progress::default();
        let entry = Newest {
            request: arguments.request,
            progress: progress.clone(),
            prompt: arguments.prompt.clone(),
            answer: None,
        };
        newest.insert(arguments.thing.clone(), entry);
        Ok(progress)
    }

    fn end(&self, arguments: &SegmentRequest, answer: &Arc<Answer>) -> Result<(), Error> {
        match self.newest().get_mut(&arguments.thing) {
            Some(known) if known.request == arguments.request => {
                known.answer = Some(answer.clone());
                Ok(())
            }
            _ => Err(Error::Stale),
        }
    }

    fn answered(&self, thing: &str, prompt: &PointPrompt) -> Option<Arc<Answer>> {
        let newest = self.newest();
        newest.get(thing).filter(|known| known.prompt == *prompt).and_then(|known| known.answer.clone())
    }
}

impl App {
    /// Makes a picture that was just taken in ready, so that the first click is as quick as the next.
    pub(crate) fn prepare_in_background(&self, thing: &Thing) {
        let Some(asset) = thing.asset.clone().filter(|_| view::is_picture(&self.0.toolbox, &thing.resource_type))
        else {
            return;
        };
        if !self.0.options.prepare_pictures {
            return;
        }
        let mine = self.0.pointing.ahead.fetch_add(1, Ordering::Relaxed) + 1;
        let (app, name) = (self.clone(), thing.name.clone());
        tokio::spawn(async move {
            let Ok(_permit) = app.0.pointing.one_ahead.acquire().await else { return };
            // Of many pictures that came at once only the last is prepared.
            if app.0.pointing.ahead.load(Ordering::Relaxed) != mine {
                return;
            }
            if let Err(error) = app.prepared(asset, name).await {
                tracing::debug!(%error, "a picture was not prepared ahead");
            }
        });
    }

    async fn prepared(&self, asset: AssetId, name: String) -> Result<Arc<Prepared>, Error> {
        let slot = self.0.pointing.slot(&asset);
        let prepare = || {
            self.blocking(move |app| {
                let picture = patchbay_media::image::read(&app.0.store.asset_path(&asset), &name)?;
                Ok(Arc::new(Prepared::new(&picture.pixels, &Progress::default())))
            })
        };
        slot.get_or_try_init(prepare).await.cloned()
    }

    async fn prepared_thing(&self, thing: &str) -> Result<Arc<Prepared>, Error> {
        let id = thing.to_owned();
        let thing = self.blocking(move |app| Ok(app.0.store.thing(&id)?)).await?;
        let Some(asset) = thing.asset.filter(|_| view::is_picture(&self.0.toolbox, &thing.resource_type)) else {
            let message = format!("“{}” is not a picture, so there is nothing to point at.", thing.name);
            return Err(Error::unsuitable(message, "Open a picture and point there."));
        };
        self.prepared(asset, thing.name).await
    }

    /// Makes a picture ready to be pointed at.
    pub async fn prepare_pointing(&self, arguments: ThingId) -> Result<PointingSize, Error> {
        let (width, height) = self.prepared_thing(&arguments.thing).await?.size();
        Ok(PointingSize { width, height })
    }

    /// What points and a box on a picture mean. A newer prompt on the same picture makes this one stale.
    pub async fn segment(&self, arguments: SegmentRequest) -> Result<Segmentation, Error> {
        let progress = self.0.pointing.begin(&arguments)?;
        let prepared = self.prepared_thing(&arguments.thing).await?;
        self.blocking(move |app| {
            let SegmentRequest { thing, prompt, chosen, request } = &arguments;
            let preparing = app.0.outlining.embedding(thing);
            let answer = Arc::new(app.outlined(thing, &prepared, prompt, chosen.map(kind_of), &progress)?);
            let candidates = distinct(&answer).into_iter().map(candidate).collect::<Result<_, _>>()?;
            app.0.pointing.end(&arguments, &answer)?;
            let (best, outlined_by) = (name_of(answer.best), answer.outlined_by.clone());
            Ok(Segmentation { request: *request, candidates, best, outlined_by, preparing })
        })
        .await
    }

    /// By a model where one is ready, else by colour.
    fn outlined(
        &self,
        thing: &str,
        prepared: &Prepared,
        prompt: &PointPrompt,
        chosen: Option<CandidateKind>,
        progress: &Progress,
    ) -> Result<Answer, ToolError> {
        if let Some(answer) = self.0.outlining.answer(thing, prompt, chosen) {
            return Ok(answer);
        }
        let found = prepared.segment(prompt, progress)?;
        Ok(Answer { found, best: CandidateKind::Object, outlined_by: None })
    }

    /// The candidates of a prompt: those that were shown, or found again.
    pub(crate) async fn candidates(&self, thing: &str, prompt: &PointPrompt) -> Result<Arc<Answer>, Error> {
        if let Some(answer) = self.0.pointing.answered(thing, prompt) {
            return Ok(answer);
        }
        let prepared = self.prepared_thing(thing).await?;
        let (thing, prompt) = (thing.to_owned(), prompt.clone());
        self.blocking(move |app| Ok(Arc::new(app.outlined(&thing, &prepared, &prompt, None, &Progress::default())?)))
            .await
    }
}

impl From<ToolError> for Error {
    fn from(error: ToolError) -> Self {
        match error {
            ToolError::Cancelled => Self::Stale,
            other => Self::unsuitable(other.to_string(), ""),
        }
    }
}

/// What fronts call a candidate.
pub(crate) fn name_of(kind: CandidateKind) -> CandidateName {
    match kind {
        CandidateKind::Part => CandidateName::Part,
        CandidateKind::Object => CandidateName::Object,
        CandidateKind::Whole => CandidateName::Whole,
    }
}

fn kind_of(name: CandidateName) -> CandidateKind {
    match name {
        CandidateName::Part => CandidateKind::Part,
        CandidateName::Object => CandidateKind::Object,
        CandidateName::Whole => CandidateKind::Whole,
    }
}

/// The candidates that differ; of equal ones the best stays.
fn distinct(answer: &Answer) -> Vec<&Found> {
    let is_best = |candidate: &Found| candidate.kind == answer.best;
    let equals_best = |candidate: &Found| {
        answer.found.iter().any(|other| is_best(other) && !is_best(candidate) && other.mask == candidate.mask)
    };
    answer.found.iter().filter(|candidate| !equals_best(candidate)).collect()
}

fn candidate(found: &Found) -> Result<Candidate, Error> {
    let (width, height) = patchbay_media::image::fit_within(found.mask.width(), found.mask.height(), PREVIEW);
    let small = patchbay_media::image::resize(&DynamicImage::from(found.mask.clone()), width, height).into_luma8();
    let mut png = Cursor::new(Vec::new());
    PngEncoder::new_with_quality(&mut png, CompressionType::Fast, FilterType::Up)
        .write_image(small.as_raw(), width, height, image::ExtendedColorType::L8)
        .map_err(|error| Error::Internal { reason: error.to_string() })?;
    let mask_png = format!("data:image/png;base64,{}", STANDARD.encode(png.get_ref()));
    Ok(Candidate { name: name_of(found.kind), coverage: found.coverage, mask_png })
}
