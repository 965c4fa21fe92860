//! The store from outside.

mod assets;
mod corrections;
mod crash;
mod deleted_turns;
mod erased;
mod exported;
mod full_disk;
#[cfg(unix)]
mod private;
mod recipes;
mod rows;
mod search;
mod support;
mod watched_folders;
