//! Code that tools of several media share. Nothing here knows a tool.
//!
//! - [`edits`]: edits that were read of words
//! - [`models`]: models at work in a step; [`settings`]: what can be set of them; [`classifier`]:
//!   CLIP
//! - [`placing`], [`arranging`]: what lies on what, and what lies where
//! - [`hiding`]: where a region lies and how it is hidden; [`lookup`]: tables of colours
//! - [`program`]: programs that are installed; [`counted`]: iterators whose length is known
//! - [`pauses`]: what stays of a video or audio clip without its pauses; [`levelling`]: speakers as loud
//!   as each other; [`ducking`]: music under a voice
//! - [`language`]: sentences and words of texts; [`subtitles`]: words with times
//! - [`splitting`]: where videos and audio clips are split; [`cut_list`]: lists of parts; [`properties`]: what is told about a
//!   file;
//!   [`cleaning`]: files that say nothing of themselves; [`rewriting`]: files that say something else;
//!   [`chapters`]: files with other chapters

pub(crate) mod arranging;
pub(crate) mod chapters;
pub(crate) mod classifier;
pub(crate) mod cleaning;
pub(crate) mod counted;
pub(crate) mod cut_list;
pub(crate) mod ducking;
pub(crate) mod edits;
pub(crate) mod hiding;
pub(crate) mod language;
pub(crate) mod levelling;
pub(crate) mod lookup;
pub(crate) mod models;
pub(crate) mod mojibake;
pub(crate) mod order;
pub(crate) mod pauses;
pub(crate) mod placing;
pub(crate) mod program;
pub(crate) mod properties;
pub(crate) mod rewriting;
pub(crate) mod settings;
pub(crate) mod splitting;
pub mod subtitles;
