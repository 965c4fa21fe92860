//! `cargo xtask run`: sets up, builds, and opens the window.

use anyhow::{Result, bail};

use crate::command::{built, command, run as call};
use crate::program::{build, profile};
use crate::{headless, packages, web_interface};

/// Builds and opens the window; where there is no display, runs the samples without one.
pub(crate) fn run(options: &[String]) -> Result<()> {
    if let Some(unknown) = options
        .iter()
        .find(|option| !["--release", "--headless"].contains(&option.as_str()))
    {
        bail!("`cargo xtask run` knows --release and --headless, not {unknown}.");
    }
    packages::ensure(packages::BUILD)?;
    web_interface::build()?;
    let windowless = options.iter().any(|option| option == "--headless");
    if windowless || !has_display() {
        if !windowless {
            eprintln!(
                "There is no display here, so no window can open: the samples are run without one."
            );
        }
        return headless::run_samples(profile(options));
    }
    let profile = profile(options);
    build(profile)?;
    call(&mut command(
        built(profile.folder, "patchbay"),
        [] as [&str; 0],
    ))
}

fn has_display() -> bool {
    let set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    !cfg!(target_os = "linux") || set("DISPLAY") || set("WAYLAND_DISPLAY")
}
