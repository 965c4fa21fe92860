//! `cargo xtask test bundle`: installs the .deb in a minimal root, does a request in its window,
//! and removes it again.

use std::collections::BTreeSet;

use anyhow::{Context, Result, ensure};

use super::minimal_root::MinimalRoot;
use crate::command::{built, root};
use crate::parts::Parts;
use crate::{bundle as bundler, cargo_programs};

/// Packages that the test itself needs in the root.
const TEST: &[&str] = &[
    "xvfb",
    "xauth",
    "dbus",
    "dbus-x11",
    "webkit2gtk-driver",
    "desktop-file-utils",
    "fonts-dejavu-core",
];
/// Maximum size of the largest program that is shipped, in bytes: 47 MB of it are the planner's
/// encoder. Wanted are 45 MB in all.
const LARGEST: u64 = 105_000_000;

/// Builds the .deb, installs and tries it, removes it, and looks for leftovers.
pub(crate) fn bundle() -> Result<()> {
    let package = bundler::build("deb")?;
    let mut machine = MinimalRoot::create("bundle", TEST)?;
    machine.copy(&package, "/opt/patchbay.deb")?;
    let before = names(&machine)?;
    let mut parts = Parts::default();
    parts.part("install", || install(&machine));
    parts.part("window", || request(&machine));
    parts.part("remove", || {
        machine.run(
            "apt-get purge -y -qq patchbay >/dev/null && apt-get autoremove -y -qq >/dev/null",
        )?;
        let left: Vec<String> = names(&machine)?.difference(&before).cloned().collect();
        ensure!(left.is_empty(), "it left behind: {}", left.join(", "));
        machine.run("test -d /root/.local/share/patchbay")
    });
    parts.part("size", || {
        let program = built("release", "patchbay");
        let size = program
            .metadata()
            .with_context(|| format!("cannot look at {}", program.display()))?
            .len();
        eprintln!("{} MB", size / 1_000_000);
        ensure!(
            size <= LARGEST,
            "the program has {} MB, more than {} MB",
            size / 1_000_000,
            LARGEST / 1_000_000
        );
        Ok(())
    });
    let outcome = parts.finish();
    if outcome.is_err() {
        machine.keep();
    }
    outcome
}

/// Installs it, and checks the parts of a desktop program: an entry that takes files, an icon, both
/// programs' help.
fn install(machine: &MinimalRoot) -> Result<()> {
    machine.run("apt-get update -qq && apt-get install -y -qq --no-install-recommends /opt/patchbay.deb >/dev/null")?;
    machine
        .run("patchbay-cli --help && patchbay --version && patchbay-cli run --help >/dev/null")?;
    machine.run("desktop-file-validate /usr/share/applications/*atchbay*.desktop")?;
    machine.run("grep -q 'Exec=.*%[FU]' /usr/share/applications/*atchbay*.desktop && grep -q 'MimeType=.*video/mp4' /usr/share/applications/*atchbay*.desktop")?;
    machine.run("ls /usr/share/icons/hicolor/*/apps/patchbay.png")
}

/// Makes the first request, by `WebDriver`, in the installed window.
fn request(machine: &MinimalRoot) -> Result<()> {
    let driver = cargo_programs::ensure("tauri-driver", "^2")?;
    machine.copy(&driver, "/opt/test/tauri-driver")?;
    machine.copy_node()?;
    for folder in ["tests/e2e", "assets/samples"] {
        machine.copy(&root().join(folder), &format!("/opt/test/{folder}"))?;
    }
    machine.run(
        "cd /opt/test && export TAURI_DRIVER=/opt/test/tauri-driver PATCHBAY=/usr/bin/patchbay && \
         export PATCHBAY_DATA=/root/.local/share/patchbay SCREENSHOT=/opt/test/window.png && \
         dbus-run-session -- xvfb-run -a -s '-screen 0 1440x900x24' node --test tests/e2e/opened.mjs",
    )
}

/// The paths of the root that have the program's name, but for the person's own files and the
/// test's.
fn names(machine: &MinimalRoot) -> Result<BTreeSet<String>> {
    let found = machine
        .output("find / -xdev -iname '*patchbay*' -not -path '/root/*' -not -path '/opt/*' -not -path '/proc/*'")?;
    Ok(String::from_utf8_lossy(&found.stdout)
        .lines()
        .map(str::to_owned)
        .collect())
}
