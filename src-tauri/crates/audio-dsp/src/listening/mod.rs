//! Listening to an audio clip: what is measured in every fiftieth of a second ([`frames`]), over a
//! few seconds ([`passages`]), and what it says about whether somebody speaks or music plays
//! ([`verdict`]).
//!
//! The measures are those of Scheirer and Slaney, "Construction and Evaluation of a Robust
//! Multifeature Speech/Music Discriminator", 1997 (4 Hz modulation, low-energy frames, zero
//! crossings, pulse), and of Peeters, "A Large Set of Audio Features for Sound Description", 2004
//! (flatness, chroma), with one more: how much of the spectrum are partials that stand still for a
//! tenth of a second, as those of notes do and those of a voice that speaks do not.

pub mod frames;
pub mod passages;
pub mod verdict;
