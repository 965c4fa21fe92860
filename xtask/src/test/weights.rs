//! `cargo xtask test weights`: runs each network whose published weights can be had, and writes the table of docs/models.md.

use anyhow::Result;

/// Measures accuracy and time of the networks on published weights, beside other programs in the same run.
pub(crate) fn weights() -> Result<()> {
    anyhow::bail!("not written yet")
}
