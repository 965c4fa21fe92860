//! The system's packages: installed where apt-get is, named elsewhere.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, bail};

use crate::command::{command, is_there, output, run};

/// Packages that building and running need.
pub(crate) const BUILD: &[&str] = &[
    "build-essential",
    "pkg-config",
    "clang",
    "libclang-dev",
    "libwebkit2gtk-4.1-dev",
    "libasound2-dev",
    "libavcodec-dev",
    "libavformat-dev",
    "libavutil-dev",
    "libavfilter-dev",
    "libavdevice-dev",
    "libswscale-dev",
    "libswresample-dev",
    // WebKit plays video and sound through these
    "gstreamer1.0-libav",
    "gstreamer1.0-plugins-good",
    "gstreamer1.0-plugins-bad",
    "gstreamer1.0-gl",
];

/// Packages that the tests need besides: a display without a screen, browsers, and other programs
/// that judge the results.
pub(crate) const TEST: &[&str] = &[
    "xvfb",
    "xauth",
    "webkit2gtk-driver",
    "dbus-x11",
    "fonts-dejavu-core",
    "ffmpeg",
    "sox",
    "espeak-ng",
    "timgm6mb-soundfont",
    "imagemagick",
    "poppler-utils",
    "libimage-exiftool-perl",
    "chromium",
    "python3",
];

/// Sees that the packages are there: installs missing ones with apt-get, and where there is none
/// names those to install.
pub(crate) fn ensure(wanted: &[&str]) -> Result<()> {
    if !is_there("dpkg-query") || !is_there("apt-get") {
        return name_what_is_missing();
    }
    let missing = missing(wanted)?;
    if missing.is_empty() {
        return Ok(());
    }
    eprintln!("Installing system packages: {}", missing.join(" "));
    let words = missing.join(" ");
    let failed = || {
        format!(
            "these packages could not be installed: {words}. Is there a network, and does apt know them?"
        )
    };
    run(&mut apt_get(&["update", "-qq"], &words)?).with_context(failed)?;
    let mut install = apt_get(&["install", "-y", "-qq", "--no-install-recommends"], &words)?;
    run(install.args(&missing)).with_context(failed)
}

fn missing<'a>(wanted: &[&'a str]) -> Result<Vec<&'a str>> {
    let known = output(&mut command(
        "dpkg-query",
        ["--show", "--showformat=${db:Status-Status} ${Package}\n"],
    ))?;
    let installed: BTreeSet<&str> = known
        .lines()
        .filter_map(|line| line.strip_prefix("installed "))
        .collect();
    Ok(wanted
        .iter()
        .copied()
        .filter(|name| !installed.contains(name))
        .collect())
}

fn apt_get(arguments: &[&str], missing: &str) -> Result<Command> {
    let root = output(&mut command("id", ["-u"]))?.trim() == "0";
    let mut call = if root {
        command("env", ["DEBIAN_FRONTEND=noninteractive", "apt-get"])
    } else if is_there("sudo") {
        command("sudo", ["DEBIAN_FRONTEND=noninteractive", "apt-get"])
    } else {
        bail!("Packages are missing and there is no sudo. As root: apt-get install {missing}");
    };
    call.args(arguments);
    Ok(call)
}

/// Returns an error that says what to install where the libraries are missing (by pkg-config, on
/// Windows by environment variables): other systems have other names for packages.
fn name_what_is_missing() -> Result<()> {
    let advice = if cfg!(target_os = "macos") {
        "Install Xcode's command line tools (xcode-select --install) and, with Homebrew: brew install ffmpeg pkg-config llvm"
    } else if cfg!(windows) {
        "Install Visual Studio's C++ build tools, WebView2, LLVM, and FFmpeg's shared development build with FFMPEG_DIR \
         set to its folder (vcpkg install ffmpeg does it too)"
    } else {
        "Install with your package manager: a C compiler, pkg-config, clang with libclang, and the development files of \
         WebKitGTK 4.1, ALSA and FFmpeg (libavcodec, libavformat, libavutil, libavfilter, libavdevice, libswscale, \
         libswresample), and GStreamer's libav, good, bad and GL plugins"
    };
    let found = if cfg!(windows) {
        std::env::var_os("FFMPEG_DIR").is_some_and(|folder| Path::new(&folder).is_dir())
            || std::env::var_os("VCPKG_ROOT").is_some()
    } else {
        let mut libraries = vec!["libavcodec", "libavformat", "libavfilter"];
        if cfg!(target_os = "linux") {
            libraries.extend(["webkit2gtk-4.1", "alsa"]);
        }
        is_there("pkg-config")
            && Command::new("pkg-config")
                .arg("--exists")
                .args(libraries)
                .status()
                .is_ok_and(|status| status.success())
    };
    if found {
        Ok(())
    } else {
        bail!("{advice}. Then run this again.")
    }
}
