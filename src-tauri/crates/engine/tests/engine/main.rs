//! Plans, run from outside with tools made on the spot.

mod cache;
mod lengths;
mod plans;
mod random;
mod support;
mod time;
