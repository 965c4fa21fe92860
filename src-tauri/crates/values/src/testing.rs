//! Settings by which tests try properties.

use proptest::test_runner::{Config, RngSeed};

/// The usual number of cases of a property, the same in each run.
pub(crate) fn cases() -> Config {
    Config {
        rng_seed: RngSeed::Fixed(1),
        ..Config::default()
    }
}
