//! What is left where the program is asked to end, or was ended before it could tidy up: nothing.
#![cfg(unix)]

use std::fs;
use std::io::{BufRead, BufReader};
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};

use patchbay_test_support::{Cli, TestDir, png, video};

fn cli() -> Cli {
    Cli::new(env!("CARGO_BIN_EXE_patchbay-cli"))
}

/// A call that has its temporary folder in the test's.
fn begun(cli: &Cli, folder: &TestDir, arguments: &[&str]) -> Child {
    fs::create_dir_all(folder.file("temporary")).unwrap();
    cli.command(folder.path(), arguments)
        .env("TMPDIR", folder.file("temporary"))
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

fn signal(to: &Child, name: &str) {
    let sent = Command::new("kill")
        .args(["-s", name, &to.id().to_string()])
        .status();
    assert!(sent.unwrap().success());
}

/// What lies in the temporary folder.
fn left(folder: &TestDir) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder.file("temporary")).unwrap();
    entries.map(|entry| entry.unwrap().path()).collect()
}

#[test]
fn a_run_that_is_asked_to_end_leaves_nothing() {
    let (cli, folder) = (cli(), TestDir::new());
    video::clip(folder.path(), "film.mp4", 40.0, "1280x720", 25);
    for name in ["TERM", "HUP", "INT"] {
        let words = ["run", "play film.mp4 backwards", "film.mp4", "--out", "out"];
        let mut run = begun(&cli, &folder, &words);
        let mut messages = BufReader::new(run.stderr.take().unwrap()).lines();
        assert!(messages.any(|line| line.unwrap().starts_with("Planned in")));
        let work = left(&folder);
        assert_eq!(work.len(), 1, "{name}: it works in one folder");
        let mode = fs::metadata(&work[0]).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o700);
        signal(&run, name);
        let status = run.wait().unwrap();
        assert!(
            status.code().is_some(),
            "{name}: it ends by itself, {status}"
        );
        assert_eq!(left(&folder), Vec::<PathBuf>::new(), "{name}");
        let results = fs::read_dir(folder.file("out")).unwrap().count();
        assert_eq!(results, 0, "{name}: nothing half made");
    }
}

#[test]
fn watching_ends_with_the_terminal_and_clears_what_others_left() {
    let (cli, folder) = (cli(), TestDir::new());
    fs::create_dir(folder.file("in")).unwrap();
    png(&folder.file("in/a.png"), 60, 40);
    let words = [
        "run",
        "--watch",
        "make it black and white",
        "in",
        "--out",
        "out",
    ];
    let mut killed = begun(&cli, &folder, &words);
    let mut lines = BufReader::new(killed.stdout.take().unwrap()).lines();
    assert!(lines.any(|line| line.unwrap().contains("a_edited")));
    killed.kill().unwrap();
    killed.wait().unwrap();
    let before = left(&folder);
    assert_eq!(before.len(), 1, "a program that is killed cannot tidy up");

    let mut next = begun(&cli, &folder, &words);
    let mut lines = BufReader::new(next.stdout.take().unwrap()).lines();
    assert!(lines.any(|line| line.unwrap().contains("a_edited")));
    let now = left(&folder);
    assert!(
        now.len() == 1 && now != before,
        "the next one does: {now:?}"
    );
    signal(&next, "HUP");
    assert!(next.wait().unwrap().code().is_some());
    assert_eq!(left(&folder), Vec::<PathBuf>::new());
}
