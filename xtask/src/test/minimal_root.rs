//! A minimal Debian root folder, made by mmdebstrap, and commands run in it by chroot.
//!
//! The root has the host's Debian release, package sources, certificates and name servers, so that
//! it reaches the same packages. It shares neither files nor caches with the host. Linux and root
//! only.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use anyhow::{Context, Result, bail, ensure};

use crate::command::{command, is_there, output, run, target};

/// The files of the host that lead to package sources.
const HOST_SETTINGS: &[&str] = &["/etc/resolv.conf", "/etc/ssl/certs/ca-certificates.crt"];

/// The environment variables that name certificates; the file that they name is copied in.
const CERTIFICATES: &[&str] = &["SSL_CERT_FILE", "NODE_EXTRA_CA_CERTS", "CARGO_HTTP_CAINFO"];

/// A root folder, removed when it goes out of scope unless [`keep`](Self::keep) was called.
pub(crate) struct MinimalRoot {
    folder: PathBuf,
    keep: bool,
}

impl MinimalRoot {
    /// Makes a root with the packages of Debian's `minbase` and those that are named.
    ///
    /// # Errors
    /// Returns an error if the host is no Debian, or this is not run as root.
    pub(crate) fn create(name: &str, packages: &[&str]) -> Result<Self> {
        if !is_there("apt-get") || output(&mut command("id", ["-u"]))?.trim() != "0" {
            bail!(
                "A minimal root can only be made on Debian or Ubuntu and as root: run this with sudo, or in a container."
            );
        }
        crate::packages::ensure(&["mmdebstrap", "ca-certificates"])?;
        let folder = target().join("roots").join(name);
        if folder.exists() {
            fs::remove_dir_all(&folder)
                .with_context(|| format!("cannot remove {}", folder.display()))?;
        }
        fs::create_dir_all(folder.parent().expect("a root lies in a folder"))?;
        let root = Self {
            folder,
            keep: false,
        };
        let include = format!(
            "--include={}",
            ["ca-certificates"]
                .iter()
                .chain(packages)
                .copied()
                .collect::<Vec<_>>()
                .join(",")
        );
        let mut make = command(
            "mmdebstrap",
            ["--mode=root", "--variant=minbase", "--quiet", &include],
        );
        make.arg(codename()?)
            .arg(&root.folder)
            .args(package_sources()?);
        run(&mut make)?;
        for file in HOST_SETTINGS {
            root.copy(Path::new(file), file)?;
        }
        Ok(root)
    }

    /// The host's path of a path in the root.
    pub(crate) fn path(&self, path: &str) -> PathBuf {
        self.folder.join(path.trim_start_matches('/'))
    }

    /// Copies a file or folder of the host to a path in the root, links as their targets.
    pub(crate) fn copy(&self, from: &Path, to: &str) -> Result<()> {
        let to = self.path(to);
        fs::create_dir_all(to.parent().expect("an absolute path has a parent"))?;
        let mut copy = command(
            "cp",
            [
                "--recursive",
                "--preserve=mode,timestamps",
                "--dereference",
                "--no-target-directory",
            ],
        );
        run(copy.arg(from).arg(to))
    }

    /// A shell command in the root, with `/proc` and the host's devices, and an environment of its
    /// own.
    fn shell(&self, script: &str) -> Command {
        // The first process of the namespace is no parent that an X server tells when it is ready,
        // so it is none of the script's.
        const ENTER: &str =
            "mount -t proc proc \"$1/proc\" && mount --rbind /dev \"$1/dev\" || exit
            chroot \"$1\" /bin/bash -c \"$2\"
            exit $?";
        let mut shell = command(
            "unshare",
            [
                "--mount",
                "--pid",
                "--fork",
                "--kill-child",
                "bash",
                "-c",
                ENTER,
                "enter",
            ],
        );
        shell
            .arg(&self.folder)
            .arg(script)
            .env_clear()
            .stdin(Stdio::null());
        shell.env(
            "PATH",
            "/opt/rust/bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
        );
        shell.env("HOME", "/root").env("LANG", "C.UTF-8");
        let certificates = HOST_SETTINGS[1];
        shell.envs(CERTIFICATES.iter().map(|name| (name, certificates)));
        shell
    }

    /// Runs a shell command in the root, and shows it.
    ///
    /// # Errors
    /// Returns an error if the command fails.
    pub(crate) fn run(&self, script: &str) -> Result<()> {
        eprintln!("\x1b[2m(root) {script}\x1b[0m");
        let status = self
            .shell(script)
            .status()
            .context("the root cannot be entered")?;
        ensure!(status.success(), "`{script}` ended with {status}");
        Ok(())
    }

    /// Runs a shell command in the root; returns its status and what it printed.
    pub(crate) fn output(&self, script: &str) -> Result<Output> {
        eprintln!("\x1b[2m(root) {script}\x1b[0m");
        self.shell(script)
            .output()
            .context("the root cannot be entered")
    }

    /// Copies the program `node` of the host to `/usr/local/bin`, without its caches.
    pub(crate) fn copy_node(&self) -> Result<()> {
        let node = output(&mut command("node", ["--print", "process.execPath"]))?;
        self.copy(Path::new(node.trim()), "/usr/local/bin/node")
    }

    /// Leaves the folder on disk, to be looked at.
    pub(crate) fn keep(&mut self) {
        self.keep = true;
    }
}

impl Drop for MinimalRoot {
    fn drop(&mut self) {
        if self.keep {
            eprintln!("The root is left in {}.", self.folder.display());
        } else if let Err(error) = fs::remove_dir_all(&self.folder) {
            eprintln!("{} could not be removed: {error}", self.folder.display());
        }
    }
}

/// The host's release, such as `bookworm`.
fn codename() -> Result<String> {
    let release = fs::read_to_string("/etc/os-release").context("cannot read /etc/os-release")?;
    let codename = release
        .lines()
        .find_map(|line| line.strip_prefix("VERSION_CODENAME="));
    codename
        .map(|name| name.trim_matches('"').to_owned())
        .context("/etc/os-release names no release")
}

/// The host's files of package sources.
fn package_sources() -> Result<Vec<PathBuf>> {
    let listed = fs::read_dir("/etc/apt/sources.list.d")
        .into_iter()
        .flatten()
        .flatten()
        .map(|entry| entry.path());
    let is_source = |path: &PathBuf| {
        path.extension()
            .is_some_and(|ending| ending == "list" || ending == "sources")
    };
    let of_the_system = |path: &PathBuf| {
        let told = fs::read_to_string(path).unwrap_or_default().to_lowercase();
        ["debian", "ubuntu"].iter().any(|name| told.contains(name))
    };
    let main = PathBuf::from("/etc/apt/sources.list");
    let sources: Vec<PathBuf> = listed
        .chain([main])
        .filter(is_source)
        .filter(of_the_system)
        .collect();
    if sources.is_empty() {
        bail!(
            "No package sources of Debian or Ubuntu are in /etc/apt/sources.list or /etc/apt/sources.list.d."
        );
    }
    Ok(sources)
}
