//! Finds the implementations of a tool among those that were handed in.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use patchbay_inference::Models;

use crate::implementation::{Implementation, Registered};

static BY_TOOL: LazyLock<BTreeMap<&'static str, Vec<&'static dyn Implementation>>> =
    LazyLock::new(|| {
        let mut found: BTreeMap<_, Vec<&'static dyn Implementation>> = BTreeMap::new();
        for Registered(implementation) in inventory::iter::<Registered> {
            found
                .entry(implementation.tool())
                .or_default()
                .push(*implementation);
        }
        for implementations in found.values_mut() {
            implementations.sort_by_key(|implementation| {
                (!implementation.has_model(), implementation.label())
            });
        }
        found
    });

/// Every implementation of a tool, whether it can run here or not; those with a model first.
pub fn implementations(tool: &str) -> &'static [&'static dyn Implementation] {
    BY_TOOL.get(tool).map_or(&[], Vec::as_slice)
}

/// The implementation that runs on this computer now, if there is one.
pub fn runnable(tool: &str, models: &Models) -> Option<&'static dyn Implementation> {
    implementations(tool)
        .iter()
        .copied()
        .find(|implementation| implementation.missing(models).is_none())
}

/// The names of all tools that have an implementation.
pub fn implemented() -> impl Iterator<Item = &'static str> {
    BY_TOOL.keys().copied()
}

#[cfg(test)]
mod tests {
    use patchbay_domain::{ParameterKind, Toolbox};

    use crate::TOOLBOX;

    #[test]
    fn what_writes_several_formats_is_told_which() {
        let toolbox = Toolbox::from_json(TOOLBOX).expect("the toolbox is valid");
        let several = toolbox.tools.iter().filter(|tool| tool.formats.len() > 1);
        let silent: Vec<&str> = several
            .filter(|tool| {
                !tool
                    .parameters
                    .iter()
                    .any(|parameter| parameter.kind == ParameterKind::FileFormat)
            })
            .map(|tool| &*tool.name)
            .collect();
        assert_eq!(silent, [""; 0], "a format that is asked for would be lost");
    }
}
