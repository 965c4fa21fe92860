//! What stands behind the planner's traits.
//!
//! - [`answering`]: an answer in the person's own language, by a chat model
//! - [`by_chat`]: the planner's parts by a chat model
//! - [`coverage`]: holds a plan against the words of its request
//! - [`embedded`]: ships with the program, works offline from the first start
//! - [`encoder`]: the network that it reads with
//! - [`judging`]: which of a plan and a reading a request likelier means
//! - [`open_world`]: plans with tools of connected servers beside Patchbay's own
//! - [`parsed`]: a plan as a parsed request
//! - [`reading`]: the trained reader's ways in which a request can be meant
//! - [`references`]: files and results that words can refer to
//! - [`rewording`]: another reading of a request, by a chat model
//! - [`typed`]: values of words that stand beside none
//! - [`words`]: words of requests and examples

pub mod answering;
pub mod by_chat;
pub mod coverage;
pub mod embedded;
pub mod encoder;
pub mod judging;
pub mod open_world;
pub mod parsed;
pub mod reading;
pub mod references;
pub mod rewording;
pub mod typed;
pub mod words;
