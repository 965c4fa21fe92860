//! `cargo xtask lint`: checks of the code that do not run it.

use std::fs;
use std::path::PathBuf;

use anyhow::Result;

use crate::command::{cargo, npm, root, run_part};
use crate::parts::Parts;
use crate::{cargo_programs, packages, web_interface};

mod dependencies;
mod imports;
mod sizes;
mod sources;

/// Runs all checks, with their set-up.
pub(crate) fn lint(names: &[String]) -> Result<()> {
    packages::ensure(packages::BUILD)?;
    web_interface::build()?;
    let mut parts = Parts::only(names);
    lint_parts(&mut parts);
    parts.finish()
}

/// Adds the parts, for the test command too.
pub(crate) fn lint_parts(parts: &mut Parts) {
    parts.part("format", || {
        run_part(cargo(["fmt", "--all", "--check", "--"]).args(tools()?))
    });
    parts.part("clippy", || {
        run_part(&mut cargo([
            "clippy",
            "--workspace",
            "--all-targets",
            "--locked",
            "--",
            "--deny",
            "warnings",
        ]))
    });
    parts.part("imports", || {
        dependencies::check()?;
        imports::check(&root())
    });
    parts.part("sizes", || sizes::check(&root()));
    parts.part("deny", || {
        let deny = cargo_programs::ensure("cargo-deny", "^0.20")?;
        // Advisories come from a database on the network: a check that can fail without a change of
        // ours is no check of ours.
        run_part(&mut crate::command::command(
            deny,
            ["--locked", "check", "bans", "licenses", "sources"],
        ))
    });
    parts.part("ui-check", || run_part(&mut npm(["run", "check"])));
}

/// The tools' modules, which a build script lists, so that rustfmt does not come upon them.
fn tools() -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for medium in fs::read_dir(root().join("src-tauri/crates/tools/src"))? {
        let medium = medium?.path();
        if medium.is_dir() {
            let folders = fs::read_dir(medium)?.collect::<Result<Vec<_>, _>>()?;
            found.extend(
                folders
                    .into_iter()
                    .map(|folder| folder.path().join("mod.rs"))
                    .filter(|module| module.is_file()),
            );
        }
    }
    found.sort();
    Ok(found)
}
