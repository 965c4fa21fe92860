//! GGUF files by their headers (<https://github.com/ggml-org/ggml/blob/master/docs/gguf.md>): whether
//! one is whole, and which model it says that it is.

use std::fs::File;
use std::io::BufReader;
use std::path::Path;

use candle_core::quantized::gguf_file::{Content, Value};

use super::registry::{FileEntry, Model};
use crate::error::first_line;

/// Words in names of models that tell none from another.
const GENERIC: [&str; 8] = [
    "instruct", "chat", "it", "gguf", "model", "hf", "the", "base",
];
/// A file may differ from the size that the registry gives roughly by this share.
const ROUGHLY: f64 = 0.2;

/// The header of a file that holds all of its tensors; why it is none otherwise.
pub(crate) fn header(path: &Path) -> Result<Content, String> {
    let file = File::open(path).map_err(|error| error.to_string())?;
    let size = file.metadata().map_err(|error| error.to_string())?.len();
    let content = Content::read(&mut BufReader::new(file)).map_err(|error| {
        let reason = first_line(&error);
        format!(
            "it is not a GGUF file of version 2 or 3, or it breaks off in its header ({reason})"
        )
    })?;
    let end = end(&content).ok_or("its header names tensors that no file can hold")?;
    if end > size {
        return Err(format!(
            "it breaks off: it has {}, and its tensors take {}. Get it again",
            crate::size(size),
            crate::size(end)
        ));
    }
    Ok(content)
}

/// The byte behind the last tensor, 0 without tensors; none where no number holds it.
fn end(content: &Content) -> Option<u64> {
    let mut end = 0;
    for tensor in content.tensor_infos.values() {
        let count = tensor
            .shape
            .dims()
            .iter()
            .try_fold(1_u64, |count, side| count.checked_mul(*side as u64))?;
        let blocks = count / tensor.ggml_dtype.block_size() as u64;
        let bytes = blocks.checked_mul(tensor.ggml_dtype.type_size() as u64)?;
        let start = content.tensor_data_offset.checked_add(tensor.offset)?;
        end = end.max(start.checked_add(bytes)?);
    }
    Some(end)
}

/// Refuses a file that is not the one of a model: by its size, where neither its exact size nor its
/// sum is known, and by the name in its header. A sentence says why.
pub(crate) fn is_of(path: &Path, file: &FileEntry, model: &Model) -> Result<(), String> {
    let content = header(path)?;
    let size = path.metadata().map_or(0, |facts| facts.len());
    let is_unknown = file.size.is_none() && file.sha256.is_none() && model.files.len() == 1;
    if is_unknown && (size as f64 - model.bytes as f64).abs() > model.bytes as f64 * ROUGHLY {
        return Err(format!(
            "it has {}, and “{}” about {}, so it is another model",
            crate::size(size),
            model.name,
            crate::size(model.bytes)
        ));
    }
    let Some(said) = Said::of(&content).name else {
        return Ok(());
    };
    let known = words(&format!(
        "{} {} {} {}",
        model.id, model.name, model.source, file.path
    ));
    let said_words = words(&said);
    let mut telling = said_words
        .iter()
        .filter(|word| !GENERIC.contains(&word.as_str()));
    let is_comparable = telling.clone().any(|word| known.contains(word));
    match telling.find(|word| is_comparable && !known.contains(word)) {
        Some(_) => Err(format!(
            "it says that it is “{said}”, and “{}” is asked for",
            model.name
        )),
        None => Ok(()),
    }
}

/// What a file says of itself.
pub(crate) struct Said {
    /// Its name.
    pub(crate) name: Option<String>,
    /// Its licence.
    pub(crate) licence: Option<String>,
}

impl Said {
    /// What a header says.
    pub(crate) fn of(content: &Content) -> Self {
        let said = |field: &str| match content.metadata.get(field)? {
            Value::String(words) if !words.trim().is_empty() => Some(words.trim().to_owned()),
            _ => None,
        };
        Self {
            name: said("general.name"),
            licence: said("general.license"),
        }
    }
}

fn words(text: &str) -> Vec<String> {
    text.split(|letter: char| !letter.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
        .collect()
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use candle_core::quantized::gguf_file::write;
    use candle_core::quantized::{GgmlDType, QTensor};
    use candle_core::{DType, Device, Tensor};

    use super::*;
    use crate::models::registry::Registry;

    fn written(folder: &Path, name: &str) -> PathBuf {
        let path = folder.join("model.gguf");
        let zeros = Tensor::zeros((64, 64), DType::F32, &Device::Cpu).unwrap();
        let tensor = QTensor::quantize(&zeros, GgmlDType::F32).unwrap();
        let name = Value::String(name.to_owned());
        let mut file = File::create(&path).unwrap();
        write(
            &mut file,
            &[("general.name", &name)],
            &[("token_embd.weight", &tensor)],
        )
        .unwrap();
        path
    }

    #[test]
    fn a_file_that_breaks_off_or_is_another_model_is_refused_in_a_sentence() {
        let folder = tempfile::tempdir().unwrap();
        let path = written(folder.path(), "Qwen2.5 1.5B Instruct");
        let whole = std::fs::read(&path).unwrap();
        let (registry, _) = Registry::open(folder.path());
        let mut model = registry.model("qwen2-5-1-5b-instruct").unwrap().clone();
        let file = model.files[0].clone();
        let small = is_of(&path, &file, &model).unwrap_err();
        assert!(small.contains("kB") && small.contains("1.1 GB"), "{small}");
        model.bytes = whole.len() as u64;
        assert_eq!(is_of(&path, &file, &model), Ok(()));
        std::fs::write(&path, &whole[..whole.len() - 4000]).unwrap();
        let cut = is_of(&path, &file, &model).unwrap_err();
        assert!(cut.contains("breaks off"), "{cut}");
        written(folder.path(), "Qwen2.5 Coder 1.5B Instruct");
        let other = is_of(&path, &file, &model).unwrap_err();
        assert!(other.contains("Coder"), "{other}");
        written(folder.path(), "workspace");
        assert_eq!(
            is_of(&path, &file, &model),
            Ok(()),
            "a name that tells nothing"
        );
    }
}
