//! A file of cases: requests with what a right plan has to reach.

use std::path::Path;

use patchbay_domain::Request;
use serde::Deserialize;

use super::lines;

/// A request with its right answer.
#[derive(Deserialize)]
pub(super) struct Case {
    #[serde(flatten)]
    pub(super) request: Request,
    /// Level of difficulty: easy, medium, hard.
    #[serde(default)]
    pub(super) level: String,
    /// Category of the request.
    #[serde(default)]
    pub(super) category: String,
    /// Goals that have to be reached.
    #[serde(default)]
    pub(super) goals: Vec<Goal>,
    /// Whether the right answer is a question back.
    #[serde(default)]
    pub(super) ask: bool,
}

/// A goal that a plan has to reach.
#[derive(Deserialize)]
pub(super) struct Goal {
    /// The file that it is about.
    pub(super) resource: Option<String>,
    /// A further one, such as a mask, that has to be used.
    pub(super) second: Option<String>,
    /// The sets of tools of which one must be there.
    pub(super) any_of: Vec<Vec<String>>,
    /// Those of them that were made for just this.
    pub(super) preferred: Vec<Vec<String>>,
    /// Tools that do no harm.
    #[serde(default)]
    pub(super) extra: Vec<String>,
    /// The words for the thing that it is about.
    pub(super) object: Option<String>,
}

/// The cases of a file; an error names the line that is none.
pub(super) fn read(path: &Path) -> anyhow::Result<Vec<Case>> {
    lines::read(path, ("case", "cases"))
}
