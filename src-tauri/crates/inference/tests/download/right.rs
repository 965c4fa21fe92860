//! Downloads that end right.

use std::cell::RefCell;
use std::ops::ControlFlow;
use std::sync::{Arc, Condvar, Mutex};

use patchbay_inference::download::{self, Options};
use patchbay_inference::library::State;
use patchbay_test_support::web::WebServer;

use crate::support::{CONFIG, Case, STALL, WEIGHTS, options, serving, starts, sum, weights};

#[test]
fn a_model_comes_whole_and_is_asked_for_once() {
    let server = serving(|asked, answering| answering.serve(asked, &weights(), "\"w\""));
    let case = Case::new("");
    assert_eq!(case.state(), State::Absent);
    let last = RefCell::new(None);
    let report = |progress: &download::Progress| {
        last.replace(Some(*progress));
        ControlFlow::Continue(())
    };
    download::get(&case.library, &case.model, &options(&server), &report).unwrap();
    case.assert_whole();
    let progress = last.take().unwrap();
    assert_eq!(
        (progress.bytes, progress.total),
        ((weights().len() + CONFIG.len()) as u64, progress.bytes)
    );
    case.get(&server).unwrap();
    assert_eq!(
        server.asked().len(),
        2,
        "what is there is not asked for again"
    );
    let offline = Options {
        offline: true,
        ..options(&server)
    };
    case.get_with(&offline).unwrap();
}

#[test]
fn the_hub_s_word_about_a_file_is_taken_and_no_password_goes_where_it_sends_on() {
    let files =
        WebServer::start(|asked, answering| answering.serve(asked, &weights(), "\"of-the-store\""));
    let store = format!("{}/store?signature=abc", files.address());
    let hub = serving(move |_, answering| {
        let tag = format!("\"{}\"", sum(&weights()));
        let size = weights().len().to_string();
        let headers = [
            ("Location", store.as_str()),
            ("X-Linked-Etag", &tag),
            ("X-Linked-Size", &size),
        ];
        answering.say(302, &headers)
    });
    let case = Case::new("");
    case.get_with(&Options {
        token: Some("secret".to_owned()),
        ..options(&hub)
    })
    .unwrap();
    case.assert_whole();
    let manifest = std::fs::read_to_string(case.path("manifest.json")).unwrap();
    assert!(
        manifest.contains(&sum(&weights())) && manifest.contains("\"agreed\": \"hub\""),
        "{manifest}"
    );
    let told = |server: &WebServer| {
        server
            .asked()
            .iter()
            .all(|asked| asked.header("authorization").is_some())
    };
    assert!(told(&hub) && !told(&files));
    let with_password = hub.address().replace("http://", "http://me:word@");
    let again = Case::new("");
    again
        .get_with(&Options {
            base: with_password,
            ..options(&hub)
        })
        .unwrap();
    again.assert_whole();
    assert!(
        told(&hub)
            && files
                .asked()
                .iter()
                .all(|asked| asked.header("authorization").is_none())
    );
}

#[test]
fn a_connection_that_breaks_off_is_gone_on_from() {
    let server = serving(|asked, answering| {
        let bytes = weights();
        let from = answering.serve_head(asked, &bytes, "\"w\"", &[])?;
        answering.body(&bytes[from..bytes.len().min(from + 100_000)])
    });
    let case = Case::new("");
    case.get(&server).unwrap();
    case.assert_whole();
    assert_eq!(
        starts(&server),
        [0, 100_000, 200_000, 300_000],
        "each goes on where the last ended"
    );
    let asked = server.asked();
    let tags: Vec<_> = asked
        .iter()
        .filter(|asked| asked.path == WEIGHTS)
        .map(|asked| asked.header("if-range"))
        .collect();
    assert_eq!(tags, [None, Some("\"w\""), Some("\"w\""), Some("\"w\"")]);
}

#[test]
fn a_server_that_stalls_is_asked_again() {
    let server = serving(|asked, answering| {
        let bytes = weights();
        if asked.before > 0 {
            return answering.serve(asked, &bytes, "\"w\"");
        }
        answering.serve_head(asked, &bytes, "\"w\"", &[])?;
        answering.body(&bytes[..1000])?;
        answering.stall()
    });
    let case = Case::new("");
    case.get_with(&Options {
        stall: STALL,
        ..options(&server)
    })
    .unwrap();
    case.assert_whole();
    assert_eq!(starts(&server), [0, 1000]);
}

