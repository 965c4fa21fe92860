//! What the tests share.

use proptest::test_runner::{Config, RngSeed};

/// So many cases of a property, the same in each run.
pub(crate) fn cases(count: u32) -> Config {
    Config {
        cases: count,
        rng_seed: RngSeed::Fixed(1),
        ..Config::default()
    }
}
