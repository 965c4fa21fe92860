//! `cargo xtask test`: all checks that have to pass before a change lands.

use std::process::Command;

use anyhow::{Context, Result};

use crate::command::{built, cargo, command, npm, run, run_part};
use crate::lint::lint_parts;
use crate::parts::Parts;
use crate::{cargo_programs, packages, web_interface};

mod bundle;
mod fresh;
mod minimal_root;
mod repeat;
mod weights;

/// Sets up, then runs each part, or those that are named. `fresh`, `bundle` and `weights` run only
/// by their names.
pub(crate) fn test(names: &[String]) -> Result<()> {
    if let [option, count, rest @ ..] = names
        && option == "--repeat"
    {
        let count = count
            .parse()
            .with_context(|| format!("--repeat takes a number, not {count}"))?;
        return repeat::repeat(count, rest);
    }
    match names {
        [name, options @ ..] if name == "fresh" => return fresh::fresh(options),
        [name] if name == "bundle" => return bundle::bundle(),
        [name] if name == "weights" => return weights::weights(),
        _ => {}
    }
    packages::ensure(&[packages::BUILD, packages::TEST].concat())?;
    web_interface::build()?;
    let mut parts = Parts::only(names);
    lint_parts(&mut parts);
    // Builds the programs too, which the parts below start.
    parts.part("rust", || {
        run_part(&mut cargo([
            "test",
            "--workspace",
            "--locked",
            "--no-fail-fast",
        ]))
    });
    parts.part("ui", || run_part(&mut npm(["run", "test"])));
    parts.part("browser", browser);
    parts.part("window", window);
    parts.finish()
}

/// Builds the programs as the part `rust` does, which has a test of each: a build without the tests
/// would choose other features of what both depend on, and build all of that again.
fn build_programs() -> Result<()> {
    run(&mut cargo(["test", "--workspace", "--locked", "--no-run"]))
}

/// Tests the interface in Chromium against a server of ours.
fn browser() -> Result<()> {
    build_programs()?;
    let mut playwright = npm(["run", "e2e"]);
    playwright.env("PATCHBAY_CLI", built("debug", "patchbay-cli"));
    if cfg!(target_os = "linux") {
        playwright.env("CHROMIUM", "/usr/bin/chromium");
    }
    run_part(&mut playwright)
}

/// Tests requests in the real window, by `WebDriver`, on a display of its own.
fn window() -> Result<()> {
    build_programs()?;
    let driver = cargo_programs::ensure("tauri-driver", "^2")?;
    let mut script: Command = command(
        "dbus-run-session",
        ["--", "xvfb-run", "-a", "-s", "-screen 0 1440x900x24"],
    );
    script.args([
        "node",
        "--test",
        "--test-concurrency=1",
        "tests/e2e/window.mjs",
        "tests/e2e/opened.mjs",
        "tests/e2e/models.mjs",
    ]);
    script
        .env("TAURI_DRIVER", driver)
        .env("PATCHBAY", built("debug", "patchbay"));
    run_part(&mut script)
}
