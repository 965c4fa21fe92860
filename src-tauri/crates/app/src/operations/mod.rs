//! The operations, one file a family: each is what a front asks for, made of what lies below.

pub(crate) mod conversations;
mod models;
mod plan;
mod previews;
pub(crate) mod recipe;
mod regions;
mod resources;
mod run;
mod settings;
