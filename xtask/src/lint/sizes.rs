//! Checks that no Rust file is longer than a person reads at once. Clippy holds the same of
//! functions (`clippy.toml`).

use std::path::Path;

use anyhow::{Result, bail};

use super::sources::rust_files;

/// Maximum number of lines of a file.
const MOST_LINES: usize = 350;

/// The folders that have Rust files.
const FOLDERS: [&str; 4] = ["src-tauri", "xtask", "tests", "fuzz"];

/// Returns an error that names each file that is too long.
pub(super) fn check(root: &Path) -> Result<()> {
    let mut long = Vec::new();
    for folder in FOLDERS {
        for (file, text) in rust_files(&root.join(folder))? {
            let lines = text.lines().count();
            if lines > MOST_LINES {
                long.push(format!("{folder}/{file} ({lines})"));
            }
        }
    }
    if !long.is_empty() {
        bail!(
            "Files have more than {MOST_LINES} lines: {}",
            long.join(", ")
        );
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn a_file_that_is_too_long_is_named_with_its_lines() {
        let root = std::env::temp_dir().join(format!("patchbay-sizes-{}", std::process::id()));
        for folder in FOLDERS {
            fs::create_dir_all(root.join(folder).join("src"))
                .expect("a temporary folder can be made");
        }
        let file = root.join("xtask/src/long.rs");
        let write = |lines: usize| {
            fs::write(&file, "\n".repeat(lines)).expect("a temporary file can be written");
            check(&root).map_err(|error| error.to_string())
        };
        let outcomes = [write(350), write(351)];
        fs::remove_dir_all(&root).expect("the temporary folder is there");
        let refused = "Files have more than 350 lines: xtask/src/long.rs (351)";
        assert_eq!(outcomes, [Ok(()), Err(refused.to_owned())]);
    }
}
