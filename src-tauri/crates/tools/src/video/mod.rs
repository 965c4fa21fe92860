//! Tools that work on or make films.

automod::dir!("src/video");
