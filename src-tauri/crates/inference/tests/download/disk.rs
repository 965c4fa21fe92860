//! Files on disk: room for them, others who work on them, looking into them, removing them.

use std::ops::ControlFlow;
use std::sync::mpsc;

use patchbay_inference::download::{self, DownloadError};
use patchbay_inference::library::{LibraryError, State, Verified};
use patchbay_inference::{InferenceError, Watch};

use crate::support::{Case, options, serving, starts, weights};

#[test]
fn a_disk_without_room_is_told_before_anything_is_asked() {
    let server = serving(|asked, answering| answering.serve(asked, &weights(), "\"w\""));
    let mut case = Case::new("");
    case.library = case.library.clone().with_free_space(|_| Ok(1234));
    let said = case.error(&server);
    assert!(
        said.contains("300 kB are needed") && said.contains("1 kB are free"),
        "{said}"
    );
    assert_eq!(server.asked(), []);
}

#[test]
fn a_disk_that_is_too_small_for_what_the_server_announces_is_told_before_it_comes() {
    let server = serving(|asked, answering| answering.serve(asked, &weights(), "\"w\""));
    let mut case = Case::new("");
    case.library = case.library.clone().with_free_space(|_| Ok(300_020));
    assert!(matches!(
        case.get(&server),
        Err(DownloadError::Library(LibraryError::Space { .. }))
    ));
    assert_eq!(case.part(), 0);
}

#[test]
fn only_one_works_on_a_model_at_a_time() {
    let (begun, begins) = mpsc::channel();
    let server = serving(move |asked, answering| {
        if asked.before > 0 {
            return answering.serve(asked, &weights(), "\"w\"");
        }
        answering.serve_head(asked, &weights(), "\"w\"", &[])?;
        begun.send(()).unwrap();
        answering.stall()
    });
    let case = Case::new("");
    let (end, ends) = mpsc::channel::<()>();
    std::thread::scope(|scope| {
        let (case, options) = (&case, options(&server));
        let first = scope.spawn(move || {
            let report = |_: &download::Progress| match ends.try_recv() {
                Ok(()) => ControlFlow::Break(()),
                Err(_) => ControlFlow::Continue(()),
            };
            download::get(&case.library, &case.model, &options, &report)
        });
        begins.recv().unwrap();
        assert!(case.error(&server).contains("another Patchbay"));
        assert!(matches!(
            case.library.remove(&case.model),
            Err(LibraryError::Busy { .. })
        ));
        assert_eq!(starts(&server), [0], "the second asked nothing");
        end.send(()).unwrap();
        assert!(matches!(
            first.join().unwrap(),
            Err(DownloadError::Library(LibraryError::Stopped))
        ));
    });
    case.get(&server).unwrap();
    case.assert_whole();
}

#[test]
fn a_change_on_disk_is_found_and_only_that_file_is_got_anew() {
    let server = serving(|asked, answering| answering.serve(asked, &weights(), "\"w\""));
    let case = Case::new("");
    case.get(&server).unwrap();
    let verify = || case.library.verify(&case.model, &Watch::nobody()).unwrap();
    let wrong = |found: Vec<Verified>| -> Vec<String> {
        found
            .into_iter()
            .filter(|file| file.wrong.is_some())
            .map(|file| file.path)
            .collect()
    };
    assert!(wrong(verify()).is_empty());
    let mut bytes = weights();
    bytes[2000] ^= 1;
    std::fs::write(case.path("model.safetensors"), &bytes).unwrap();
    assert!(
        matches!(case.state(), State::Installed { .. }),
        "the size is the same"
    );
    assert_eq!(wrong(verify()), ["model.safetensors"]);
    case.get(&server).unwrap();
    case.assert_whole();
    assert_eq!(server.asked().len(), 3);
    std::fs::write(case.path("config.json"), "{}").unwrap();
    let State::Broken { file, reason } = case.state() else {
        panic!("{:?}", case.state())
    };
    assert!(
        file == "config.json" && reason.contains("2 bytes"),
        "{reason}"
    );
    std::fs::remove_file(case.path("config.json")).unwrap();
    assert_eq!(wrong(verify()), ["config.json"]);
    case.get(&server).unwrap();
    case.assert_whole();
}

#[test]
fn looking_into_it_reports_and_can_be_stopped() {
    let server = serving(|asked, answering| answering.serve(asked, &weights(), "\"w\""));
    let case = Case::new("");
    case.get(&server).unwrap();
    let last = std::cell::Cell::new(0.0);
    let report = |fraction| {
        last.set(fraction);
        ControlFlow::Continue(())
    };
    case.library
        .verify(&case.model, &Watch::new(&report))
        .unwrap();
    assert!((last.get() - 1.0).abs() < 1e-9);
    let stop = |_| ControlFlow::Break(());
    assert!(matches!(
        case.library.verify(&case.model, &Watch::new(&stop)),
        Err(LibraryError::Stopped)
    ));
    assert!(matches!(
        Watch::new(&stop).at(1, 1),
        Err(InferenceError::Cancelled)
    ));
}

#[test]
fn a_model_whose_source_changed_is_got_anew() {
    let server = serving(|asked, answering| answering.serve(asked, &weights(), "\"w\""));
    let mut case = Case::new("");
    case.get(&server).unwrap();
    case.model.source = patchbay_inference::registry::Source::Hub {
        repository: "someone/tiny".to_owned(),
        revision: "second".to_owned(),
    };
    assert!(
        matches!(case.state(), State::Broken { reason, .. } if reason.contains("someone/tiny@second"))
    );
    let second = patchbay_test_support::web::WebServer::start(|asked, answering| {
        let is_config = asked.path.ends_with("config.json");
        let bytes = if is_config {
            crate::support::CONFIG.to_vec()
        } else {
            weights()
        };
        answering.serve(asked, &bytes, "\"second\"")
    });
    case.get(&second).unwrap();
    case.assert_whole();
    assert_eq!(second.asked().len(), 2);
}

#[test]
fn what_is_removed_is_gone() {
    let server = serving(|asked, answering| answering.serve(asked, &weights(), "\"w\""));
    let case = Case::new("");
    case.library.remove(&case.model).unwrap();
    case.get(&server).unwrap();
    case.library.remove(&case.model).unwrap();
    assert_eq!(case.state(), State::Absent);
    assert!(!case.path("").exists());
}
