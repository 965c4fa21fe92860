//! Headers of safetensors files: names and shapes of tensors.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use candle_core::DType;
use safetensors::tensor::Metadata;

use crate::InferenceError;

/// The dtype that files store the first of these tensors in that they hold.
pub(crate) fn stored(files: &[PathBuf], names: &[&str]) -> Result<Option<DType>, InferenceError> {
    for path in files {
        let metadata = metadata(path).map_err(|reason| InferenceError::File {
            path: path.clone(),
            reason,
        })?;
        if let Some(info) = names.iter().find_map(|name| metadata.info(name)) {
            return Ok(Some(DType::try_from(info.dtype)?));
        }
    }
    Ok(None)
}

/// Each tensor's file and shape, by name.
pub(super) type Headers<'a> = BTreeMap<String, (&'a PathBuf, Vec<usize>)>;

pub(super) fn headers(files: &[PathBuf]) -> Result<Headers<'_>, InferenceError> {
    let mut found = BTreeMap::new();
    for path in files {
        let header = header(path).map_err(|reason| InferenceError::File {
            path: path.clone(),
            reason,
        })?;
        found.extend(
            header
                .into_iter()
                .map(|(name, shape)| (name, (path, shape))),
        );
    }
    Ok(found)
}

/// Refuses files that lack a tensor or hold it in another shape.
pub(super) fn check(
    files: &[PathBuf],
    found: &Headers,
    expected: &BTreeMap<String, Vec<usize>>,
) -> Result<(), InferenceError> {
    for (tensor, shape) in expected {
        match found.get(tensor) {
            None => {
                let path = files.first().cloned().unwrap_or_default();
                return Err(InferenceError::MissingTensor {
                    path,
                    tensor: tensor.clone(),
                });
            }
            Some((path, there)) if there != shape => {
                return Err(InferenceError::TensorShape {
                    path: (*path).clone(),
                    tensor: tensor.clone(),
                    expected: shape.clone(),
                    found: there.clone(),
                });
            }
            Some(_) => {}
        }
    }
    Ok(())
}

/// The names and shapes in a safetensors file. Reads its header only.
pub(crate) fn header(path: &Path) -> Result<BTreeMap<String, Vec<usize>>, String> {
    Ok(metadata(path)?
        .tensors()
        .into_iter()
        .map(|(name, info)| (name, info.shape.clone()))
        .collect())
}

fn metadata(path: &Path) -> Result<Metadata, String> {
    use std::io::Read;
    /// As the format's own library bounds it, against headers made to fill the memory.
    const LONGEST: u64 = 100_000_000;
    let mut file = std::fs::File::open(path).map_err(|error| error.to_string())?;
    let size = file.metadata().map_err(|error| error.to_string())?.len();
    let mut length = [0; 8];
    let short = |_| "it is not a safetensors file".to_owned();
    file.read_exact(&mut length).map_err(short)?;
    let length = u64::from_le_bytes(length);
    if length > LONGEST || length + 8 > size {
        return Err("it is not a safetensors file, or it breaks off".to_owned());
    }
    let mut bytes = vec![0; length as usize];
    file.read_exact(&mut bytes).map_err(short)?;
    let metadata: Metadata = serde_json::from_slice(&bytes).map_err(|error| error.to_string())?;
    let end = metadata
        .tensors()
        .values()
        .map(|info| info.data_offsets.1 as u64)
        .max()
        .unwrap_or(0);
    if end > size - 8 - length {
        return Err("it breaks off before its end".to_owned());
    }
    Ok(metadata)
}
