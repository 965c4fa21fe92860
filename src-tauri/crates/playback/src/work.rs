//! The player's thread: decodes ahead, does what is asked, and tells how things stand.

use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender};
use std::time::{Duration, Instant};

use patchbay_media::MediaError;

use crate::RATE;
use crate::deck::Block;
use crate::feed::Feed;
use crate::output::{Opened, Output, PlaybackError};
use crate::source::{DeckSource, SharedDeck};
use crate::state::{Control, Load, State};

/// Frames that are decoded ahead: half a second.
const AHEAD: usize = RATE as usize / 2;
/// Frames that have to be there before another place is heard: 85 ms.
const AT_LEAST: usize = RATE as usize * 85 / 1000;
/// Frames of the shortest loop: 50 ms.
const SHORTEST_LOOP: u64 = RATE as u64 / 20;
/// How often the thread looks after the deck while it plays.
const LOOK: Duration = Duration::from_millis(20);
/// The shortest time from telling how far it is to telling it again.
const TELL: Duration = Duration::from_millis(50);
/// How long a device is kept where nothing plays.
const KEEP_DEVICE: Duration = Duration::from_secs(20);

/// Orders to the thread.
pub(crate) enum Order {
    Load(Load, SyncSender<State>),
    Control(Control, SyncSender<State>),
    Tell(SyncSender<State>),
}

pub(crate) struct Work {
    deck: Arc<SharedDeck>,
    feed: Option<Feed>,
    output: Box<dyn Output>,
    opened: Option<Opened>,
    /// The id of the device that was chosen.
    device: Option<String>,
    /// Whether the device that is open went away.
    lost: Arc<AtomicBool>,
    key: String,
    problem: Option<String>,
    tell: Box<dyn Fn(&State) + Send>,
    /// Whether it played when that was told last, and when.
    told: (bool, Instant),
}

impl Work {
    pub(crate) fn new(output: Box<dyn Output>, tell: Box<dyn Fn(&State) + Send>) -> Self {
        let deck = Arc::<SharedDeck>::default();
        deck.lock().volume = 1.0;
        let lost = Arc::new(AtomicBool::new(false));
        let (key, told) = (String::new(), (false, Instant::now()));
        Self {
            deck,
            feed: None,
            output,
            opened: None,
            device: None,
            lost,
            key,
            problem: None,
            tell,
            told,
        }
    }

    pub(crate) fn run(mut self, orders: &Receiver<Order>) {
        loop {
            match orders.recv_timeout(self.pause()) {
                Ok(Order::Load(load, reply)) => {
                    self.load(load);
                    self.answer(&reply);
                }
                Ok(Order::Control(control, reply)) => {
                    self.control(control);
                    self.answer(&reply);
                }
                Ok(Order::Tell(reply)) => drop(reply.send(self.state())),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return,
            }
            self.look_after();
        }
    }

    /// How long there is nothing to do.
    fn pause(&self) -> Duration {
        let deck = self.deck.lock();
        match (&self.feed, deck.playing) {
            (Some(_), _) if !deck.whole && deck.ready() < AHEAD => Duration::ZERO,
            (Some(_), true) => LOOK,
            _ if self.opened.is_some() => {
                KEEP_DEVICE.saturating_sub(self.told.1.elapsed()).max(LOOK)
            }
            _ => Duration::from_hours(1),
        }
    }

    fn answer(&mut self, reply: &SyncSender<State>) {
        let state = self.state();
        self.told = (state.playing, Instant::now());
        (self.tell)(&state);
        // Who asked may be gone.
        let _ = reply.send(state);
    }

    /// Does the periodic work: looks after a lost device, decoding, telling the state and closing
    /// an idle device.
    fn look_after(&mut self) {
        if self.lost.swap(false, Ordering::Relaxed) {
            let name = self
                .opened
                .take()
                .map_or_else(String::new, |opened| opened.name);
            self.deck.lock().playing = false;
            self.problem = Some(PlaybackError::Missing { id: name }.to_string());
        }
        if let Err(error) = self.fill() {
            self.stop(&error);
        }
        let playing = self.deck.lock().playing;
        let (was_playing, since) = (self.told.0, self.told.1.elapsed());
        if playing != was_playing || (playing && since >= TELL) {
            self.told = (playing, Instant::now());
            (self.tell)(&self.state());
        } else if !playing && since >= KEEP_DEVICE {
            self.opened = None;
        }
    }

    /// Decodes one block more where there is room for it.
    fn fill(&mut self) -> Result<(), MediaError> {
        let Some(feed) = &mut self.feed else {
            return Ok(());
        };
        let has_room = {
            let deck = self.deck.lock();
            !deck.whole && deck.ready() < AHEAD
        };
        if has_room {
            let block = feed.next()?;
            let mut deck = self.deck.lock();
            match block {
                Some(block) => deck.push(block),
                None => deck.whole = true,
            }
            drop(deck);
            self.deck.notify();
        }
        Ok(())
    }

    /// Plays no more of a file that turned out to be broken.
    fn stop(&mut self, error: &MediaError) {
        self.problem = Some(error.to_string());
        self.feed = None;
        let mut deck = self.deck.lock();
        (deck.playing, deck.whole) = (false, true);
        drop(deck);
        self.deck.notify();
    }

