//! Tools that choose among, or count, what other tools found.

automod::dir!(pub(crate) "src/selection");
