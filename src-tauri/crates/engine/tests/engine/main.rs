//! Plans, run from outside with tools made on the spot.

mod batch;
mod cache;
mod failing;
mod fallback;
mod images;
mod lengths;
mod plans;
mod random;
mod support;
mod texts;
mod time;
