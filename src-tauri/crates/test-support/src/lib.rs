//! For tests: a folder of the test's own, tiny media made on the spot, the headless program called
//! from outside, and other programs that judge what came out. Everything here panics where a test
//! could not go on.

pub mod audio;
mod cli;
mod media;
mod memory;
pub mod models;
pub mod pages;
mod pixels;
mod test_dir;
pub mod tracks;
pub mod video;
pub mod web;

pub use cli::{Cli, Reply};
pub use media::{jpeg, photo, png, portrait, sine};
pub use memory::peak_memory;
pub use pixels::{decibels, noise};
pub use test_dir::{TestDir, sample};
