//! Pointing at a part of an image: prepared when the image comes, answered while the person
//! clicks.

use std::collections::{HashMap, VecDeque};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use patchbay_domain::{PointPrompt, Toolbox};
use patchbay_store::{Artifact, AssetId, Store};
use patchbay_tool_api::{Progress, ToolError};
use patchbay_vision::pointing::{CandidateKind, Prepared};
use tokio::sync::{OnceCell, Semaphore};

use super::mask_model::{MaskModelSession, PromptAnswer};
use crate::api::Segmentation;
use crate::blocking::blocking;
use crate::error::Error;
use crate::present::candidate::{candidates, name_of};
use crate::present::resource::is_image;

/// Prepared images that are kept: the one that is pointed at and the one before. Each takes some
/// 150 MB.
const KEPT: usize = 2;

type Slot = Arc<OnceCell<Arc<Prepared>>>;

/// The images that were prepared lately, the newest first.
#[derive(Default)]
struct PreparedImages(Mutex<VecDeque<(AssetId, Slot)>>);

impl PreparedImages {
    fn slot(&self, asset: &AssetId) -> Slot {
        let mut prepared = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let known = prepared
            .iter()
            .position(|(id, _)| id == asset)
            .and_then(|index| prepared.remove(index));
        let entry = known.unwrap_or_else(|| (asset.clone(), Slot::default()));
        let slot = entry.1.clone();
        prepared.push_front(entry);
        prepared.truncate(KEPT);
        slot
    }
}

/// The latest prompt on an image.
struct LatestPrompt {
    request: u64,
    progress: Progress,
    prompt: PointPrompt,
    answer: Option<Arc<PromptAnswer>>,
}

/// State remembered between clicks.
pub(crate) struct SegmentationSession {
    store: Arc<Store>,
    toolbox: Arc<Toolbox>,
    mask_model: MaskModelSession,
    prepared: PreparedImages,
    /// By the image's artifact.
    latest: Mutex<HashMap<String, LatestPrompt>>,
    /// Images that were to be prefetched so far; only the newest is.
    prefetches: AtomicU64,
    one_prefetch: Semaphore,
}

impl SegmentationSession {
    /// Nothing was pointed at yet.
    pub(crate) fn new(store: Arc<Store>, toolbox: Arc<Toolbox>) -> Self {
        Self {
            store,
            toolbox,
            mask_model: MaskModelSession::default(),
            prepared: PreparedImages::default(),
            latest: Mutex::default(),
            prefetches: AtomicU64::new(0),
            one_prefetch: Semaphore::new(1),
        }
    }

    /// The images that are pointed at with a model.
    pub(crate) fn mask_model(&self) -> &MaskModelSession {
        &self.mask_model
    }

    /// Makes an image that was just taken in ready, so that the first click is as quick as the
    /// next. Answers at once.
    pub(crate) fn prefetch(self: &Arc<Self>, artifact: &Artifact) {
        let Some(asset) = artifact
            .asset
            .clone()
            .filter(|_| is_image(&self.toolbox, &artifact.resource_type))
        else {
            return;
        };
        let mine = self.prefetches.fetch_add(1, Ordering::Relaxed) + 1;
        let (session, name) = (self.clone(), artifact.name.clone());
        tokio::spawn(async move {
            let Ok(_permit) = session.one_prefetch.acquire().await else {
                return;
            };
            // Of many images that came at once only the last is prepared.
            if session.prefetches.load(Ordering::Relaxed) != mine {
                return;
            }
            if let Err(error) = session.prepared(asset, name).await {
                tracing::debug!(%error, "a picture was not prepared ahead");
            }
        });
    }

    async fn prepared(&self, asset: AssetId, name: String) -> Result<Arc<Prepared>, Error> {
        let slot = self.prepared.slot(&asset);
        let store = self.store.clone();
        let prepare = || {
            blocking(move || {
                let image = patchbay_media::image::read(&store.asset_path(&asset), &name)?;
                Ok(Arc::new(Prepared::new(&image.pixels, &Progress::default())))
            })
        };
        slot.get_or_try_init(prepare).await.cloned()
    }

