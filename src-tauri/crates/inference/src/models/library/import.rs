//! Takes a model in from a folder on disk, as it came on a stick or from another program.

use std::fs::File;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

use super::files::PIECE;
use super::{
    Agreed, Got, Library, LibraryError, Lock, MANIFEST, check, digits, part, part_facts, remove,
    size,
};
use crate::models::gguf;
use crate::models::registry::{FileEntry, Model};
use crate::{InferenceError, Watch};

/// Refuses weights of another network than the named one: takes its name in the registry, its
/// `config.json` and the files of weights.
pub(crate) type NetworkCheck = fn(&str, &Path, &[PathBuf]) -> Result<(), InferenceError>;

impl Library {
    /// Copies a model's files from a folder, which is left as it is. Each file is looked for by its
    /// path in the registry, then by its bare name; each is checked as a download is, and `fits` is
    /// asked about the weights.
    pub(crate) fn import_checked(
        &self,
        model: &Model,
        from: &Path,
        fits: NetworkCheck,
        watch: &Watch<'_>,
    ) -> Result<(), LibraryError> {
        let folder = self.changeable(model)?;
        let mut found = Vec::new();
        for file in &model.files {
            let lacks = || LibraryError::Lacks {
                folder: from.to_owned(),
                file: file.path.clone(),
                model: model.id.clone(),
            };
            found.push((file, find(from, file).ok_or_else(lacks)?));
        }
        for (file, path) in &found {
            check(path, &file.path)?;
        }
        let is_gguf = |file: &str| {
            file.rsplit_once('.')
                .is_some_and(|(_, ending)| ending == "gguf")
        };
        for (file, path) in found.iter().filter(|(file, _)| is_gguf(&file.path)) {
            gguf::is_of(path, file, model).map_err(|reason| LibraryError::File {
                path: path.clone(),
                reason,
            })?;
        }
        check_network(model, &found, fits)?;
        std::fs::create_dir_all(&self.folder).map_err(LibraryError::io("made", &self.folder))?;
        let _lock = Lock::take(&self.folder, &model.id)?;
        let all: u64 = found.iter().filter_map(|(_, path)| size(path)).sum();
        self.check_space(all)?;
        // What is there is replaced file by file: until the last has come, the model is not whole.
        remove(&folder.join(MANIFEST))?;
        let mut done = 0;
        for (file, path) in found {
            let mut report = |bytes| {
                done += bytes;
                watch
                    .at(done, all as usize)
                    .map_err(|_| LibraryError::Stopped)
            };
            let target = folder.join(&file.path);
            let taken = copy(file, &path, &target, &mut report)
                .and_then(|got| self.settle(model, file, got));
            if let Err(error) = taken {
                remove(&part(&target))?;
                return Err(error);
            }
        }
        Ok(())
    }
}

/// Refuses weights of another network than the model's, where it has a `config.json` beside them.
fn check_network(
    model: &Model,
    found: &[(&FileEntry, PathBuf)],
    fits: NetworkCheck,
) -> Result<(), LibraryError> {
    let Some((_, config)) = found.iter().find(|(file, _)| file.path == "config.json") else {
        return Ok(());
    };
    let weights = found
        .iter()
        .filter(|(file, _)| file.path.ends_with(".safetensors"));
    let weights: Vec<PathBuf> = weights.map(|(_, path)| path.clone()).collect();
    Ok(fits(&model.network, config, &weights)?)
}

fn find(from: &Path, file: &FileEntry) -> Option<PathBuf> {
    let bare = file.path.rsplit('/').next().unwrap_or(&file.path);
    [from.join(&file.path), from.join(bare)]
        .into_iter()
        .find(|path| path.is_file())
}

/// Copies a file to its part and checks it against the registry.
fn copy(
    file: &FileEntry,
    from: &Path,
    target: &Path,
    report: &mut dyn FnMut(usize) -> Result<(), LibraryError>,
) -> Result<Got, LibraryError> {
    if let Some(parent) = target.parent() {
        std::fs::create_dir_all(parent).map_err(LibraryError::io("made", parent))?;
    }
    remove(&part_facts(target))?;
    let to = part(target);
    let mut source = File::open(from).map_err(LibraryError::io("read", from))?;
    let mut written = File::create(&to).map_err(LibraryError::io("written", &to))?;
    let mut piece = vec![0; PIECE];
    let (mut sum, mut length) = (Sha256::new(), 0);
    loop {
        let read = source
            .read(&mut piece)
            .map_err(LibraryError::io("read", from))?;
        if read == 0 {
            break;
        }
        written
            .write_all(&piece[..read])
            .map_err(LibraryError::io("written", &to))?;
        sum.update(&piece[..read]);
        length += read as u64;
        report(read)?;
    }
    let sha256 = digits(sum);
    let wrong = |reason| {
        Err(LibraryError::File {
            path: from.to_owned(),
            reason,
        })
    };
    match (&file.sha256, file.size) {
        (Some(known), _) if *known != sha256 => wrong(format!(
            "its SHA-256 is {sha256}, and the registry says {known}"
        )),
        (_, Some(known)) if known != length => wrong(format!(
            "it has {length} bytes, and the registry says {known}"
        )),
        (known, _) => {
            let agreed = if known.is_some() {
                Agreed::Registry
            } else {
                Agreed::Nobody
            };
            Ok(Got {
                size: length,
                sha256,
                agreed,
            })
        }
    }
}
