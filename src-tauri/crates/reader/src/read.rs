//! A request as it is asked, and as it was read.

use patchbay_domain::{ConversationStep, NamedResource, ParsedRequest};

/// A request with the files and steps that are there.
pub struct Asked<'a> {
    /// Its words.
    pub text: &'a str,
    /// The files that were given.
    pub files: &'a [NamedResource],
    /// Steps that were run in earlier turns, in order.
    pub steps: &'a [ConversationStep],
}

/// A request as it was read.
pub struct Read {
    /// Its segments and calls.
    pub parsed: ParsedRequest,
    /// Certainty of the reading.
    pub sure: Sure,
}

/// Certainty of a reading, from 0 to 1 each.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Sure {
    /// Probability that it has to be asked back.
    pub asks: f32,
    /// Probability that there are as many wishes as were found.
    pub count: f32,
    /// Probability that something is asked for that no tool does.
    pub impossible: f32,
    /// Certainty of each call.
    pub wishes: Vec<SureWish>,
    /// Log of how much likelier it is than the next reading; 0 for the last.
    pub margin: f32,
}

/// Certainty of a call, from 0 to 1 each.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SureWish {
    /// Certainty of its tool by its words alone.
    pub tool: f32,
    /// Certainty of its tool with its questions beside the words.
    pub fits: f32,
    /// Certainty of the least sure value; 1 where nothing is asked.
    pub slots: f32,
    /// Certainty of the least sure source; 1 where there is none.
    pub sources: f32,
}
