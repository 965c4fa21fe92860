//! Stored data as fronts, tools and the planner see them. Everything here is given what it shows
//! and asks nobody.

pub(crate) mod answer;
pub(crate) mod artifact;
pub(crate) mod candidate;
pub(crate) mod conversation;
pub(crate) mod edit;
pub(crate) mod error;
pub(crate) mod missing;
pub(crate) mod model;
pub(crate) mod provenance;
pub(crate) mod reading;
pub(crate) mod recipe;
pub(crate) mod resource;
pub(crate) mod run;
pub(crate) mod subtitles;
pub(crate) mod tool;
pub(crate) mod turn;
