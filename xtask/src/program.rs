//! Builds the desktop program, in one of two profiles.

use anyhow::Result;

use crate::command::{built, cargo, run};

/// Profile of a build.
#[derive(Clone, Copy)]
pub(crate) struct Profile {
    /// cargo's option.
    option: Option<&'static str>,
    /// The folder under the build folder.
    pub(crate) folder: &'static str,
}

/// Returns the release profile for `--release`, else the development profile, which opens the
/// window after a third of the release's building time, and whose pixel, sample and search loops
/// are optimised too.
pub(crate) fn profile(options: &[String]) -> Profile {
    if options.iter().any(|option| option == "--release") {
        Profile {
            option: Some("--release"),
            folder: "release",
        }
    } else {
        Profile {
            option: None,
            folder: "debug",
        }
    }
}

/// Builds the desktop program, which is the headless one too: a build of `patchbay-cli` would
/// choose other features of what both depend on, and build all of that again.
pub(crate) fn build(profile: Profile) -> Result<()> {
    if !built(profile.folder, "patchbay").is_file() {
        eprintln!("Building Patchbay. The first time takes a few minutes; after that, seconds.");
    }
    run(cargo(["build", "--locked", "--package", "patchbay"]).args(profile.option))
}
