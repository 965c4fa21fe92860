//! Reads a request into calls with values, by an encoder with heads that were trained for it (`models/reader`).
//!
//! The first look reads what each word does, where each wish stands, and the tool that it is about. The second look reads the
//! words once more with the questions of these tools' parameters beside them: whether a tool fits, what it works on, and which of
//! all values that the words could mean (the lattice) each parameter is set to. No rule of language stands here: what is not in
//! the weights is in the types.
//!
//! - [`network`]: the transformer, on candle
//! - [`Reader`]: weights and tokenizer; [`Tools`]: vectors of each tool of a toolbox
//! - `words`: a request as token ids; `blocks`: tools as token ids
//! - `first`, `second`: reading of the hidden states of each look; `look`: the second one
//! - `ways`: ways in which each wish could be read; `calls`: its call with sources and values
//! - `given`: words that a call is given as they are; `named`: files that words name
//! - `relative`: numbers of a changed step that words say by what it has
//! - `assembly`: the values of all wishes together
//! - `best`: the best choices among them
//! - `reading`: both looks, put together as parsed requests
//! - [`features()`]: what tells how far that is what was meant

mod activation;
mod asks;
mod assembly;
mod best;
mod blocks;
mod calls;
mod encoder;
mod features;
mod first;
mod given;
mod look;
mod named;
pub mod network;
mod options;
mod read;
mod reading;
mod relative;
mod second;
mod sources;
mod tools;
mod ways;
mod weights;
mod words;

pub use self::features::{FEATURES, features, said};
pub use self::read::{Asked, Read, Sure, SureWish};
pub use self::relative::Relative;
pub use self::tools::Tools;
pub use self::weights::Reader;
