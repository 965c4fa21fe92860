//! Configuration that the tests share.

use proptest::test_runner::{Config, RngSeed};

/// Configuration of a property test with `count` cases, the same in each run.
pub(crate) fn cases(count: u32) -> Config {
    Config {
        cases: count,
        rng_seed: RngSeed::Fixed(1),
        ..Config::default()
    }
}
