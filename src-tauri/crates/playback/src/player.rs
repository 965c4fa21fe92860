//! The player: asked from anywhere, it answers how things stand.

use std::sync::mpsc::{self, Sender, SyncSender};
use std::thread;

use crate::output::Output;
use crate::state::{Control, Load, State};
use crate::work::{Order, Work};

/// Plays audio. One file is loaded at a time, or two that are compared.
#[derive(Debug, Clone)]
pub struct Player {
    orders: Sender<Order>,
}

impl Player {
    /// Starts the player's thread, which ends with the last player. No device is opened before
    /// something is played. `tell` hears how things stand: after everything that is asked, and up
    /// to 20 times a second while something plays.
    pub fn start(output: impl Output, tell: impl Fn(&State) + Send + 'static) -> Self {
        let (orders, received) = mpsc::channel();
        let work = move || Work::new(Box::new(output), Box::new(tell)).run(&received);
        if let Err(error) = thread::Builder::new().name("player".to_owned()).spawn(work) {
            tracing::error!(%error, "there is no thread to play sound on");
        }
        Self { orders }
    }

    /// Loads files in place of those that are there, paused at their place. A file that cannot be
    /// played is the state's problem.
    pub fn load(&self, load: Load) -> State {
        self.ask(|reply| Order::Load(load, reply))
    }

    /// Does something with the files that are there.
    pub fn control(&self, control: Control) -> State {
        self.ask(|reply| Order::Control(control, reply))
    }

    /// How things stand.
    pub fn state(&self) -> State {
        self.ask(Order::Tell)
    }

    fn ask(&self, order: impl FnOnce(SyncSender<State>) -> Order) -> State {
        let (reply, answer) = mpsc::sync_channel(1);
        let asked = self.orders.send(order(reply)).is_ok();
        asked
            .then(|| answer.recv().ok())
            .flatten()
            .unwrap_or_else(|| State {
                problem: Some(
                    "Playing sound has stopped working; start Patchbay again.".to_owned(),
                ),
                ..State::default()
            })
    }
}
