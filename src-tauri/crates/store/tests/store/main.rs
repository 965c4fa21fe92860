//! The store from outside.

mod assets;
mod crash;
mod full_disk;
mod rows;
mod support;
