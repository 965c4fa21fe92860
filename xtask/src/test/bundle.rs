//! `cargo xtask test bundle`: installs the .deb in a minimal root, does one request in its window, and removes it again.

use anyhow::Result;

/// Builds the .deb where it is not there yet, and tries it.
pub(crate) fn bundle() -> Result<()> {
    anyhow::bail!("not written yet")
}
