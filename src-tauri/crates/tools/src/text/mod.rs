//! Tools that work on words.

automod::dir!(pub(crate) "src/text");
