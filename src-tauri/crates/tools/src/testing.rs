//! For tests: inputs and a place to work.

use std::collections::BTreeMap;

use patchbay_domain::{Resource, Toolbox};
use proptest::test_runner::{Config, RngSeed};

use crate::{Context, Inputs, Progress};

/// Arguments by name.
pub(crate) fn inputs<const N: usize>(values: [(&str, Resource); N]) -> Inputs {
    Inputs::new(
        values
            .into_iter()
            .map(|(name, value)| (name.to_owned(), value))
            .collect(),
    )
}

/// Arguments with what the words among them say, as the planner reads them.
pub(crate) fn read(tool: &str, mut values: BTreeMap<String, Resource>) -> Inputs {
    let toolbox = Toolbox::from_json(patchbay_toolbox::TOOLBOX).expect("a toolbox");
    let tool = toolbox.tool(tool).expect("a tool");
    patchbay_phrases::values::give_said(tool, &mut values);
    Inputs::new(values)
}

/// Configuration of a property test with `count` cases, the same in each run.
pub(crate) fn cases(count: u32) -> Config {
    Config {
        cases: count,
        rng_seed: RngSeed::Fixed(1),
        ..Config::default()
    }
}

/// A context in a folder that is removed when the second value is dropped.
pub(crate) fn context() -> (Context, tempfile::TempDir) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let context = Context {
        folder: folder.path().to_owned(),
        progress: Progress::default(),
        seed: 1,
        models: patchbay_inference::Models::none(),
        target_seconds: None,
        settings: std::collections::BTreeMap::new(),
    };
    (context, folder)
}
