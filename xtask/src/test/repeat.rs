//! `cargo xtask test --repeat N rust [CRATE…]`: each crate's tests again and again beside a load on
//! all cores, to find wavering ones. The examples in doc comments are not among them.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use anyhow::{Context, Result, bail};
use serde_json::Value;

use crate::command::{cargo, output};
use crate::{packages, web_interface};

mod outcomes;

use outcomes::{Outcome, outcomes};

/// A program of tests that cargo built.
struct TestProgram {
    package: String,
    target: String,
    executable: PathBuf,
    manifest: PathBuf,
}

/// Tally of a test: the numbers of its runs and failures, and its message at the first failure.
#[derive(Default)]
struct Tally {
    ran: usize,
    failed: usize,
    message: String,
}

/// Runs the tests of every crate, or of those that are named behind `rust`, `count` times, and
/// prints a table of them with each test that did not pass every time.
///
/// # Errors
/// Returns an error if a test did not pass every time, or there was nothing to run.
pub(crate) fn repeat(count: usize, parts: &[String]) -> Result<()> {
    let Some(("rust", crates)) = parts
        .split_first()
        .map(|(part, crates)| (part.as_str(), crates))
    else {
        bail!("Only the part rust can be repeated: cargo xtask test --repeat N rust [CRATE…].");
    };
    if count == 0 {
        bail!("--repeat takes a number from 1 on.");
    }
    packages::ensure(&[packages::BUILD, packages::TEST].concat())?;
    web_interface::build()?;
    let programs = build(crates)?;
    let (mut table, mut wavering) = (String::new(), 0);
    for program in &programs {
        let name = format!("{} ({})", program.package, program.target);
        eprintln!("{name}, {count} times");
        let tallies = beside_load(|| tallied(program, count))?;
        let wavers: Vec<_> = tallies
            .iter()
            .filter(|(_, tally)| tally.failed > 0)
            .collect();
        wavering += wavers.len();
        writeln!(
            table,
            "{name:<44} {:>5} tests  {:>3} wavered",
            tallies.len(),
            wavers.len()
        )?;
        for (test, tally) in wavers {
            writeln!(
                table,
                "    {test} failed {} of {} times:",
                tally.failed, tally.ran
            )?;
            tally
                .message
                .lines()
                .try_for_each(|line| writeln!(table, "        {line}"))?;
        }
    }
    println!("\n{table}");
    if wavering > 0 {
        bail!("{wavering} tests did not pass each of {count} times.");
    }
    println!("Every test passed {count} times.");
    Ok(())
}

/// Builds the tests and returns their programs.
fn build(crates: &[String]) -> Result<Vec<TestProgram>> {
    let mut build = cargo([
        "test",
        "--locked",
        "--no-run",
        "--message-format=json-render-diagnostics",
    ]);
    if crates.is_empty() {
        build.arg("--workspace");
    }
    build.args(crates.iter().map(|name| format!("--package={name}")));
    let programs: Vec<TestProgram> = output(&mut build)?
        .lines()
        .filter_map(test_program)
        .collect();
    if programs.is_empty() {
        bail!("Cargo built no tests.");
    }
    Ok(programs)
}

/// The program that a message of cargo's tells of, where it tells of one.
fn test_program(line: &str) -> Option<TestProgram> {
    let message: Value = serde_json::from_str(line).ok()?;
    if message["reason"] != "compiler-artifact" || message["profile"]["test"] != true {
        return None;
    }
    let manifest = PathBuf::from(message["manifest_path"].as_str()?);
    let (kind, name) = (
        message["target"]["kind"][0].as_str()?,
        message["target"]["name"].as_str()?,
    );
    Some(TestProgram {
        package: package_name(message["package_id"].as_str()?).to_owned(),
        target: if kind == "lib" {
            kind.to_owned()
        } else {
            format!("{kind} {name}")
        },
        executable: PathBuf::from(message["executable"].as_str()?),
        manifest,
    })
}

/// The package's name in its identifier: `path+file:///…/media#patchbay-media@0.1.0`, or
/// `…/media#0.1.0` where the folder has the same name.
fn package_name(id: &str) -> &str {
    let (folder, version) = id.rsplit_once('#').unwrap_or((id, ""));
    version.split_once('@').map_or_else(
        || folder.rsplit('/').next().unwrap_or(folder),
        |(name, _)| name,
    )
}

