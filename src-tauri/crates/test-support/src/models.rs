//! A folder of models whose networks are the tiny random ones of the parity tests, each under the tools that it serves.

use std::fs;
use std::path::Path;

use serde::Deserialize;

/// The fixtures of `tests/parity`, the networks that they are of and the tools that those serve; and requests in words, each
/// with the file that it is about and the tool that a model then has to do it with.
const LIST: &str = include_str!("../../../../tests/parity/models.json");

/// Files that only some models have.
const FURTHER: [&str; 5] =
    ["preprocessor_config.json", "tokenizer.json", "vocab.json", "merges.txt", "special_tokens_map.json"];

#[derive(Deserialize)]
struct List {
    models: Vec<Model>,
    requests: Vec<Request>,
}

#[derive(Deserialize)]
struct Model {
    fixture: String,
    network: String,
    tools: Vec<String>,
}

/// What is asked of which file, and the tool that a model has to do it with. A box or a mask of which to ask is made by
/// other tools: how models outline those is tested with the tools.
#[derive(Debug, Deserialize)]
pub struct Request {
    /// The request.
    pub words: String,
    /// A sample's name.
    pub file: String,
    /// The tool's name.
    pub tool: String,
}

fn list() -> List {
    serde_json::from_str(LIST).expect("tests/parity/models.json has this form")
}

/// The requests in words.
pub fn requests() -> Vec<Request> {
    list().requests
}

/// Writes a registry into a folder of models, with the models of the networks for which `is_there` says so. Each lies in a
/// folder of its own, a copy, to which `change` may do something.
pub fn write(folder: &Path, is_there: impl Fn(&str) -> bool, change: impl Fn(&Path)) {
    let originals = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../tests/parity/fixtures");
    let mut registry = String::new();
    for Model { fixture, network, tools } in list().models.into_iter().filter(|model| is_there(&model.network)) {
        let copy = folder.join("fixtures").join(&fixture);
        fs::create_dir_all(&copy).expect("a folder of the test can be made");
        let mut files = Vec::new();
        for name in ["config.json", "model.safetensors"].into_iter().chain(FURTHER) {
            if fs::copy(originals.join(&fixture).join(name), copy.join(name)).is_ok() {
                files.push(format!("{{ path = \"{name}\" }}"));
            }
        }
        change(&copy);
        let entry = format!(
            "[[model]]\nid = \"tiny-{fixture}\"\nname = \"Tiny\"\nnetwork = \"{network}\"\ntools = {tools:?}\n\
             folder = '{}'\nfiles = [{}]\nbytes = 1\nmemory = 1000\ndevices = [\"cpu\"]\nlicence = \"MIT\"\n",
            copy.display(),
            files.join(", ")
        );
        registry.push_str(&entry);
    }
    fs::write(folder.join("registry.toml"), registry).expect("a file of the test can be written");
}