/// A server's first answer breaks off after a thousand bytes; the others are given by `then`.
fn broken_off_once(
    then: impl Fn(
        &patchbay_test_support::web::Asked,
        &mut patchbay_test_support::web::Answering,
    ) -> std::io::Result<()>
    + Send
    + Sync
    + 'static,
) -> WebServer {
    serving(move |asked, answering| {
        if asked.before > 0 {
            return then(asked, answering);
        }
        let bytes = weights();
        answering.serve_head(asked, &bytes, "\"w\"", &[])?;
        answering.body(&bytes[..1000])
    })
}

#[test]
fn a_server_without_ranges_is_read_from_the_beginning() {
    let server = broken_off_once(|_, answering| {
        answering.head(200, &[("Content-Length", &weights().len().to_string())])?;
        answering.body(&weights())
    });
    let case = Case::new("");
    case.get(&server).unwrap();
    case.assert_whole();
    assert_eq!(starts(&server), [0, 1000]);
}

#[test]
fn a_range_that_the_server_denies_is_given_up() {
    let server = broken_off_once(|asked, answering| match asked.from() {
        0 => answering.serve(asked, &weights(), "\"w\""),
        _ => answering.say(416, &[("Content-Range", "bytes */5")]),
    });
    let case = Case::new("");
    case.get(&server).unwrap();
    case.assert_whole();
    assert_eq!(starts(&server), [0, 1000, 0]);
}

#[test]
fn a_file_that_changes_between_two_attempts_is_got_from_the_beginning() {
    let heeds = broken_off_once(|asked, answering| answering.serve(asked, &weights(), "\"new\""));
    let case = Case::new("");
    case.get(&heeds).unwrap();
    case.assert_whole();
    assert_eq!(starts(&heeds), [0, 1000]);
    let ignores = broken_off_once(|asked, answering| {
        let (from, length) = (asked.from(), weights().len());
        if from == 0 {
            return answering.serve(asked, &weights(), "\"new\"");
        }
        let range = format!("bytes {from}-{}/{length}", length - 1);
        let left = (length - from).to_string();
        answering.head(
            206,
            &[
                ("Content-Range", &range),
                ("Content-Length", &left),
                ("ETag", "\"new\""),
            ],
        )?;
        answering.body(&weights()[from..])
    });
    let case = Case::new("");
    case.get(&ignores).unwrap();
    case.assert_whole();
    assert_eq!(starts(&ignores), [0, 1000, 0]);
}

#[test]
fn another_range_than_the_one_asked_for_is_not_taken() {
    let server = broken_off_once(|asked, answering| {
        if asked.from() == 0 {
            return answering.serve(asked, &weights(), "\"w\"");
        }
        let range = format!("bytes 500-{}/{}", weights().len() - 1, weights().len());
        answering.head(206, &[("Content-Range", &range), ("ETag", "\"w\"")])?;
        answering.body(&weights()[500..])
    });
    let case = Case::new("");
    case.get(&server).unwrap();
    case.assert_whole();
    assert_eq!(starts(&server), [0, 1000, 0]);
}

#[test]
fn what_nothing_tells_apart_from_another_version_is_not_gone_on_from() {
    let server = serving(|asked, answering| {
        let bytes = weights();
        answering.head(200, &[("Content-Length", &bytes.len().to_string())])?;
        answering.body(if asked.before == 0 {
            &bytes[..1000]
        } else {
            &bytes
        })
    });
    let case = Case::new("");
    case.get(&server).unwrap();
    case.assert_whole();
    assert_eq!(starts(&server), [0, 0]);
}

#[test]
fn trouble_that_passes_is_waited_out() {
    let server = serving(|asked, answering| match asked.before {
        0 => answering.say(500, &[]),
        1 => answering.say(503, &[]),
        2 => answering.say(429, &[]),
        _ => answering.serve(asked, &weights(), "\"w\""),
    });
    let case = Case::new("");
    case.get(&server).unwrap();
    case.assert_whole();
}

#[test]
fn four_files_come_at_once_and_no_more() {
    let at_once = Arc::new((Mutex::new((0, 0)), Condvar::new()));
    let seen = at_once.clone();
    let server = WebServer::start(move |asked, answering| {
        let (counts, changed) = &*at_once;
        let mut held = counts.lock().unwrap();
        held.0 += 1;
        held.1 = held.1.max(held.0);
        changed.notify_all();
        drop(changed.wait_while(held, |(_, most)| *most < 4).unwrap());
        let head = answering.serve_head(asked, CONFIG, "\"c\"", &[]);
        counts.lock().unwrap().0 -= 1;
        head.and_then(|_| answering.body(CONFIG))
    });
    let files: Vec<String> = (0..12)
        .map(|number| format!("{{ path = \"{number}.json\" }}"))
        .collect();
    let case = Case::with_files(&files.join(", "));
    case.get(&server).unwrap();
    assert!(matches!(case.state(), State::Installed { .. }));
    assert_eq!(seen.0.lock().unwrap().1, 4);
}
