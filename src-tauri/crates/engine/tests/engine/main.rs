//! Plans, run from outside with tools made on the spot.

mod lengths;
mod plans;
mod random;
mod support;
mod time;
