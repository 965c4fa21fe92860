//! `cargo xtask run`: sets up, builds, and opens the window.

use anyhow::{Result, bail};

use crate::command::{built, cargo, command, run as call};
use crate::{headless, packages, web_interface};

/// Builds and opens the window; where there is no display, runs the samples without one.
pub(crate) fn run(options: &[String]) -> Result<()> {
    if let Some(unknown) = options.iter().find(|option| !["--release", "--headless"].contains(&option.as_str())) {
        bail!("`cargo xtask run` knows --release and --headless, not {unknown}.");
    }
    packages::ensure(packages::BUILD)?;
    web_interface::build()?;
    let windowless = options.iter().any(|option| option == "--headless");
    if windowless || !has_display() {
        if !windowless {
            eprintln!("There is no display here, so no window can open: the samples are run without one.");
        }
        return headless::run_samples(profile(options));
    }
    let profile = profile(options);
    build(profile)?;
    call(&mut command(built(profile.folder, "patchbay"), [] as [&str; 0]))
}

/// How to build.
#[derive(Clone, Copy)]
pub(crate) struct Profile {
    /// cargo's option.
    option: Option<&'static str>,
    /// The folder under the build folder.
    pub(crate) folder: &'static str,
}

/// The development profile opens the window after a third of the release's building time, and its pixel, sample and
/// search loops are optimised too.
fn profile(options: &[String]) -> Profile {
    if options.iter().any(|option| option == "--release") {
        Profile { option: Some("--release"), folder: "release" }
    } else {
        Profile { option: None, folder: "debug" }
    }
}

/// Builds the desktop program, which is the headless one too: a build of `patchbay-cli` would choose other features of what
/// both depend on, and build all of that again.
pub(crate) fn build(profile: Profile) -> Result<()> {
    if !built(profile.folder, "patchbay").is_file() {
        eprintln!("Building Patchbay. The first time takes a few minutes; after that, seconds.");
    }
    call(cargo(["build", "--locked", "--package", "patchbay"]).args(profile.option))
}

fn has_display() -> bool {
    let set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    !cfg!(target_os = "linux") || set("DISPLAY") || set("WAYLAND_DISPLAY")
}
