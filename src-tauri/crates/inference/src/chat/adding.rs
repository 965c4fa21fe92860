//! Takes language models in from GGUF files of a person's own, which stay where they lie.

use std::path::{Path, PathBuf};

use toml::{Table, Value};

use super::ChatModel;
use crate::models::gguf;
use crate::models::library::{LibraryError, remove};
use crate::models::registry::{Model, Registry, Source, added_entry};

/// The network of language models.
const NETWORK: &str = "decoder";
/// Licences under which what is made may be sold, by SPDX's names. Others are not looked into.
const FREE: [&str; 4] = ["apache-2.0", "mit", "bsd-2-clause", "bsd-3-clause"];

impl Registry {
    /// Adds the language model in a GGUF file, for the tools of the built-in one that is nearest to it in size. An entry for it is
    /// written to the folder of models.
    ///
    /// # Errors
    /// It is not a whole GGUF file of a family that can be run, it says nothing of chats, or it was added before.
    pub fn add_file(&self, models_folder: &Path, file: &Path) -> Result<&Model, LibraryError> {
        let file = std::path::absolute(file).map_err(LibraryError::io("read", file))?;
        let wrong = |reason: String| LibraryError::File {
            path: file.clone(),
            reason,
        };
        if let Some(there) = self.models().find(|model| lies_at(model, &file)) {
            return Err(wrong(format!("it is there already, as “{}”", there.name)));
        }
        let header = ChatModel::header(&file)?;
        let size = file.metadata().map_err(LibraryError::io("read", &file))?;
        let entry = self
            .entry(&file, size.len(), &gguf::Said::of(&header))
            .ok_or_else(|| wrong("its name is none that can be kept".to_owned()))?;
        let id = entry["id"].as_str().unwrap_or_default().to_owned();
        let models = Value::Array(vec![Value::Table(entry)]);
        let text = Table::from_iter([("model".to_owned(), models)]).to_string();
        let errors = self.add_while_running(&text, models_folder);
        let model = self.model(&id).ok_or_else(|| {
            let errors = errors.iter().map(ToString::to_string);
            wrong(errors.collect::<Vec<_>>().join(" "))
        })?;
        write(&added_entry(models_folder, &id), &text).inspect_err(|_| self.forget_added(&id))?;
        Ok(model)
    }

    /// Leaves a model out that was added. Its file stays.
    ///
    /// # Errors
    /// Its entry cannot be removed.
    pub fn forget(&self, models_folder: &Path, model: &Model) -> Result<(), LibraryError> {
        remove(&added_entry(models_folder, &model.id))?;
        self.forget_added(&model.id);
        Ok(())
    }

    /// The entry of a file of `bytes`; none where its path has letters that no text can hold.
    fn entry(&self, file: &Path, bytes: u64, said: &gguf::Said) -> Option<Table> {
        let built_in = self.models().filter(|one| one.network == NETWORK);
        let alike = built_in
            .filter(|one| !one.is_added)
            .min_by_key(|one| one.bytes.abs_diff(bytes))?;
        let stem = file.file_stem()?.to_str()?;
        let name = said.name.as_deref().unwrap_or(stem);
        let licence = said.licence.as_deref().unwrap_or("unknown");
        let memory = bytes as f64 * alike.memory as f64 / alike.bytes as f64;
        let mut entry = Table::new();
        let mut set = |field: &str, value: Value| entry.insert(field.to_owned(), value);
        let texts = |texts: &[String]| texts.iter().cloned().map(Value::String).collect();
        set("id", self.free(name).into());
        set("name", name.into());
        set("network", NETWORK.into());
        set("tools", Value::Array(texts(&alike.tools)));
        set("folder", file.parent()?.to_str()?.into());
        let path = file.file_name()?.to_str()?.into();
        let files = Table::from_iter([
            ("path".to_owned(), path),
            (
                "size".to_owned(),
                Value::Integer(i64::try_from(bytes).ok()?),
            ),
        ]);
        set("files", Value::Array(vec![Value::Table(files)]));
        set("bytes", Value::Integer(i64::try_from(bytes).ok()?));
        set("memory", Value::Integer(memory as i64));
        if let Some(speed) = &alike.speed {
            set("speed", speed.as_str().into());
        }
        set("devices", Value::Array(texts(&alike.devices)));
        set("licence", licence.into());
        let is_free = FREE.iter().any(|free| licence.eq_ignore_ascii_case(free));
        set("commercial", is_free.into());
        Some(entry)
    }

    /// An id made of a name that no model has.
    fn free(&self, name: &str) -> String {
        let letters = name.to_lowercase();
        let words = letters.split(|letter: char| !letter.is_ascii_alphanumeric());
        let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
        let mut id: String = words.join("-").chars().take(56).collect();
        if id.is_empty() {
            id.push_str("model");
        }
        let numbered = (2..).map(|number| format!("{id}-{number}"));
        let mut ids = std::iter::once(id.clone()).chain(numbered);
        ids.find(|id| self.model(id).is_none())
            .unwrap_or_else(|| id.clone())
    }
}

/// Whether a model of a person's own is in this file.
fn lies_at(model: &Model, file: &Path) -> bool {
    let Source::Folder(folder) = &model.source else {
        return false;
    };
    let paths = model.files.iter().map(|one| folder.join(&one.path));
    paths.into_iter().any(|path: PathBuf| path == file)
}

fn write(path: &Path, text: &str) -> Result<(), LibraryError> {
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder).map_err(LibraryError::io("made", folder))?;
    }
    std::fs::write(path, text).map_err(LibraryError::io("written", path))
}
