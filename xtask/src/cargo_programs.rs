//! Programs from crates.io that the checks use, built once beside those of the workspace.

use std::path::PathBuf;

use anyhow::Result;

use crate::command::{cargo, run, target};

/// The path of a program of the crate of the same name, which is built where it is not there yet.
/// `version` is the requirement of a first build only: newer versions follow when the build folder
/// is emptied.
pub(crate) fn ensure(name: &str, version: &str) -> Result<PathBuf> {
    let folder = target().join("programs");
    let program = folder
        .join("bin")
        .join(format!("{name}{}", std::env::consts::EXE_SUFFIX));
    if program.is_file() {
        return Ok(program);
    }
    // Unoptimised: built in half the time, and quick enough for what it does here.
    let mut install = cargo([
        "install",
        name,
        "--version",
        version,
        "--locked",
        "--debug",
        "--root",
    ]);
    install
        .arg(&folder)
        .env("CARGO_TARGET_DIR", folder.join("build"));
    run(&mut install)?;
    Ok(program)
}
