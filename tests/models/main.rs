//! `patchbay-cli models` on a registry of its own, served from this computer; and killed while it
//! gets a model.

use std::path::PathBuf;
use std::process::{Child, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, mpsc};
use std::time::Duration;

use patchbay_domain::Toolbox;
use patchbay_test_support::web::{Answering, Asked, WebServer, safetensors};
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

#[test]
fn a_model_is_listed_got_verified_removed_and_imported() {
    let server = WebServer::start(|asked, answering| {
        answering.serve(asked, &bytes(name_of(asked)), "\"a\"")
    });
    let case = Case::new();
    let listed = case.call(&["list"]);
    assert_eq!(listed.status, 0);
    assert!(
        listed.messages.contains("“pickled”") && listed.messages.contains("model.bin"),
        "{}",
        listed.messages
    );
    let tiny = "360 kB, 2 MB of memory, some seconds each time, CC-BY-NC-4.0, not for commercial use, not on this computer";
    for part in ["tiny  (Tiny)", tiny, "mobile-sam"] {
        assert!(listed.output.contains(part), "{part}: {}", listed.output);
    }
    let got = case.call(&["get", "tiny", "--hub", &server.address()]);
    assert_eq!(got.status, 0, "{}", got.messages);
    assert!(
        got.messages.contains("tiny: on this computer"),
        "{}",
        got.messages
    );
    case.assert_whole();
    let listed: serde_json::Value = case.call(&["list", "--json"]).json();
    let tiny = listed
        .as_array()
        .unwrap()
        .iter()
        .find(|model| model["id"] == "tiny")
        .unwrap();
    assert_eq!(
        (&tiny["disk"]["state"], &tiny["commercial"]),
        (&"installed".into(), &false.into()),
        "{tiny}"
    );
    let mut changed = bytes("model.safetensors");
    changed[5000] ^= 1;
    std::fs::write(case.path("model.safetensors"), changed).unwrap();
    let verified = case.call(&["verify"]);
    assert_eq!(verified.status, 3);
    assert!(
        verified
            .messages
            .contains("tiny: model.safetensors is wrong"),
        "{}",
        verified.messages
    );
    let as_json: serde_json::Value = case.call(&["verify", "--json"]).json();
    assert!(
        as_json["tiny"][1]["wrong"].is_string() && as_json["tiny"][0]["wrong"].is_null(),
        "{as_json}"
    );
    assert_eq!(
        case.call(&["get", "tiny", "--hub", &server.address()])
            .status,
        0
    );
    case.assert_whole();
    let elsewhere = case.folder.file("elsewhere");
    std::fs::rename(case.path(""), &elsewhere).unwrap();
    assert_eq!(case.call(&["verify"]).output, "");
    let imported = case.call(&["import", "tiny", "elsewhere"]);
    assert_eq!(imported.status, 0, "{}", imported.messages);
    case.assert_whole();
    assert_eq!(case.call(&["remove", "tiny"]).status, 0);
    assert!(!case.path("").exists());
}

#[test]
fn what_cannot_be_had_is_a_sentence_and_a_status() {
    let server = WebServer::start(|_, answering| answering.say(404, &[]));
    let case = Case::new();
    let unknown = case.call(&["get", "pickled"]);
    assert_eq!(unknown.status, 1);
    assert!(
        unknown.messages.contains("There is no model “pickled”"),
        "{}",
        unknown.messages
    );
    let gone = case.call(&["get", "tiny", "--hub", &server.address()]);
    assert_eq!(gone.status, 3);
    assert!(
        gone.messages.contains("404") && gone.messages.contains("slip"),
        "{}",
        gone.messages
    );
    let offline = case.call(&["get", "tiny", "--offline"]);
    assert_eq!(offline.status, 3);
    assert!(
        offline.messages.contains("stay offline"),
        "{}",
        offline.messages
    );
    let empty = case.call(&["import", "tiny", "nowhere"]);
    assert_eq!(empty.status, 3);
    assert!(
        empty.messages.contains("“config.json”"),
        "{}",
        empty.messages
    );
}

#[test]
fn weights_that_are_not_the_model_s_are_refused_in_a_sentence() {
    let case = Case::new();
    let fixtures =
        std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../tests/parity/fixtures");
    let whole = std::fs::read(fixtures.join("whisper/model.safetensors")).unwrap();
    let others = std::fs::read(fixtures.join("hed/model.safetensors")).unwrap();
    for name in ["config.json", "generation_config.json", "tokenizer.json"] {
        case.folder.write(
            &format!("given/{name}"),
            std::fs::read(fixtures.join("whisper").join(name)).unwrap(),
        );
    }
    let import = |weights: &[u8]| {
        case.folder.write("given/model.safetensors", weights);
        case.call(&["import", "whisper-tiny-en", "given"])
    };
    for (weights, reason) in [
        (
            others.as_slice(),
            "has no tensor “model.decoder.embed_positions.weight”",
        ),
        (&whole[..whole.len() - 1000], "it breaks off before its end"),
        (b"These are no weights.", "it is not a safetensors file"),
    ] {
        let refused = import(weights);
        assert_eq!(refused.status, 3);
        let given = format!(
            "whisper-tiny-en: {}",
            std::path::Path::new("given")
                .join("model.safetensors")
                .display()
        );
        let told: Vec<&str> = refused
            .messages
            .lines()
            .filter(|line| line.starts_with("whisper-tiny-en"))
            .collect();
        assert!(
            matches!(told.as_slice(), [line] if line.starts_with(&given) && line.contains(reason)),
            "{}",
            refused.messages
        );
        assert!(
            !case
                .folder
                .file("whisper-tiny-en/model.safetensors")
                .exists()
        );
    }
    assert_eq!(import(&whole).status, 0);
}

#[test]
fn every_built_in_model_serves_tools_that_there_are() {
    let toolbox = Toolbox::from_json(patchbay_tools::TOOLBOX).unwrap();
    let listed: serde_json::Value = Case::new().call(&["list", "--json"]).json();
    for model in listed.as_array().unwrap() {
        for tool in model["tools"].as_array().unwrap() {
            assert!(
                toolbox.tool(tool.as_str().unwrap()).is_some(),
                "{}: {tool}",
                model["id"]
            );
        }
    }
}

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
