//! Servers that take too long, and people who stop waiting.

use std::cell::Cell;
use std::ops::ControlFlow;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use patchbay_connections::endpoint::EndpointError;
use patchbay_inference::Watch;

use crate::support::{Raw, Step, ask, chunk, client, client_of, endpoint, events, head};

/// How long a stop may take.
const AT_ONCE: Duration = Duration::from_millis(300);

/// Ends a chat after a time; how long the end took from then on, at best: a machine with much else to
/// do may be late a few times, but not always.
fn stopped(address: &str, after: u64, first_wait_ms: u64) -> Duration {
    let mut best = Duration::MAX;
    for _ in 0..5 {
        best = best.min(stopped_once(address, after, first_wait_ms));
        if best < AT_ONCE {
            break;
        }
    }
    best
}

fn stopped_once(address: &str, after: u64, first_wait_ms: u64) -> Duration {
    let mut endpoint = endpoint(address);
    endpoint.limits.first_wait_ms = first_wait_ms;
    let client = client_of(endpoint);
    let due = Instant::now() + Duration::from_millis(after);
    let report = |_: f64| {
        if Instant::now() < due {
            return ControlFlow::Continue(());
        }
        ControlFlow::Break(())
    };
    let (answer, _) = ask(&client, None, Watch::new(&report));
    assert_eq!(answer, Err(EndpointError::Cancelled));
    due.elapsed()
}

#[test]
fn stopping_ends_the_request_within_300_ms_wherever_it_is() {
    let streaming = vec![
        head("text/event-stream"),
        chunk(events(&["Good"]).as_bytes()),
        Step::UntilClosed,
    ];
    for script in [vec![Step::UntilClosed], streaming] {
        let server = Raw::new(vec![script]);
        let took = stopped(&server.address, 150, 1);
        assert!(took < AT_ONCE, "{took:?}");
        let begun = Instant::now();
        while !server.closed.load(Ordering::SeqCst) {
            assert!(
                begun.elapsed() < Duration::from_secs(20),
                "the request goes on"
            );
            std::thread::sleep(Duration::from_millis(5));
        }
    }
}

#[test]
fn stopping_ends_the_wait_for_a_retry_too() {
    let failing = b"HTTP/1.1 500 Oops\r\nContent-Length: 0\r\n\r\n".to_vec();
    let server = Raw::new(vec![vec![Step::Send(failing)]]);
    let took = stopped(&server.address, 100, 20_000);
    assert!(took < AT_ONCE, "{took:?}");
}

#[test]
fn the_time_limit_holds_before_and_within_an_answer() {
    let dripping = std::iter::once(head("text/event-stream"))
        .chain((0..200).flat_map(|_| [chunk(events(&["x"]).as_bytes()), Step::Wait(20)]));
    for script in [vec![Step::UntilClosed], dripping.collect()] {
        let server = Raw::new(vec![script]);
        let mut endpoint = endpoint(&server.address);
        endpoint.limits.answer_ms = 250;
        let client = client_of(endpoint);
        let begun = Instant::now();
        let error = ask(&client, None, Watch::nobody()).0.unwrap_err();
        assert!(
            matches!(error, EndpointError::TimedOut { seconds: 1, .. }),
            "{error:?}"
        );
        assert!(error.to_string().contains("“Test server”"), "{error}");
        let took = begun.elapsed();
        assert!(
            took >= Duration::from_millis(250) && took < Duration::from_secs(9),
            "{took:?}"
        );
        assert_eq!(server.count(), 1, "what takes too long is not tried again");
    }
}

#[test]
fn parts_are_heard_as_they_come() {
    let server = Raw::new(vec![vec![
        head("text/event-stream"),
        chunk(events(&["Good"]).as_bytes()),
        Step::UntilClosed,
    ]]);
    let heard = Cell::new(false);
    let report = |_: f64| {
        if heard.get() {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    };
    let messages = [patchbay_inference::chat::Message::new(
        patchbay_inference::chat::Role::User,
        "Hello",
    )];
    let request = patchbay_inference::chat::ChatRequest {
        messages: &messages,
        sampling: patchbay_inference::chat::Sampling::GREEDY,
        longest: 10,
        schema: None,
    };
    // Ends only because the part was heard while the answer went on.
    let mut said = |part: &str| heard.set(part == "Good");
    let answer = client(&server.address).chat(&request, &mut said, Watch::new(&report));
    assert_eq!(answer, Err(EndpointError::Cancelled));
}
