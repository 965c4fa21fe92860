//! Downloads that end with an error that says what happened.

use std::ops::ControlFlow;

use patchbay_inference::download::{self, DownloadError, Options};
use patchbay_inference::library::{LibraryError, State};
use patchbay_test_support::web::{WebServer, safetensors};

use crate::support::{Case, STALL, options, serving, starts, sum, weights};

#[test]
fn wrong_bytes_are_thrown_away() {
    let server = serving(|asked, answering| {
        let mut bytes = weights();
        bytes[1000] ^= 1;
        answering.serve(asked, &bytes, "\"w\"")
    });
    let case = Case::new(&format!(", sha256 = \"{}\"", sum(&weights())));
    let said = case.error(&server);
    assert!(
        said.contains("“model.safetensors”") && said.contains(&sum(&weights())),
        "{said}"
    );
    assert_eq!(
        (case.part(), case.path("model.safetensors").exists()),
        (0, false)
    );
    assert!(!case.path("model.safetensors.part.json").exists());
}

#[test]
fn the_hub_s_sum_is_held_against_the_bytes_and_against_the_registry() {
    let server = serving(|asked, answering| {
        let tag = format!("\"{}\"", sum(b"something else"));
        let from = answering.serve_head(asked, &weights(), "\"w\"", &[("X-Linked-Etag", &tag)])?;
        answering.body(&weights()[from..])
    });
    let said = Case::new("").error(&server);
    assert!(
        said.contains(&sum(b"something else")) && said.contains(&sum(&weights())),
        "{said}"
    );
    let case = Case::new(&format!(", sha256 = \"{}\"", sum(&weights())));
    assert!(matches!(case.get(&server), Err(DownloadError::Sum { .. })));
    assert_eq!(case.part(), 0, "refused before a byte is written");
}

#[test]
fn a_part_that_was_spoilt_on_disk_does_not_pass() {
    let server = serving(|asked, answering| match asked.before {
        0 => {
            answering.serve_head(asked, &weights(), "\"w\"", &[])?;
            answering.body(&weights()[..1000])
        }
        1..=5 => answering.say(500, &[]),
        _ => answering.serve(asked, &weights(), "\"w\""),
    });
    let case = Case::new(&format!(", sha256 = \"{}\"", sum(&weights())));
    case.error(&server);
    assert_eq!(case.part(), 1000);
    std::fs::write(case.path("model.safetensors.part"), [7; 1000]).unwrap();
    assert!(matches!(case.get(&server), Err(DownloadError::Sum { .. })));
    case.get(&server).unwrap();
    case.assert_whole();
    assert_eq!(starts(&server)[6..], [1000, 0]);
}

#[test]
fn a_length_other_than_the_known_one_is_refused() {
    let short = serving(|asked, answering| answering.serve(asked, &weights()[..5000], "\"w\""));
    let case = Case::new(&format!(", size = {}", weights().len()));
    let said = case.error(&short);
    assert!(
        said.contains("has 5000.") && said.contains(&weights().len().to_string()),
        "{said}"
    );
    assert_eq!(case.part(), 0);
    let by_the_hub = serving(|asked, answering| {
        let size = weights().len().to_string();
        let from = answering.serve_head(
            asked,
            &weights()[..5000],
            "\"w\"",
            &[("X-Linked-Size", &size)],
        )?;
        answering.body(&weights()[from..5000])
    });
    assert!(matches!(
        Case::new("").get(&by_the_hub),
        Err(DownloadError::Length { found: 5000, .. })
    ));
}

#[test]
fn a_file_that_breaks_off_where_nobody_knows_its_length_is_refused_by_its_header() {
    let server = serving(|asked, answering| answering.serve(asked, &weights()[..5000], "\"w\""));
    let case = Case::new("");
    let said = case.error(&server);
    assert!(
        said.contains("model.safetensors") && said.contains("breaks off"),
        "{said}"
    );
    assert_eq!(
        (case.part(), case.path("model.safetensors").exists()),
        (0, false)
    );
}

#[test]
fn a_page_instead_of_a_model_is_refused() {
    let server = serving(|asked, answering| {
        answering.serve(asked, b"<html>Log in first</html>", "\"page\"")
    });
    let said = Case::new("").error(&server);
    assert!(said.contains("not a safetensors file"), "{said}");
}

#[test]
fn more_bytes_than_announced_are_refused() {
    let server = serving(|_, answering| {
        answering.head(200, &[("Transfer-Encoding", "chunked")])?;
        let bytes = weights();
        answering.body(format!("{:x}\r\n", bytes.len() + 10).as_bytes())?;
        answering.body(&bytes)?;
        answering.body(b"0123456789\r\n0\r\n\r\n")
    });
    let case = Case::new(&format!(", size = {}", weights().len()));
    assert!(matches!(
        case.get(&server),
        Err(DownloadError::Length { .. })
    ));
    assert_eq!(case.part(), 0);
}

#[test]
fn a_file_that_never_ends_is_given_up() {
    let server = serving(|_, answering| {
        answering.head(200, &[])?;
        let piece = vec![0; 1 << 20];
        loop {
            answering.body(&piece)?;
        }
    });
    let case = Case::new("");
    assert!(matches!(
        case.get(&server),
        Err(DownloadError::Endless { .. })
    ));
    assert_eq!(case.part(), 0);
}

