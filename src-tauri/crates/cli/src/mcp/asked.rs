//! What an assistant asks for.

use std::collections::BTreeMap;

use rmcp::schemars;
use serde::Deserialize;

/// Which tools are asked for.
#[derive(Deserialize, schemars::JsonSchema)]
pub(super) struct ListTools {
    /// Words that the tool's name or description has to have; all tools without it.
    pub(super) query: Option<String>,
}

/// What is to be done, with what.
#[derive(Deserialize, schemars::JsonSchema)]
pub(super) struct Asked {
    /// What is to be done, in a person's words. Files are called by their names.
    pub(super) request: String,
    /// Paths of the files that it is about, relative to the granted folder.
    #[serde(default)]
    pub(super) files: Vec<String>,
}

/// What is to be run.
#[derive(Deserialize, schemars::JsonSchema)]
pub(super) struct RunAsked {
    /// What is to be done, in a person's words. Files are called by their names.
    pub(super) request: String,
    /// Paths of the files that it is about, relative to the granted folder.
    #[serde(default)]
    pub(super) files: Vec<String>,
    /// Which way of each step is taken, counted from 1 as `plan` lists them; without it, the first
    /// that can run here.
    pub(super) way: Option<usize>,
    /// Values in the place of those that `plan` shows: by the name of the value, or by tool and name
    /// joined by a dot.
    #[serde(default)]
    pub(super) values: BTreeMap<String, Said>,
    /// Whether tools of connected servers may take part, which can act elsewhere; a plan that has
    /// some says `needs_consent`.
    #[serde(default)]
    pub(super) may_use_connected_tools: bool,
}

/// A value as a text, a number or yes and no.
#[derive(Deserialize, schemars::JsonSchema)]
#[serde(untagged)]
pub(super) enum Said {
    Words(String),
    Number(f64),
    Flag(bool),
}

impl std::fmt::Display for Said {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Words(words) => f.write_str(words),
            Self::Number(number) => number.fmt(f),
            Self::Flag(flag) => f.write_str(if *flag { "yes" } else { "no" }),
        }
    }
}

/// Which result is asked for.
#[derive(Deserialize, schemars::JsonSchema)]
pub(super) struct Fetch {
    /// The path of a result, as `run` told it, or of a file of the granted folder.
    pub(super) path: String,
}
