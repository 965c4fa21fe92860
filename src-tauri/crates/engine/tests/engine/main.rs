//! Plans, run from outside with tools made on the spot.

mod batch;
mod cache;
mod deciding;
mod failing;
mod fallback;
mod faults;
mod going_on;
mod images;
mod lengths;
mod outlet;
mod pausing;
mod plans;
mod random;
mod support;
mod texts;
mod time;
