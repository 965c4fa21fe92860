//! The configuration and the files of weights in a folder of the hub's libraries.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde::de::DeserializeOwned;

use crate::InferenceError;

/// Reads `config.json`.
pub fn config<C: DeserializeOwned>(path: &Path) -> Result<C, InferenceError> {
    let wrong = |reason: String| InferenceError::File {
        path: path.to_owned(),
        reason,
    };
    let bytes = std::fs::read(path).map_err(|error| wrong(error.to_string()))?;
    serde_json::from_slice(&bytes).map_err(|error| wrong(error.to_string()))
}

/// The one file of weights in a folder of the hub's libraries, whole or of half of the precision.
pub fn only_file(folder: &Path) -> Result<PathBuf, InferenceError> {
    let names = ["diffusion_pytorch_model", "model"].into_iter();
    let mut paths = names.flat_map(|name| {
        [".safetensors", ".fp16.safetensors"].map(|end| folder.join(format!("{name}{end}")))
    });
    paths
        .find(|path| path.exists())
        .ok_or_else(|| InferenceError::File {
            path: folder.to_owned(),
            reason: "it has no diffusion_pytorch_model.safetensors or model.safetensors".to_owned(),
        })
}

/// All files of weights in a folder of the hub's libraries: those that its index names, where the
/// weights are split over several, else the one that there is.
pub fn all_files(folder: &Path) -> Result<Vec<PathBuf>, InferenceError> {
    #[derive(serde::Deserialize)]
    struct Index {
        weight_map: BTreeMap<String, String>,
    }
    let names = ["diffusion_pytorch_model", "model"]
        .map(|name| folder.join(format!("{name}.safetensors.index.json")));
    let Some(path) = names.into_iter().find(|path| path.exists()) else {
        return Ok(vec![only_file(folder)?]);
    };
    let index: Index = config(&path)?;
    let files: std::collections::BTreeSet<String> = index.weight_map.into_values().collect();
    // An index comes from outside: what it names lies beside it, and nowhere else.
    if let Some(outside) = files
        .iter()
        .find(|file| Path::new(file).file_name() != Some(std::ffi::OsStr::new(file.as_str())))
    {
        return Err(InferenceError::File {
            path,
            reason: format!("it names “{outside}”, which is no file beside it"),
        });
    }
    Ok(files.into_iter().map(|file| folder.join(file)).collect())
}
