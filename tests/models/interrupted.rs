//! Downloads by two programs at once, and by one that is killed.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, mpsc};
use std::time::Duration;

use patchbay_test_support::web::{Answering, WebServer};

use crate::{Case, FILES, bytes, name_of};

#[test]
fn two_programs_do_not_get_the_same_model_at_once() {
    let server = Limited::start();
    let case = Case::new();
    server.allow(100_000);
    let mut first = case.start(&["get", "tiny", "--hub", &server.web.address()]);
    server.wait();
    let second = case.call(&["get", "tiny", "--hub", &server.web.address()]);
    first.kill().unwrap();
    first.wait().unwrap();
    assert_eq!(second.status, 3);
    assert!(
        second.messages.contains("another Patchbay"),
        "{}",
        second.messages
    );
    server.allow(usize::MAX);
    assert_eq!(
        case.call(&["get", "tiny", "--hub", &server.web.address()])
            .status,
        0,
        "the lock went with the program"
    );
    case.assert_whole();
}

#[test]
fn killed_at_fifty_moments_it_goes_on_and_ends_right() {
    let server = Limited::start();
    let all: usize = FILES.iter().map(|name| bytes(name).len()).sum();
    let mut gone_on = 0;
    for round in 0..50 {
        let case = Case::new();
        // Every fifth time all bytes are let through, so that it is killed while it checks and
        // moves what came.
        let allowed = if round % 5 == 4 {
            all
        } else {
            scattered(round) % all
        };
        server.allow(allowed);
        let mut killed = case.start(&["get", "tiny", "--hub", &server.web.address()]);
        server.wait();
        // Bytes that were sent need not have been read: mostly it is killed when they are on the
        // disk.
        let on_disk = || {
            FILES
                .iter()
                .map(|name| case.part(name).max(case.there(name)))
                .sum::<usize>()
        };
        while round % 5 > 0 && on_disk() < allowed && killed.try_wait().unwrap().is_none() {
            std::thread::yield_now();
        }
        killed.kill().unwrap();
        killed.wait().unwrap();
        let left = FILES.map(|name| case.part(name));
        let before = server.web.asked().len();
        server.allow(usize::MAX);
        let again = case.call(&["get", "tiny", "--hub", &server.web.address()]);
        assert_eq!(again.status, 0, "round {round}: {}", again.messages);
        for asked in &server.web.asked()[before..] {
            let name = name_of(asked);
            let there = FILES
                .iter()
                .position(|other| *other == name)
                .map_or(0, |number| left[number]);
            assert_eq!(
                asked.from(),
                there,
                "round {round}: {name} goes on where it was left"
            );
            gone_on += usize::from(there > 0);
        }
        case.assert_whole();
    }
    assert!(
        gone_on > 25,
        "most rounds left a part to go on from: {gone_on}"
    );
}

/// A number that looks random, the same in every run (Knuth's multiplicative hashing).
fn scattered(number: usize) -> usize {
    (number + 1).wrapping_mul(2_654_435_761) % 1_000_003
}

/// A good server that sends so many bytes in all, tells when they are sent, and stalls.
struct Limited {
    web: WebServer,
    left: Arc<AtomicUsize>,
    sent: mpsc::Receiver<()>,
}

impl Limited {
    fn start() -> Self {
        let left = Arc::new(AtomicUsize::new(0));
        let (tell, sent) = mpsc::channel();
        let allowed = left.clone();
        let web = WebServer::start(move |asked, answering| {
            let bytes = bytes(name_of(asked));
            let from = answering.serve_head(asked, &bytes, "\"a\"", &[])?;
            bytes[from..]
                .chunks(1000)
                .try_for_each(|piece| send(piece, answering, &allowed, &tell))
        });
        Self { web, left, sent }
    }

    fn allow(&self, bytes: usize) {
        while self.sent.try_recv().is_ok() {}
        self.left.store(bytes, Ordering::SeqCst);
    }

    /// Returns when the allowed bytes were sent.
    fn wait(&self) {
        self.sent
            .recv_timeout(Duration::from_mins(1))
            .expect("the bytes are asked for");
    }
}

fn send(
    piece: &[u8],
    answering: &mut Answering,
    left: &AtomicUsize,
    tell: &mpsc::Sender<()>,
) -> std::io::Result<()> {
    let take = |left: usize| Some(left.saturating_sub(piece.len()));
    let before = left
        .fetch_update(Ordering::SeqCst, Ordering::SeqCst, take)
        .unwrap_or_default();
    let now = piece.len().min(before);
    answering.body(&piece[..now])?;
    if before <= piece.len() {
        let _ = tell.send(());
    }
    if now < piece.len() {
        answering.stall()
    } else {
        Ok(())
    }
}
