//! `serve` as other users of the same computer could watch it.
#![cfg(unix)]

use std::fs::{self, File, Permissions};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};

use patchbay_test_support::{Cli, TestDir};

/// A server that is ended with the value.
struct Serving(Child);

impl Drop for Serving {
    fn drop(&mut self) {
        let _ = Command::new("kill").arg(self.0.id().to_string()).status();
        let _ = self.0.wait();
    }
}

fn cli() -> Cli {
    Cli::new(env!("CARGO_BIN_EXE_patchbay-cli"))
}

/// Whether the interface was built, which a test of the server alone does not need.
fn has_interface() -> bool {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../../ui/dist/index.html")
        .exists()
}

/// A folder for programs with a browser's opener that tells what it was given into a pipe.
fn opener(folder: &TestDir) -> std::path::PathBuf {
    let told = folder.file("told");
    assert!(
        Command::new("mkfifo")
            .arg(&told)
            .status()
            .unwrap()
            .success()
    );
    let script = "#!/bin/sh\n{ echo \"$0 $*\"; stat -c %a \"$1\"; cat \"$1\"; } > \"$TOLD\"\n";
    for name in ["xdg-open", "gio", "gnome-open", "kde-open", "wslview"] {
        let path = folder.write(&format!("bin/{name}"), script);
        fs::set_permissions(&path, Permissions::from_mode(0o755)).unwrap();
    }
    told
}

fn mode(path: &Path) -> u32 {
    fs::metadata(path).unwrap().permissions().mode() & 0o777
}

/// The first line of an answer to a request.
fn status(address: &str, line: &str) -> String {
    let place = address
        .trim_start_matches("http://")
        .split('/')
        .next()
        .unwrap();
    let mut stream = TcpStream::connect(place).unwrap();
    write!(
        stream,
        "{line} HTTP/1.1\r\nHost: {place}\r\nConnection: close\r\n\r\n"
    )
    .unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    answer.lines().next().unwrap_or_default().to_owned()
}

#[test]
fn the_token_is_in_no_programs_arguments() {
    if !has_interface() {
        // Then nothing is opened.
        return;
    }
    let folder = TestDir::new();
    let told = opener(&folder);
    let path = std::env::var("PATH").unwrap();
    let path = format!("{}:{path}", folder.file("bin").display());
    let cli = cli();
    let serving = cli
        .command(folder.path(), &["serve", "--data", "data"])
        .env("PATH", path)
        .env("TOLD", &told)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut serving = Serving(serving);
    let mut lines = BufReader::new(serving.0.stdout.take().unwrap()).lines();
    let address = lines.next().unwrap().unwrap();
    let (base, token) = address
        .split_once("/?token=")
        .expect("an address with a token");
    let mut seen = String::new();
    File::open(&told)
        .unwrap()
        .read_to_string(&mut seen)
        .unwrap();
    let (arguments, rest) = seen.split_once('\n').unwrap();
    let (permissions, page) = rest.split_once('\n').unwrap();
    assert!(!arguments.contains(token), "{arguments}");
    assert_eq!(permissions, "600");
    assert!(page.contains(&address), "the browser is led to it: {page}");
    let own = fs::read(format!("/proc/{}/cmdline", serving.0.id())).unwrap();
    assert!(!String::from_utf8_lossy(&own).contains(token));
    assert_eq!(mode(&folder.file("data")), 0o700);
    assert!(status(base, "GET /").contains("200"));
    drop(serving);
    assert!(
        !folder.file("data/open.html").exists(),
        "it ends with the server"
    );
}

#[test]
fn what_is_printed_into_a_file_is_for_its_owner_alone() {
    let folder = TestDir::new();
    let log = folder.write("log", "");
    fs::set_permissions(&log, Permissions::from_mode(0o644)).unwrap();
    let cli = cli();
    let serving = cli
        .command(folder.path(), &["serve", "--no-open", "--data", "data"])
        .stdout(File::options().append(true).open(&log).unwrap())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let _serving = Serving(serving);
    let printed = loop {
        let printed = fs::read_to_string(&log).unwrap();
        if printed.ends_with('\n') {
            break printed;
        }
        std::thread::yield_now();
    };
    assert!(printed.contains("token="), "{printed}");
    assert_eq!(mode(&log), 0o600);
}

#[test]
fn a_build_without_the_interface_says_what_to_run() {
    let folder = TestDir::new();
    let cli = cli();
    let mut serving = cli
        .command(folder.path(), &["serve", "--no-open", "--data", "data"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(serving.stdout.take().unwrap()).lines();
    let messages = BufReader::new(serving.stderr.take().unwrap());
    let _serving = Serving(serving);
    let address = lines.next().unwrap().unwrap();
    let answered = status(&address, "GET /");
    if has_interface() {
        assert!(answered.contains("200"), "{answered}");
        return;
    }
    assert!(answered.contains("503"), "{answered}");
    let said = messages.lines().next().unwrap().unwrap();
    assert!(said.contains("npm run build"), "{said}");
}
