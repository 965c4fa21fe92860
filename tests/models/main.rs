//! `patchbay-cli models` on a registry of its own, served from this computer; and killed while it
//! gets a model.

mod interrupted;
mod library;

use std::path::PathBuf;
use std::process::{Child, Stdio};

use patchbay_test_support::web::{Asked, safetensors};
use patchbay_test_support::{Cli, Reply, TestDir};

const FILES: [&str; 3] = [
    "config.json",
    "model.safetensors",
    "text/tokens.safetensors",
];

const REGISTRY: &str = r#"
[[model]]
id = "tiny"
name = "Tiny"
network = "sam"
tools = ["segment_by_points", "segment_anything"]
repository = "someone/tiny"
revision = "main"
files = [{ path = "config.json" }, { path = "model.safetensors" }, { path = "text/tokens.safetensors" }]
bytes = 360_000
memory = 2_000_000
speed = "seconds"
devices = ["cpu"]
licence = "CC-BY-NC-4.0"
commercial = false

[[model]]
id = "pickled"
name = "Pickled"
network = "sam"
tools = ["segment_by_points"]
repository = "someone/pickled"
revision = "main"
files = [{ path = "model.bin" }]
bytes = 1
memory = 1
devices = ["cpu"]
licence = "MIT"
"#;

fn bytes(name: &str) -> Vec<u8> {
    match name {
        "config.json" => br#"{"layers": 2}"#.to_vec(),
        "model.safetensors" => safetensors(300_000, 1),
        _ => safetensors(60_000, 2),
    }
}

fn name_of(asked: &Asked) -> &'static str {
    FILES
        .into_iter()
        .find(|name| {
            asked
                .path
                .ends_with(&format!("/someone/tiny/resolve/main/{name}"))
        })
        .expect("a file")
}

/// A folder of models with a registry, and the program.
struct Case {
    cli: Cli,
    folder: TestDir,
}

impl Case {
    fn new() -> Self {
        let folder = TestDir::new();
        folder.write("registry.toml", REGISTRY);
        Self {
            cli: Cli::new(env!("CARGO_BIN_EXE_patchbay-cli")),
            folder,
        }
    }

    fn call(&self, words: &[&str]) -> Reply {
        self.cli.call(
            self.folder.path(),
            &[&["models", "--models-folder", "."], words].concat(),
        )
    }

    fn start(&self, words: &[&str]) -> Child {
        let mut call = self.cli.command(
            self.folder.path(),
            &[&["models", "--models-folder", "."], words].concat(),
        );
        call.stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("patchbay-cli can be started")
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join("tiny").join(name)
    }

    /// The bytes of a file that are there.
    fn there(&self, name: &str) -> usize {
        std::fs::metadata(self.path(name)).map_or(0, |facts| facts.len() as usize)
    }

    /// The bytes of a file's part.
    fn part(&self, name: &str) -> usize {
        self.there(&format!("{name}.part"))
    }

    fn assert_whole(&self) {
        let verified = self.call(&["verify", "tiny"]);
        assert_eq!(
            (verified.status, verified.output.as_str()),
            (0, "tiny: right\n"),
            "{}",
            verified.messages
        );
        for name in FILES {
            assert_eq!(
                std::fs::read(self.path(name)).unwrap(),
                bytes(name),
                "{name}"
            );
        }
    }
}
