//! Tools that work on or make sound.

mod effects;
mod music;
mod picture;

automod::dir!("src/audio");
