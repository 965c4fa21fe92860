//! A model of two files, and what is asked of a server for it.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::Duration;

use patchbay_inference::download::{self, DownloadError, Options};
use patchbay_inference::library::{Library, State};
use patchbay_inference::registry::{Model, Registry};
use patchbay_test_support::TestDir;
use patchbay_test_support::web::{WebServer, safetensors};
use sha2::{Digest, Sha256};

pub(crate) const CONFIG: &[u8] = br#"{"layers": 2}"#;
pub(crate) const WEIGHTS: &str = "/someone/tiny/resolve/main/model.safetensors";

/// The model's weights.
pub(crate) fn weights() -> Vec<u8> {
    safetensors(300_000, 1)
}

pub(crate) fn sum(bytes: &[u8]) -> String {
    let bytes = Sha256::digest(bytes);
    bytes
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect::<Vec<_>>()
        .concat()
}

/// A library, and a model that is to come into it.
pub(crate) struct Case {
    /// Is gone with the case.
    _folder: TestDir,
    pub(crate) library: Library,
    pub(crate) model: Model,
}

impl Case {
    /// The model's weights have these further fields in the registry, as in `, size = 5`.
    pub(crate) fn new(known: &str) -> Self {
        let files =
            format!(r#"{{ path = "config.json" }}, {{ path = "model.safetensors"{known} }}"#);
        Self::with_files(&files)
    }

    pub(crate) fn with_files(files: &str) -> Self {
        let folder = TestDir::new();
        let text = entry(&format!(
            "repository = \"someone/tiny\"\nrevision = \"main\"\nfiles = [{files}]"
        ));
        let mut registry = Registry::default();
        assert_eq!(registry.add(&text, folder.path()), []);
        let model = registry.model("tiny").unwrap().clone();
        Self {
            library: Library::new(folder.path().join("models")),
            _folder: folder,
            model,
        }
    }

    pub(crate) fn get(&self, server: &WebServer) -> Result<(), DownloadError> {
        self.get_with(&options(server))
    }

    pub(crate) fn get_with(&self, options: &Options) -> Result<(), DownloadError> {
        download::get(&self.library, &self.model, options, &|_| {
            ControlFlow::Continue(())
        })
    }

    /// Returns the error of a failed attempt to get it.
    pub(crate) fn error(&self, server: &WebServer) -> String {
        self.get(server).expect_err("it fails").to_string()
    }

    pub(crate) fn state(&self) -> State {
        self.library.state(&self.model)
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.library.folder().join("tiny").join(name)
    }

    /// The bytes that are there of the weights' part.
    pub(crate) fn part(&self) -> usize {
        std::fs::metadata(self.path("model.safetensors.part"))
            .map_or(0, |facts| facts.len() as usize)
    }

    /// It is whole, and nothing else is left.
    pub(crate) fn assert_whole(&self) {
        assert!(
            matches!(self.state(), State::Installed { .. }),
            "{:?}",
            self.state()
        );
        assert_eq!(
            std::fs::read(self.path("model.safetensors")).unwrap(),
            weights()
        );
        assert_eq!(std::fs::read(self.path("config.json")).unwrap(), CONFIG);
        assert_eq!(
            names(&self.path("")),
            ["config.json", "manifest.json", "model.safetensors"]
        );
    }
}

pub(crate) fn entry(source: &str) -> String {
    format!(
        "[[model]]\nid = \"tiny\"\nname = \"Tiny\"\nnetwork = \"sam\"\ntools = [\"segment_by_points\"]\nbytes = 300_000\n\
         memory = 1000\ndevices = [\"cpu\"]\nlicence = \"MIT\"\n{source}\n"
    )
}

pub(crate) fn names(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).unwrap();
    let mut names: Vec<String> = entries
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

/// The wait for a server that stalls: long beside what an answer over loopback takes on a computer
/// that is busy.
pub(crate) const STALL: Duration = Duration::from_secs(3);

/// Attempts follow one another at once; nothing stalls unless a test says so.
pub(crate) fn options(server: &WebServer) -> Options {
    Options {
        base: server.address(),
        stall: Duration::from_secs(20),
        first_wait: Duration::ZERO,
        ..Options::default()
    }
}

/// A good server, but for the weights, of which `answer` decides.
pub(crate) fn serving(
    answer: impl Fn(
        &patchbay_test_support::web::Asked,
        &mut patchbay_test_support::web::Answering,
    ) -> std::io::Result<()>
    + Send
    + Sync
    + 'static,
) -> WebServer {
    WebServer::start(move |asked, answering| match asked.path.as_str() {
        "/someone/tiny/resolve/main/config.json" => answering.serve(asked, CONFIG, "\"config\""),
        _ => answer(asked, answering),
    })
}

/// The bytes at which each request for the weights begins.
pub(crate) fn starts(server: &WebServer) -> Vec<usize> {
    server
        .asked()
        .iter()
        .filter(|asked| asked.path == WEIGHTS)
        .map(patchbay_test_support::web::Asked::from)
        .collect()
}