/// Does work while a thread of ordinary priority keeps each core busy.
fn beside_load<T>(work: impl FnOnce() -> T) -> T {
    let done = &AtomicBool::new(false);
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, Into::into) {
            scope.spawn(|| {
                while !done.load(Ordering::Relaxed) {
                    std::hint::black_box((0..1000_u64).sum::<u64>());
                }
            });
        }
        let result = work();
        done.store(true, Ordering::Relaxed);
        result
    })
}

/// Runs a program of tests `count` times, and counts the outcomes of each test.
fn tallied(program: &TestProgram, count: usize) -> Result<BTreeMap<String, Tally>> {
    let mut tallies = BTreeMap::<String, Tally>::new();
    for _ in 0..count {
        let run = as_cargo_starts(program)
            .output()
            .with_context(|| format!("cannot start {}", program.executable.display()))?;
        let mut found = outcomes(&String::from_utf8_lossy(&run.stdout));
        if !run.status.success() && found.iter().all(|outcome| outcome.failure.is_none()) {
            let said = String::from_utf8_lossy(&run.stderr);
            let said = said
                .lines()
                .rev()
                .take(5)
                .collect::<Vec<_>>()
                .into_iter()
                .rev()
                .collect::<Vec<_>>()
                .join("\n");
            found.push(Outcome {
                test: format!("the program, {},", run.status),
                failure: Some(said),
            });
        }
        for Outcome { test, failure } in found {
            let tally = tallies.entry(test).or_default();
            tally.ran += 1;
            if let Some(message) = failure {
                tally.failed += 1;
                if tally.failed == 1 {
                    tally.message = message;
                }
            }
        }
    }
    Ok(tallies)
}

/// A call of the program in its package's folder, with the variables that tests may read there.
fn as_cargo_starts(program: &TestProgram) -> Command {
    let folder = program.manifest.parent().unwrap_or(Path::new("."));
    let mut call = Command::new(&program.executable);
    call.current_dir(folder).stdin(Stdio::null());
    call.env("CARGO_MANIFEST_DIR", folder)
        .env("CARGO_MANIFEST_PATH", &program.manifest);
    call.env("CARGO_PKG_NAME", &program.package);
    call
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::{TestProgram, package_name, tallied};

    #[test]
    fn a_package_is_named_by_its_identifier() {
        assert_eq!(
            package_name("path+file:///p/crates/media#patchbay-media@0.1.0"),
            "patchbay-media"
        );
        assert_eq!(package_name("path+file:///p/xtask#0.1.0"), "xtask");
    }

    #[cfg(unix)]
    #[test]
    fn a_test_that_fails_now_and_then_is_counted_with_what_it_said_first() {
        use std::os::unix::fs::PermissionsExt;
        // Fails in its second and third run of four, and is killed in the last one.
        const SCRIPT: &str = r#"#!/bin/sh
echo x >> runs; run=$(wc -l < runs | tr -d ' ')
echo "test steady ... ok"
case $run in
1) echo "test wavers ... ok";;
4) echo "out of memory" >&2; kill -9 $$;;
*) printf 'test wavers ... FAILED\n\nfailures:\n\n---- wavers stdout ----\nrun %s\n\n\nfailures:\n    wavers\n' $run; exit 101;;
esac
"#;
        let folder = std::env::temp_dir().join(format!("xtask-repeat-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let executable = folder.join("tests.sh");
        std::fs::write(&executable, SCRIPT).unwrap();
        std::fs::set_permissions(&executable, PermissionsExt::from_mode(0o755)).unwrap();
        let (package, target) = ("tried".to_owned(), "lib".to_owned());
        let program = TestProgram {
            package,
            target,
            executable,
            manifest: PathBuf::from(&folder).join("Cargo.toml"),
        };
        let tallies = tallied(&program, 4).unwrap();
        std::fs::remove_dir_all(&folder).unwrap();
        let found: Vec<_> = tallies
            .iter()
            .map(|(test, tally)| {
                (
                    test.as_str(),
                    tally.ran,
                    tally.failed,
                    tally.message.as_str(),
                )
            })
            .collect();
        assert_eq!(found[0], ("steady", 4, 0, ""));
        assert!(
            found[1].0.contains("signal: 9") && found[1].3 == "out of memory",
            "{found:?}"
        );
        assert_eq!(found[2], ("wavers", 3, 2, "run 2"));
    }
}
