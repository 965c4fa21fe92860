//! Files that may be read, and the folder into which results are written.

use std::path::{Path, PathBuf};

use anyhow::Context;
use patchbay_app::api::ErrorCode;

use super::failure::Failure;

/// The folders that were granted.
#[derive(Debug, Clone)]
pub(super) struct Granted {
    files: PathBuf,
    results: PathBuf,
}

impl Granted {
    /// The folder of files, which has to be there, and the folder for results, which is made.
    pub(super) fn open(files: &Path, results: Option<&Path>) -> anyhow::Result<Self> {
        let whole = |folder: &Path| {
            (folder.canonicalize())
                .with_context(|| format!("The folder {} cannot be used", folder.display()))
        };
        let files = whole(files)?;
        let results = results.map_or_else(|| files.join("results"), Path::to_owned);
        std::fs::create_dir_all(&results)
            .with_context(|| format!("The folder {} cannot be made", results.display()))?;
        Ok(Self {
            results: whole(&results)?,
            files,
        })
    }

    pub(super) fn results(&self) -> &Path {
        &self.results
    }

    /// The file of a path, which counts from the folder of files where it is relative. An error
    /// where there is none or it lies outside of the granted folders, links followed.
    pub(super) fn file(&self, path: &str) -> Result<PathBuf, Failure> {
        let file = self.files.join(path);
        let outside = || {
            let said = format!("“{path}” is no file in {}.", self.files.display());
            Failure::new(ErrorCode::NotFound, said, "Name a file of that folder.")
        };
        let file = file.canonicalize().map_err(|_| outside())?;
        let granted = file.starts_with(&self.files) || file.starts_with(&self.results);
        if granted && file.is_file() {
            Ok(file)
        } else {
            Err(outside())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_path_leads_out_of_what_was_granted() {
        let folder = tempfile::tempdir().unwrap();
        let files = folder.path().join("files");
        std::fs::create_dir(&files).unwrap();
        std::fs::write(files.join("a.txt"), "a").unwrap();
        std::fs::write(folder.path().join("secret.txt"), "s").unwrap();
        let granted = Granted::open(&files, None).unwrap();
        assert!(granted.file("a.txt").is_ok());
        assert!(granted.file("results/../a.txt").is_ok());
        let absolute = folder.path().join("secret.txt");
        let mut outside = vec![
            "../secret.txt",
            absolute.to_str().unwrap(),
            "",
            ".",
            "none.txt",
        ];
        if cfg!(unix) {
            #[cfg(unix)]
            std::os::unix::fs::symlink(&absolute, files.join("link.txt")).unwrap();
            outside.push("link.txt");
        }
        for path in outside {
            let refused = granted.file(path).unwrap_err().told();
            let said = refused["message"].as_str().unwrap();
            assert!(said.contains("is no file in"), "{path}: {refused}");
            assert_eq!(refused["code"], "not_found", "{path}");
        }
    }

    #[test]
    fn a_folder_that_is_not_there_is_named() {
        let error = Granted::open(Path::new("/no/such/folder"), None).unwrap_err();
        assert!(error.to_string().contains("/no/such/folder"), "{error}");
    }
}