#[test]
fn a_length_that_is_never_reached_ends_with_an_error() {
    // Long enough that each attempt by itself was worth it.
    let bytes = safetensors(2 << 20, 1);
    let server = serving(move |asked, answering| {
        let from = asked.from();
        if from > 0 {
            return answering.say(
                416,
                &[("Content-Range", &format!("bytes */{}", bytes.len()))],
            );
        }
        answering.head(
            200,
            &[
                ("Content-Length", &(bytes.len() + 5).to_string()),
                ("ETag", "\"w\""),
            ],
        )?;
        answering.body(&bytes)
    });
    let said = Case::new("").error(&server);
    assert!(said.contains("could not be got whole"), "{said}");
    assert_eq!(
        starts(&server).len(),
        6,
        "only the first time is what came worth another five attempts"
    );
}

#[test]
fn a_server_that_stalls_for_good_leaves_what_came() {
    let server = serving(|asked, answering| {
        if asked.before > 1 {
            return answering.serve(asked, &weights(), "\"w\"");
        }
        let from = answering.serve_head(asked, &weights(), "\"w\"", &[])?;
        answering.body(&weights()[from..from + 1000])?;
        answering.stall()
    });
    let case = Case::new("");
    let options = Options {
        stall: STALL,
        retries: 1,
        ..options(&server)
    };
    let said = case.get_with(&options).unwrap_err().to_string();
    assert!(
        said.contains("nothing more came") && said.contains("is kept"),
        "{said}"
    );
    assert_eq!(case.part(), 2000);
    assert!(matches!(case.state(), State::Partial { .. }));
    case.get(&server).unwrap();
    case.assert_whole();
    assert_eq!(starts(&server), [0, 1000, 2000]);
}

#[test]
fn a_loop_of_redirects_ends() {
    let server = serving(|_, answering| {
        answering.say(
            302,
            &[("Location", "/someone/tiny/resolve/main/model.safetensors")],
        )
    });
    let said = Case::new("").error(&server);
    assert!(said.contains("more than 10 times"), "{said}");
    let astray = serving(|_, answering| answering.say(302, &[("Location", "file:///etc/passwd")]));
    assert!(Case::new("").error(&astray).contains("not on the web"));
}

#[test]
fn refusals_say_what_to_do_and_are_not_repeated() {
    for (status, hint) in [
        (404, "slip"),
        (403, "licence"),
        (401, "token"),
        (451, "another address"),
    ] {
        let server = serving(move |_, answering| answering.say(status, &[]));
        let said = Case::new("").error(&server);
        assert!(
            said.contains(&status.to_string()) && said.contains(hint),
            "{said}"
        );
        assert_eq!(starts(&server), [0]);
    }
    let server = serving(|_, answering| answering.say(500, &[]));
    let said = Case::new("").error(&server);
    assert!(
        said.contains("500") && said.contains("trouble of its own"),
        "{said}"
    );
    assert_eq!(starts(&server).len(), 6);
}

#[test]
fn nobody_there_is_an_error_without_a_password() {
    let nobody = WebServer::start(|_, _| Ok(())).address();
    let base = nobody.replace("http://", "http://me:word@");
    let options = Options {
        base,
        retries: 0,
        ..Options::default()
    };
    let said = Case::new("").get_with(&options).unwrap_err().to_string();
    assert!(
        said.contains("cannot be reached") && said.contains(&nobody) && !said.contains("word"),
        "{said}"
    );
    let options = Options {
        base: "ftp://me:word@files".to_owned(),
        ..Options::default()
    };
    let said = Case::new("").get_with(&options).unwrap_err().to_string();
    assert!(
        said.contains("“files” is not an address") && !said.contains("word"),
        "{said}"
    );
}

#[test]
fn what_is_stopped_keeps_what_came_and_goes_on_from_there() {
    let server = serving(|asked, answering| {
        if asked.before > 0 {
            return answering.serve(asked, &weights(), "\"w\"");
        }
        answering.serve_head(asked, &weights(), "\"w\"", &[])?;
        answering.body(&weights()[..200_000])?;
        answering.stall()
    });
    let case = Case::new("");
    let stop = |progress: &download::Progress| {
        if progress.bytes > 200_000 {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    };
    let stopped = download::get(&case.library, &case.model, &options(&server), &stop);
    assert!(matches!(
        stopped,
        Err(DownloadError::Library(LibraryError::Stopped))
    ));
    assert_eq!(case.part(), 200_000);
    case.get(&server).unwrap();
    case.assert_whole();
    assert_eq!(starts(&server), [0, 200_000]);
}

#[test]
fn offline_asks_nothing() {
    let server = serving(|asked, answering| answering.serve(asked, &weights(), "\"w\""));
    let said = Case::new("")
        .get_with(&Options {
            offline: true,
            ..options(&server)
        })
        .unwrap_err()
        .to_string();
    assert!(
        said.contains("stay offline") && said.contains("“tiny”"),
        "{said}"
    );
    assert_eq!(server.asked(), []);
}
