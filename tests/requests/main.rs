//! The requests that Patchbay has to be good for, from outside: the headless program on the samples
//! and on media of other programs, and other programs' word on what it made.

mod by_tool;
mod music;
mod pictures;
mod pointing;
mod videos;

use std::path::Path;

use patchbay_test_support::video::{self, stream};
use patchbay_test_support::{Cli, Reply, TestDir};

fn cli() -> Cli {
    Cli::new(env!("CARGO_BIN_EXE_patchbay-cli"))
}

fn samples_in(names: &[&str]) -> TestDir {
    let folder = TestDir::new();
    for name in names {
        folder.sample(name);
    }
    folder
}

#[track_caller]
fn reached(reply: &Reply) {
    assert_eq!(reply.status, 0, "{}\n{}", reply.output, reply.messages);
    assert!(reply.errors().is_empty(), "{:?}", reply.errors());
}

/// An MP4 that plays everywhere: H.264 of 8-bit 4:2:0 and AAC, its index in front.
#[track_caller]
fn plays_everywhere(path: &Path) -> serde_json::Value {
    let facts = video::facts(path);
    let pictures = stream(&facts, "video").expect("it has pictures");
    let sound = stream(&facts, "audio").expect("it has sound");
    assert_eq!(
        (&pictures["codec_name"], &pictures["pix_fmt"]),
        (&"h264".into(), &"yuv420p".into())
    );
    assert_eq!(sound["codec_name"], "aac");
    assert!(
        video::index_is_first(path),
        "a browser would have to load all of it first"
    );
    facts
}