    fn load(&mut self, load: Load) {
        (self.key, self.problem, self.feed) = (load.key, None, None);
        let files = &load.files[..load.files.len().min(2)];
        let mut deck = self.deck.lock();
        (deck.playing, deck.side) = (false, 0);
        deck.jump(0, VecDeque::new(), true);
        drop(deck);
        if files.is_empty() {
            return;
        }
        let opened = Feed::open(files)
            .map(|feed| self.feed = Some(feed))
            .and_then(|()| self.go_to(frames(load.at)));
        if let Err(error) = opened {
            self.stop(&error);
        }
    }

    fn control(&mut self, control: Control) {
        match control {
            Control::Volume { volume } => {
                self.deck.lock().volume = if volume.is_finite() {
                    volume.clamp(0.0, 1.0)
                } else {
                    1.0
                };
            }
            Control::Device { id } => self.choose(id),
            _ if self.feed.is_none() => {}
            Control::Play => self.play(),
            Control::Pause => self.deck.lock().playing = false,
            Control::Side { side } => {
                let sides = self.feed.as_ref().map_or(1, Feed::sides);
                self.deck.lock().side = side.min(sides - 1);
            }
            Control::Seek { seconds } => self.attempt(|work| work.go_to(frames(seconds))),
            Control::Loop { range } => self.attempt(|work| work.go_round(range)),
        }
    }

    fn attempt(&mut self, action: impl FnOnce(&mut Self) -> Result<(), MediaError>) {
        if let Err(error) = action(self) {
            self.stop(&error);
        }
    }

    fn play(&mut self) {
        self.problem = None;
        if self.opened.is_none() && !self.open() {
            return;
        }
        let at_end = {
            let deck = self.deck.lock();
            deck.whole && deck.ready() == 0
        };
        if at_end {
            self.attempt(|work| work.go_to(0));
        }
        self.deck.lock().playing = self.feed.is_some();
    }

    /// Opens the chosen device, or the system's choice where that one is gone; says so in both
    /// cases.
    fn open(&mut self) -> bool {
        let mut opened = self.open_device(self.device.clone());
        if let Err(error @ PlaybackError::Missing { .. }) = &opened {
            self.problem = Some(error.to_string());
            opened = self.open_device(None);
        }
        match opened {
            Ok(opened) => self.opened = Some(opened),
            Err(error) => self.problem = Some(error.to_string()),
        }
        self.opened.is_some()
    }

    fn open_device(&mut self, device: Option<String>) -> Result<Opened, PlaybackError> {
        let lost = Arc::clone(&self.lost);
        let source = DeckSource::new(Arc::clone(&self.deck));
        self.output.open(
            device.as_deref(),
            source,
            Box::new(move || lost.store(true, Ordering::Relaxed)),
        )
    }

    /// Goes on, on another device, where it is.
    fn choose(&mut self, device: Option<String>) {
        if self.device == device {
            return;
        }
        self.device = device;
        self.problem = None;
        if self.opened.take().is_some() && self.deck.lock().playing && !self.open() {
            self.deck.lock().playing = false;
        }
    }

    fn go_to(&mut self, position: u64) -> Result<(), MediaError> {
        let Some(feed) = &mut self.feed else {
            return Ok(());
        };
        let position = position.min(feed.length);
        feed.seek(position)?;
        let (blocks, whole) = some(feed)?;
        // A place behind the loop is its start.
        let position = blocks.front().map_or(position, |block| block.at);
        self.deck.lock().jump(position, blocks, whole);
        self.deck.notify();
        Ok(())
    }

    /// Begins or ends a loop: what is heard goes on meanwhile, and what was decoded ahead is
    /// decoded anew.
    fn go_round(&mut self, range: Option<(f64, f64)>) -> Result<(), MediaError> {
        let Some(feed) = &mut self.feed else {
            return Ok(());
        };
        let range = range.map(|(from, to)| (frames(from), frames(to).min(feed.length)));
        if range.is_some_and(|(from, to)| from.saturating_add(SHORTEST_LOOP) > to) {
            self.problem = Some(
                "The marked range is too short; mark at least 0.05 seconds of the sound."
                    .to_owned(),
            );
            return Ok(());
        }
        self.problem = None;
        feed.looped = range;
        let position = self.deck.lock().position;
        feed.seek(position)?;
        let (blocks, whole) = some(feed)?;
        self.deck.lock().replace(blocks, whole);
        self.deck.notify();
        Ok(())
    }

    fn state(&self) -> State {
        let seconds = |frames: u64| frames as f64 / f64::from(RATE);
        let deck = self.deck.lock();
        let looped = self.feed.as_ref().and_then(|feed| feed.looped);
        State {
            key: self.key.clone(),
            position: seconds(deck.position),
            duration: self.feed.as_ref().map_or(0.0, |feed| seconds(feed.length)),
            playing: deck.playing,
            volume: deck.volume,
            looped: looped.map(|(from, to)| (seconds(from), seconds(to))),
            side: deck.side,
            device: self.opened.as_ref().map(|opened| opened.name.clone()),
            problem: self.problem.clone(),
        }
    }
}

/// Enough blocks to go on with, and whether they are the last.
fn some(feed: &mut Feed) -> Result<(VecDeque<Block>, bool), MediaError> {
    let (mut blocks, mut ready) = (VecDeque::new(), 0);
    while ready < AT_LEAST {
        let Some(block) = feed.next()? else {
            return Ok((blocks, true));
        };
        ready += block.frames();
        blocks.push_back(block);
    }
    Ok((blocks, false))
}

/// Seconds as frames; what is no time is the start.
fn frames(seconds: f64) -> u64 {
    (seconds.max(0.0) * f64::from(RATE)).round() as u64
}
