//! Finds the implementations of a tool among those that were handed in.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use patchbay_inference::Models;

use crate::{Implementation, ImplementationRef, Registered};

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
                (
                    !implementation.is_remote(),
                    !implementation.has_model(),
                    implementation.label(),
                )
            });
        }
        found
    });

/// Every implementation of a tool, whether it can run here or not; those on a
/// server first, then those with a model.
pub fn implementations(tool: &str) -> &'static [&'static dyn Implementation] {
    BY_TOOL.get(tool).map_or(&[], Vec::as_slice)
}

/// The same as an engine holds them.
pub fn implementation_refs(tool: &str) -> Vec<ImplementationRef> {
    let all = implementations(tool).iter().copied();
    all.map(ImplementationRef::BuiltIn).collect()
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
