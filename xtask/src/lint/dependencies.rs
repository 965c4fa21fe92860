//! Checks the dependencies that crates may not have. Those that work on values read no sentences:
//! none of them depends on the grammars or on what understands requests, be it through other crates
//! of the workspace. The application works on no tensors: it does not itself depend on candle.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::{Context, Result, bail};
use serde_json::Value;

use crate::command::{cargo, output};

/// Crates that are given values.
const GIVEN_VALUES: [&str; 6] = [
    "patchbay-values",
    "patchbay-vision",
    "patchbay-audio-dsp",
    "patchbay-tool-api",
    "patchbay-engine",
    "patchbay-tools",
];
/// Crates that read sentences.
const READ_SENTENCES: [&str; 2] = ["patchbay-phrases", "patchbay-language"];

/// The crate that leaves tensors to `patchbay-inference`.
const APPLICATION: &str = "patchbay-app";
/// Crates that work on tensors.
const TENSORS: [&str; 3] = ["candle-core", "candle-nn", "candle-transformers"];

/// The crates that each crate of the workspace depends on.
type Dependencies = BTreeMap<String, BTreeSet<String>>;

/// Returns an error that names the way from each crate that is given values to one that reads
/// sentences, or the crates that work on tensors which the application depends on.
pub(super) fn check() -> Result<()> {
    let metadata = output(&mut cargo([
        "metadata",
        "--no-deps",
        "--format-version",
        "1",
        "--locked",
    ]))?;
    let dependencies = dependencies(&metadata)?;
    let ways: Vec<String> = GIVEN_VALUES
        .iter()
        .filter_map(|name| way(&dependencies, name))
        .map(|way| way.join(" -> "))
        .collect();
    if !ways.is_empty() {
        bail!(
            "Crates that are given values depend on what reads sentences: {}",
            ways.join("; ")
        );
    }
    let tensors = tensors(&dependencies);
    if !tensors.is_empty() {
        bail!(
            "{APPLICATION} depends on what works on tensors, which it leaves to patchbay-inference: {}",
            tensors.join(", ")
        );
    }
    Ok(())
}

/// The dependencies that cargo tells of, but those of tests alone.
fn dependencies(metadata: &str) -> Result<Dependencies> {
    let metadata: Value = serde_json::from_str(metadata)?;
    let list = |value: &Value, name: &str| value[name].as_array().cloned();
    let packages = list(&metadata, "packages").context("cargo names no packages")?;
    let name = |value: &Value| value["name"].as_str().unwrap_or_default().to_owned();
    let of_package = |package: &Value| {
        let all = list(package, "dependencies").unwrap_or_default();
        let built = all.iter().filter(|one| one["kind"].as_str() != Some("dev"));
        (name(package), built.map(name).collect())
    };
    Ok(packages.iter().map(of_package).collect())
}

/// The crates that work on tensors on which the application itself depends.
fn tensors(dependencies: &Dependencies) -> Vec<&'static str> {
    let own = dependencies.get(APPLICATION);
    let is_own = |name: &&str| own.is_some_and(|own| own.contains(*name));
    TENSORS.into_iter().filter(is_own).collect()
}

/// The shortest way from a crate to one that reads sentences; none where there is none.
fn way(dependencies: &Dependencies, from: &str) -> Option<Vec<String>> {
    let mut ways = vec![vec![from.to_owned()]];
    let mut seen = BTreeSet::from([from.to_owned()]);
    while !ways.is_empty() {
        let mut longer = Vec::new();
        for way in ways {
            let last = way.last()?;
            if READ_SENTENCES.contains(&last.as_str()) {
                return Some(way);
            }
            for next in dependencies.get(last).into_iter().flatten() {
                if seen.insert(next.clone()) {
                    longer.push([&way[..], std::slice::from_ref(next)].concat());
                }
            }
        }
        ways = longer;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn way_from(name: &str) -> Option<String> {
        let metadata = r#"{"packages": [
            {"name": "patchbay-engine", "dependencies": [{"name": "patchbay-tool-api", "kind": null}, {"name": "serde", "kind": null}]},
            {"name": "patchbay-tool-api", "dependencies": [{"name": "patchbay-phrases", "kind": null}]},
            {"name": "patchbay-vision", "dependencies": [{"name": "patchbay-phrases", "kind": "dev"}]},
            {"name": "patchbay-phrases", "dependencies": []}]}"#;
        let dependencies = dependencies(metadata).expect("metadata");
        way(&dependencies, name).map(|way| way.join(" -> "))
    }

    #[test]
    fn a_way_through_other_crates_is_named() {
        assert_eq!(
            way_from("patchbay-engine").as_deref(),
            Some("patchbay-engine -> patchbay-tool-api -> patchbay-phrases")
        );
        assert_eq!(
            way_from("patchbay-tool-api").as_deref(),
            Some("patchbay-tool-api -> patchbay-phrases")
        );
    }

    #[test]
    fn tests_alone_may_read_sentences() {
        assert_eq!(way_from("patchbay-vision"), None);
    }

    #[test]
    fn the_application_may_not_depend_on_tensors_itself() {
        let metadata = r#"{"packages": [
            {"name": "patchbay-app", "dependencies": [{"name": "candle-core", "kind": null}, {"name": "patchbay-inference", "kind": null}]},
            {"name": "patchbay-inference", "dependencies": [{"name": "candle-nn", "kind": null}]}]}"#;
        let dependencies = dependencies(metadata).expect("metadata");
        assert_eq!(tensors(&dependencies), ["candle-core"]);
    }

    #[test]
    fn crates_depend_on_nothing_that_they_may_not() {
        check().expect("no crate depends on what it may not");
    }
}
