//! Times in words: which parts of a video or audio clip a sentence keeps, and how long it asks the
//! whole to be.
//!
//! A sentence is read in three steps: number words become digits, times become tokens, and then a
//! few patterns over those tokens name parts. Whether these parts are kept or taken out depends on
//! the verb. How long the whole is need not be known for that.
//!
//! - [`moments`]: the points of a time line that a sentence names
//! - [`parts`]: the parts that a sentence names
//! - [`limits`]: the parts to which something else that is asked for is limited
//! - [`lengths`]: how long a sentence asks the whole to be
//! - [`frames`]: how many frames of a video a sentence asks for, and how far apart
//! - [`shifts`]: by how much later or earlier
//! - [`pieces`]: into how many pieces a sentence splits the whole, or into how long ones
//! - [`numbers`], [`tokens`]: what both read

use regex::Regex;

mod frames;
mod lengths;
mod limits;
mod moments;
mod numbers;
mod parts;
mod pieces;
mod shifts;
mod taken_out;
mod tokens;

pub(crate) use frames::worded_interval;
pub use frames::{said_count, said_interval};
pub use lengths::{names_a_part, said_crossfade, said_seconds, wanted_length};
pub use limits::{said_limits, without_limits};
pub use moments::said_moments;
pub(crate) use moments::worded_moments;
pub use numbers::digits;
pub use parts::said_ranges;
pub use pieces::{piece_count, piece_length};
pub use shifts::said_shift;
use tokens::{Time, tokenised};

/// Only so many characters of a text are looked at.
const LONGEST_SENTENCE: usize = 2000;

/// The start of a text with its number words as digits and its times as tokens, and these times.
fn read(text: &str) -> (String, Vec<Time>) {
    let start: String = text.chars().take(LONGEST_SENTENCE).collect();
    tokenised(&digits(&start.to_lowercase()))
}

fn pattern(words: &str) -> Regex {
    Regex::new(&format!("(?x){words}")).expect("a pattern of this file is valid")
}