    /// An image, ready to be pointed at.
    ///
    /// # Errors
    /// There is no such artifact, it is no image, or its file cannot be read.
    pub(crate) async fn prepared_artifact(&self, artifact: &str) -> Result<Arc<Prepared>, Error> {
        let (store, id) = (self.store.clone(), artifact.to_owned());
        let artifact = blocking(move || Ok(store.artifact(&id)?)).await?;
        let Some(asset) = artifact
            .asset
            .filter(|_| is_image(&self.toolbox, &artifact.resource_type))
        else {
            let message = format!(
                "“{}” is not a picture, so there is nothing to point at.",
                artifact.name
            );
            return Err(Error::unsuitable(
                message,
                "Open a picture and point there.",
            ));
        };
        self.prepared(asset, artifact.name).await
    }

    /// Returns the meanings of points and a box on an image. A prompt with a higher number,
    /// `request`, on the same image makes this one stale. `chosen` is the candidate of the prompt
    /// before that a further click refines; none: the best.
    pub(crate) async fn segment(
        self: &Arc<Self>,
        artifact: String,
        prompt: PointPrompt,
        chosen: Option<CandidateKind>,
        request: u64,
    ) -> Result<Segmentation, Error> {
        let progress = self.begin(&artifact, &prompt, request)?;
        let prepared = self.prepared_artifact(&artifact).await?;
        let session = self.clone();
        blocking(move || {
            let preparing = session.mask_model.embedding(&artifact);
            let answer =
                Arc::new(session.answer(&artifact, &prepared, &prompt, chosen, &progress)?);
            let candidates = candidates(&answer.found, answer.best)?;
            session.end(&artifact, request, &answer)?;
            let (best, outlined_by) = (name_of(answer.best), answer.outlined_by.clone());
            Ok(Segmentation {
                request,
                candidates,
                best,
                outlined_by,
                preparing,
            })
        })
        .await
    }

    /// Returns the answer to a prompt: the one that was shown, or one found again.
    pub(crate) async fn candidates(
        self: &Arc<Self>,
        artifact: &str,
        prompt: &PointPrompt,
    ) -> Result<Arc<PromptAnswer>, Error> {
        if let Some(answer) = self.answered(artifact, prompt) {
            return Ok(answer);
        }
        let prepared = self.prepared_artifact(artifact).await?;
        let (session, artifact, prompt) = (self.clone(), artifact.to_owned(), prompt.clone());
        blocking(move || {
            Ok(Arc::new(session.answer(
                &artifact,
                &prepared,
                &prompt,
                None,
                &Progress::default(),
            )?))
        })
        .await
    }

    /// By a model where one is ready, else by colour.
    fn answer(
        &self,
        artifact: &str,
        prepared: &Prepared,
        prompt: &PointPrompt,
        chosen: Option<CandidateKind>,
        progress: &Progress,
    ) -> Result<PromptAnswer, ToolError> {
        if let Some(answer) = self.mask_model.answer(artifact, prompt, chosen) {
            return Ok(answer);
        }
        let found = prepared.segment(prompt, progress)?;
        Ok(PromptAnswer {
            found,
            best: CandidateKind::Object,
            outlined_by: None,
        })
    }

    fn latest(&self) -> MutexGuard<'_, HashMap<String, LatestPrompt>> {
        self.latest.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Makes a prompt the latest one on its image and stops the one before.
    fn begin(&self, artifact: &str, prompt: &PointPrompt, request: u64) -> Result<Progress, Error> {
        let mut latest = self.latest();
        if let Some(known) = latest.get(artifact) {
            if known.request > request {
                return Err(Error::Stale);
            }
            known.progress.cancel();
        }
        // What was found on other images is not asked for again, and is large.
        latest.retain(|other, known| other == artifact || known.answer.is_none());
        let progress = Progress::default();
        let entry = LatestPrompt {
            request,
            progress: progress.clone(),
            prompt: prompt.clone(),
            answer: None,
        };
        latest.insert(artifact.to_owned(), entry);
        Ok(progress)
    }

    /// Keeps the answer to the latest prompt on an image; an error where a newer one came.
    fn end(&self, artifact: &str, request: u64, answer: &Arc<PromptAnswer>) -> Result<(), Error> {
        match self.latest().get_mut(artifact) {
            Some(known) if known.request == request => {
                known.answer = Some(answer.clone());
                Ok(())
            }
            _ => Err(Error::Stale),
        }
    }

    fn answered(&self, artifact: &str, prompt: &PointPrompt) -> Option<Arc<PromptAnswer>> {
        let latest = self.latest();
        latest
            .get(artifact)
            .filter(|known| known.prompt == *prompt)
            .and_then(|known| known.answer.clone())
    }
}
