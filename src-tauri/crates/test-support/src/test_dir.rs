//! Folder of a test's files.

use std::path::{Path, PathBuf};

/// A folder that is gone with the test.
pub struct TestDir(tempfile::TempDir);

impl Default for TestDir {
    fn default() -> Self {
        Self::new()
    }
}

impl TestDir {
    /// A new, empty folder.
    pub fn new() -> Self {
        Self(tempfile::tempdir().expect("a folder for the test can be made"))
    }

    /// The folder.
    pub fn path(&self) -> &Path {
        self.0.path()
    }

    /// The path of a file in it, which need not exist.
    pub fn file(&self, name: &str) -> PathBuf {
        self.path().join(name)
    }

    /// Writes a file in it.
    pub fn write(&self, name: &str, bytes: impl AsRef<[u8]>) -> PathBuf {
        let path = self.file(name);
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder).expect("a folder of the test can be made");
        }
        std::fs::write(&path, bytes).expect("a file of the test can be written");
        path
    }

    /// Copies one of the samples that Patchbay ships into it.
    pub fn sample(&self, name: &str) -> PathBuf {
        let path = self.file(name);
        std::fs::copy(sample(name), &path).expect("the sample can be copied");
        path
    }

    /// The names of everything in it and its folders, sorted, as paths from the folder.
    pub fn listing(&self) -> Vec<String> {
        fn list(folder: &Path, root: &Path, found: &mut Vec<String>) {
            for entry in std::fs::read_dir(folder)
                .expect("a folder of the test can be read")
                .flatten()
            {
                let path = entry.path();
                if path.is_dir() {
                    list(&path, root, found);
                } else {
                    found.push(
                        path.strip_prefix(root)
                            .unwrap_or(&path)
                            .to_string_lossy()
                            .into_owned(),
                    );
                }
            }
        }
        let mut found = Vec::new();
        list(self.path(), self.path(), &mut found);
        found.sort();
        found
    }
}

/// The path of one of the samples that Patchbay ships.
pub fn sample(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../../assets/samples")
        .join(name)
}
