//! Tools that work on words.

automod::dir!("src/text");
