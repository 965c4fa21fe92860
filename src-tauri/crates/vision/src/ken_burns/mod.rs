//! A slow move of a camera over an image ([`camera`]), on which near things move further where it
//! is known how near they are ([`relief`]).

pub mod camera;
pub mod relief;
