//! How far a step is, what can be seen of it meanwhile, and what is to be known of its result.

use std::io::Cursor;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use image::RgbImage;
use image::codecs::jpeg::JpegEncoder;
use patchbay_domain::{EditList, Preview};
use patchbay_vision::Watch;

/// Maximum number of characters that are shown of words.
const MOST_WORDS: usize = 2_000;

/// How far a step is, from 0 to 1, what its result is becoming, and whether it is to stop. Clones
/// share the state.
#[derive(Debug, Clone, Default)]
pub struct Progress {
    fraction: Arc<AtomicU64>,
    cancelled: Arc<AtomicBool>,
    preview: Arc<Mutex<Option<Preview>>>,
    said: Arc<Mutex<Vec<String>>>,
    edits: Arc<Mutex<Vec<EditList>>>,
    /// Which part of the whole step this is the progress of; none: all of it.
    range: Option<(f64, f64)>,
}

impl Progress {
    /// Says how far the step is, from 0 to 1.
    pub fn set(&self, fraction: f64) {
        let (from, to) = self.range.unwrap_or((0.0, 1.0));
        let whole = from + fraction.clamp(0.0, 1.0) * (to - from);
        self.fraction.store(whole.to_bits(), Ordering::Relaxed);
    }

    /// How far the step is, from 0 to 1.
    pub fn get(&self) -> f64 {
        let whole = f64::from_bits(self.fraction.load(Ordering::Relaxed));
        let (from, to) = self.range.unwrap_or((0.0, 1.0));
        if to > from {
            ((whole - from) / (to - from)).clamp(0.0, 1.0)
        } else {
            whole
        }
    }

    /// The progress of a part of this, from 0 to 1 again; everything else is shared.
    #[must_use]
    pub fn part(&self, from: f64, to: f64) -> Self {
        let (start, end) = self.range.unwrap_or((0.0, 1.0));
        let whole = |fraction: f64| start + fraction * (end - start);
        Self {
            range: Some((whole(from), whole(to))),
            ..self.clone()
        }
    }

    /// Shows what the step's result is becoming; a small image, since it goes along with every
    /// report.
    pub fn show(&self, image: &RgbImage) {
        let mut bytes = Cursor::new(Vec::new());
        if JpegEncoder::new_with_quality(&mut bytes, 85)
            .encode_image(image)
            .is_ok()
        {
            let shown = format!(
                "data:image/jpeg;base64,{}",
                STANDARD.encode(bytes.into_inner())
            );
            self.becomes(Preview::Image(shown));
        }
    }

    /// Shows the words that the step has written so far; of many the last ones, since they go along
    /// with every report.
    pub fn show_words(&self, words: &str) {
        let letters = words.chars().count();
        let last = words.chars().skip(letters.saturating_sub(MOST_WORDS));
        self.becomes(Preview::Words(last.collect()));
    }

    fn becomes(&self, preview: Preview) {
        *self.preview.lock().unwrap_or_else(PoisonError::into_inner) = Some(preview);
    }

    /// What was shown last.
    pub fn preview(&self) -> Option<Preview> {
        self.preview
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }

    /// Says in a sentence what people have to know of the step's result, such as what it could not
    /// keep.
    pub fn say(&self, sentence: String) {
        let mut said = self.said.lock().unwrap_or_else(PoisonError::into_inner);
        if !said.contains(&sentence) {
            said.push(sentence);
        }
    }

    /// Sentences that were said of the step's result.
    pub fn said(&self) -> Vec<String> {
        self.said
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }

    /// Records of which parts of its sources a file consists that the step makes: once for each of
    /// several, in their order.
    pub fn record(&self, edit: EditList) {
        self.recorded().push(edit);
    }

    /// Edit lists that were recorded, in their order.
    pub fn edits(&self) -> Vec<EditList> {
        self.recorded().clone()
    }

    /// Forgets the edit lists recorded after the first `after`: what they were recorded for came to
    /// nothing.
    pub fn forget_edits(&self, after: usize) {
        self.recorded().truncate(after);
    }

    fn recorded(&self) -> MutexGuard<'_, Vec<EditList>> {
        self.edits.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Asks the step to stop.
    pub fn cancel(&self) {
        self.cancelled.store(true, Ordering::Relaxed);
    }

    /// Whether the step is asked to stop.
    pub fn is_cancelled(&self) -> bool {
        self.cancelled.load(Ordering::Relaxed)
    }
}

impl Watch for Progress {
    fn set(&self, fraction: f64) {
        Progress::set(self, fraction);
    }

    fn is_cancelled(&self) -> bool {
        Progress::is_cancelled(self)
    }
}

#[cfg(test)]
mod tests {
    use image::Rgb;

    use super::*;

    #[test]
    fn the_progress_of_a_part_counts_within_the_whole() {
        let whole = Progress::default();
        let second = whole.part(0.5, 1.0);
        second.set(0.5);
        assert!((whole.get() - 0.75).abs() < 1e-9 && (second.get() - 0.5).abs() < 1e-9);
        second.part(0.0, 0.5).set(1.0);
        assert!((whole.get() - 0.75).abs() < 1e-9);
        second.cancel();
        assert!(whole.is_cancelled());
    }

    #[test]
    fn what_is_shown_is_seen_by_who_follows() {
        let own = Progress::default();
        let followed = own.clone();
        assert_eq!(followed.preview(), None);
        own.show(&RgbImage::from_pixel(8, 6, Rgb([200, 30, 30])));
        let Some(Preview::Image(shown)) = followed.preview() else {
            panic!("no image");
        };
        let bytes = STANDARD
            .decode(shown.strip_prefix("data:image/jpeg;base64,").unwrap())
            .unwrap();
        let seen = image::load_from_memory(&bytes).unwrap().into_rgb8();
        assert_eq!(seen.dimensions(), (8, 6));
        assert!(
            seen.pixels()
                .all(|pixel| pixel.0[0] > 180 && pixel.0[1] < 50)
        );
        own.show_words(&format!("{}Ä end", "x".repeat(3_000)));
        let Some(Preview::Words(words)) = followed.preview() else {
            panic!("no words");
        };
        assert!(words.ends_with("xÄ end") && words.chars().count() == 2_000);
    }
}
