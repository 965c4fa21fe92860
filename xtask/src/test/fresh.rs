//! `cargo xtask test fresh`: the README's commands in a minimal Debian root that has Rust and Node, and nothing else.

use anyhow::Result;

/// Makes the root, clones this checkout's HEAD into it, runs the README's commands there, and judges what they made.
pub(crate) fn fresh() -> Result<()> {
    anyhow::bail!("not written yet")
}
