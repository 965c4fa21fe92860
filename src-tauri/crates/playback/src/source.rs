//! The deck as a source of rodio.

use std::num::NonZero;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use rodio::{ChannelCount, Sample, SampleRate, Source};

use crate::RATE;
use crate::deck::{Deck, SILENCE};

/// The deck, shared by the thread that fills it and the device that empties it.
#[derive(Debug, Default)]
pub(crate) struct SharedDeck {
    deck: Mutex<Deck>,
    filled: Condvar,
}

impl SharedDeck {
    /// The deck. It is whole at all times, so that a panic elsewhere does not spoil it.
    pub(crate) fn lock(&self) -> MutexGuard<'_, Deck> {
        self.deck.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Wakes whoever waits for samples.
    pub(crate) fn notify(&self) {
        self.filled.notify_all();
    }
}

/// Audio that a device plays: stereo at [`RATE`], without an end; silence where nothing is played.
#[derive(Debug)]
pub struct DeckSource {
    deck: Arc<SharedDeck>,
    right: Option<Sample>,
    waits: bool,
}

impl DeckSource {
    /// Frames per second.
    pub(crate) const RATE: SampleRate = NonZero::new(RATE).expect("the rate is more than 0");

    pub(crate) fn new(deck: Arc<SharedDeck>) -> Self {
        Self {
            deck,
            right: None,
            waits: false,
        }
    }

    /// The same for an output that takes samples as fast as it can have them: it waits for what is
    /// not decoded yet, where a device would play silence.
    #[must_use]
    pub fn waiting(self) -> Self {
        Self {
            waits: true,
            ..self
        }
    }
}

impl Iterator for DeckSource {
    type Item = Sample;

    fn next(&mut self) -> Option<Sample> {
        if let Some(right) = self.right.take() {
            return Some(right);
        }
        let mut deck = self.deck.lock();
        let mut frame = deck.next_frame();
        while self.waits && frame.is_none() {
            deck = self
                .deck
                .filled
                .wait(deck)
                .unwrap_or_else(PoisonError::into_inner);
            frame = deck.next_frame();
        }
        let [left, right] = frame.unwrap_or(SILENCE);
        self.right = Some(right);
        Some(left)
    }
}

impl Source for DeckSource {
    fn current_span_len(&self) -> Option<usize> {
        None
    }

    fn channels(&self) -> ChannelCount {
        const { NonZero::new(2).expect("2 is more than 0") }
    }

    fn sample_rate(&self) -> SampleRate {
        Self::RATE
    }

    fn total_duration(&self) -> Option<Duration> {
        None
    }
}
