//! The last few images as image encoders embedded them: embedding an image takes nearly all the
//! time of a mask, and the same image is prompted again and again.

use std::any::Any;
use std::collections::VecDeque;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use image::RgbImage;
use sha2::{Digest, Sha256};

use crate::{InferenceError, Watch};

/// Embeddings that are kept. Each takes 4 MB at full size.
const KEPT: usize = 8;
/// How often one that waits for another's work asks whether it goes on.
const PATIENCE: Duration = Duration::from_millis(100);

/// Key of a model's embedding of an image, by the image's pixels: it is the same under whatever
/// name the image comes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Key {
    model: String,
    pixels: [u8; 32],
}

impl Key {
    pub(crate) fn new(model: &str, image: &RgbImage) -> Self {
        let mut digest = Sha256::new();
        digest.update(image.width().to_le_bytes());
        digest.update(image.as_raw());
        Self {
            model: model.to_owned(),
            pixels: digest.finalize().into(),
        }
    }
}

/// The embeddings that are kept, of whatever type their network has; those used least recently go
/// first.
#[derive(Debug, Default)]
pub(crate) struct Embeddings {
    state: Mutex<State>,
    /// Some work ended.
    ended: Condvar,
}

#[derive(Debug, Default)]
struct State {
    /// The least recently used first.
    kept: VecDeque<(Key, Arc<dyn Any + Send + Sync>)>,
    at_work: Vec<Key>,
}

impl Embeddings {
    /// An embedding that is kept, else what `make` gives. Who asks for one that somebody else makes
    /// at that moment waits for it, and makes it where the other was stopped or failed.
    pub(crate) fn get_or_make<E: Send + Sync + 'static>(
        &self,
        key: &Key,
        watch: Watch,
        make: impl FnOnce() -> Result<E, InferenceError>,
    ) -> Result<Arc<E>, InferenceError> {
        let mut state = self.state();
        loop {
            if let Some(place) = state.kept.iter().position(|(known, _)| known == key) {
                let known = state.kept.remove(place).map(|(_, embedding)| embedding);
                if let Some(Ok(embedding)) = known.map(Arc::downcast::<E>) {
                    state.kept.push_back((key.clone(), embedding.clone()));
                    return Ok(embedding);
                }
            }
            if !state.at_work.contains(key) {
                break;
            }
            state = self
                .ended
                .wait_timeout(state, PATIENCE)
                .unwrap_or_else(PoisonError::into_inner)
                .0;
            watch.at(0, 1)?;
        }
        state.at_work.push(key.clone());
        drop(state);
        let _ends = Ends {
            embeddings: self,
            key,
        };
        let embedding = Arc::new(make()?);
        let mut state = self.state();
        state.kept.push_back((key.clone(), embedding.clone()));
        if state.kept.len() > KEPT {
            state.kept.pop_front();
        }
        Ok(embedding)
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Says that work ended, however it did.
struct Ends<'a> {
    embeddings: &'a Embeddings,
    key: &'a Key,
}

impl Drop for Ends<'_> {
    fn drop(&mut self) {
        self.embeddings
            .state()
            .at_work
            .retain(|key| key != self.key);
        self.embeddings.ended.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;
    use std::ops::ControlFlow;
    use std::sync::mpsc;

    use super::*;

    fn embedding() -> [f32; 1] {
        [0.0]
    }

    fn key(model: &str, level: u8) -> Key {
        Key::new(model, &RgbImage::from_pixel(2, 3, image::Rgb([level; 3])))
    }

    #[test]
    fn an_image_is_embedded_once_for_each_model_and_the_one_used_least_recently_goes_first() {
        let embeddings = Embeddings::default();
        let made = Cell::new(0);
        let make = || {
            made.set(made.get() + 1);
            Ok(embedding())
        };
        let get = |model: &str, level: u8| {
            embeddings
                .get_or_make(&key(model, level), Watch::nobody(), make)
                .unwrap();
            made.get()
        };
        assert_eq!(
            (get("a", 0), get("a", 0), get("b", 0), get("a", 0)),
            (1, 1, 2, 2)
        );
        for level in 1..KEPT as u8 {
            get("a", level);
        }
        let before = made.get();
        assert_eq!(
            (get("a", 0), get("b", 0)),
            (before, before + 1),
            "“b” went when the last of “a” came"
        );
        assert_ne!(
            Key::new("a", &RgbImage::new(2, 3)),
            Key::new("a", &RgbImage::new(3, 2))
        );
    }

    #[test]
    fn who_asks_meanwhile_waits_may_stop_and_makes_what_another_did_not() {
        let (embeddings, own) = (&Embeddings::default(), &key("a", 0));
        let (begun, wait_for_begin) = mpsc::channel();
        let (go_on, wait_to_go_on) = mpsc::channel();
        std::thread::scope(|scope| {
            scope.spawn(move || {
                let failed = embeddings.get_or_make::<[f32; 1]>(own, Watch::nobody(), || {
                    begun.send(()).unwrap();
                    wait_to_go_on.recv().unwrap();
                    Err(InferenceError::Cancelled)
                });
                assert!(failed.is_err());
            });
            wait_for_begin.recv().unwrap();
            let stop = |_: f64| ControlFlow::Break(());
            let stopped = embeddings
                .get_or_make::<[f32; 1]>(own, Watch::new(&stop), || panic!("another makes it"));
            assert!(matches!(stopped, Err(InferenceError::Cancelled)));
            go_on.send(()).unwrap();
            let made = Cell::new(false);
            let make = || {
                made.set(true);
                Ok(embedding())
            };
            embeddings.get_or_make(own, Watch::nobody(), make).unwrap();
            assert!(made.get());
        });
    }
}
