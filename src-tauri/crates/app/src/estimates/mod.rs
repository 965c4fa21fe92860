//! How long solutions will take: by how large their inputs are, and by how quick this computer was at the same tools.
//!
//! - `size`: how large a resource is, and how many ordinary ones that makes
//! - `speeds`: how long steps took
//! - `solution`: how long the actions of a solution take together
//! - `kept`: the speeds as they are kept between starts

mod kept;
mod size;
mod solution;
mod speeds;

pub(crate) use self::kept::KeptSpeeds;
