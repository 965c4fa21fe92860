//! A folder of models whose networks are the tiny random ones of the parity tests, each under the
//! tools that it serves.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use serde::Deserialize;

/// The models, and requests in words, each with the file that it is about and the tool that a model
/// then has to do it with.
const LIST: &str = include_str!("../../../../tests/parity/models.json");

/// Files of models. Whatever lies in folders of a fixture is one too.
const FILES: [&str; 10] = [
    "config.json",
    "model.gguf",
    "model.safetensors",
    "diffusion_pytorch_model.fp16.safetensors",
    "preprocessor_config.json",
    "generation_config.json",
    "tokenizer.json",
    "vocab.json",
    "merges.txt",
    "special_tokens_map.json",
];

#[derive(Deserialize)]
struct List {
    models: Vec<Model>,
    requests: Vec<Request>,
}

#[derive(Deserialize)]
struct Model {
    /// Folders of `tests/parity/fixtures`. The last gives the model its name, and what it does not
    /// have in common with those before it.
    fixtures: Vec<String>,
    network: String,
    tools: Vec<String>,
    /// As the registry has them, where the usual ones take long.
    #[serde(default)]
    settings: String,
}

/// Request about a file, and the tool that a model has to do it with. A box or a mask of which to
/// ask is made by other tools: how models outline those is tested with the tools.
#[derive(Debug, Deserialize)]
pub struct Request {
    /// The request.
    pub words: String,
    /// A sample's name; empty where the words are all.
    pub file: String,
    /// The tool's name.
    pub tool: String,
    /// Whether something in the image is pointed at first.
    #[serde(default)]
    pub pointed: bool,
}

fn list() -> List {
    serde_json::from_str(LIST).expect("tests/parity/models.json has this form")
}

/// The requests in words.
pub fn requests() -> Vec<Request> {
    list().requests
}

/// Writes a registry into a folder of models, with the models of the networks for which `is_there`
/// says so. Each lies in a folder of its own, a copy, to which `change` may do something.
pub fn write(folder: &Path, is_there: impl Fn(&str) -> bool, change: impl Fn(&Path)) {
    let originals = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../tests/parity/fixtures");
    let mut registry = String::new();
    for Model {
        fixtures,
        network,
        tools,
        settings,
    } in list().models
    {
        if !is_there(&network) {
            continue;
        }
        let name = fixtures.last().expect("a model has a fixture");
        let copy = folder.join("fixtures").join(name);
        let files: BTreeSet<String> = fixtures
            .iter()
            .flat_map(|fixture| copied(&originals.join(fixture), &copy))
            .collect();
        let files: Vec<String> = files
            .iter()
            .map(|path| format!("{{ path = \"{path}\" }}"))
            .collect();
        change(&copy);
        let entry = format!(
            "[[model]]\nid = \"tiny-{name}\"\nname = \"Tiny\"\nnetwork = \"{network}\"\ntools = {tools:?}\n\
             folder = '{}'\nfiles = [{}]\nbytes = 1\nmemory = 1000\ndevices = [\"cpu\"]\nlicence = \"MIT\"\n\
             settings = {{ {settings} }}\n",
            copy.display(),
            files.join(", ")
        );
        registry.push_str(&entry);
    }
    fs::write(folder.join("registry.toml"), registry).expect("a file of the test can be written");
}

/// Copies a fixture's files of models, and tells their paths in it.
fn copied(from: &Path, to: &Path) -> Vec<String> {
    let mut paths = Vec::new();
    for entry in fs::read_dir(from)
        .expect("the fixture is there")
        .filter_map(Result::ok)
    {
        let name = entry.file_name().to_string_lossy().into_owned();
        let inner = if entry.path().is_dir() {
            let files = fs::read_dir(entry.path())
                .expect("a folder of the fixture can be read")
                .filter_map(Result::ok);
            files
                .map(|file| format!("{name}/{}", file.file_name().to_string_lossy()))
                .collect()
        } else if FILES.contains(&name.as_str()) {
            vec![name]
        } else {
            Vec::new()
        };
        for path in inner {
            let target = to.join(&path);
            fs::create_dir_all(target.parent().unwrap_or(to))
                .expect("a folder of the test can be made");
            fs::copy(from.join(&path), target).expect("a file of the fixture can be copied");
            paths.push(path);
        }
    }
    paths
}
