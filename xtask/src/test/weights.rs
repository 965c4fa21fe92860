//! `cargo xtask test weights`: runs each network whose published weights can be had, and writes the
//! table of docs/models.md.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

use crate::command::{built, cargo, command, output, root, run, target};
use crate::{packages, web_interface};

/// Folders that have to be named before anything is built: an environment variable for each, and
/// its contents.
const FOLDERS: [(&str, &str); 2] = [
    (
        "PATCHBAY_WEIGHTS",
        "published weights, one folder for each model",
    ),
    (
        "PATCHBAY_MEDIA",
        "the folders speech (sounds and transcripts.tsv) and photos",
    ),
];
/// Marks around the table in docs/models.md.
const MARKS: [&str; 2] = [
    "<!-- what cargo xtask test weights measured -->\n",
    "<!-- end of what it measured -->",
];

/// Measures accuracy and time of the networks on published weights, beside other programs in the
/// same run.
pub(crate) fn weights() -> Result<()> {
    for (name, holds) in FOLDERS {
        let is_folder = std::env::var_os(name).is_some_and(|named| root().join(named).is_dir());
        if !is_folder {
            bail!(
                "{name} names no folder: set it to a folder that holds {holds} (docs/models.md, “Published weights”)."
            );
        }
    }
    packages::ensure(&[packages::BUILD, packages::TEST].concat())?;
    web_interface::build()?;
    run(&mut cargo([
        "build",
        "--release",
        "--locked",
        "--package",
        "patchbay",
    ]))?;
    let folder = target().join("weights");
    let python = python(&folder.join("python"))?;
    let script = |name: &str| root().join("bench/weights").join(name);
    let mut measure = command(
        &python,
        [script("measure.py"), built("release", "patchbay")],
    );
    run(measure.arg(&folder))?;
    let table = output(&mut command(&python, [script("table.py"), folder]))?;
    let page = root().join("docs/models.md");
    let text = std::fs::read_to_string(&page)
        .with_context(|| format!("cannot read {}", page.display()))?;
    let text = with_table(&text, &table)?;
    std::fs::write(&page, text).with_context(|| format!("cannot write {}", page.display()))
}

/// Returns the page with another table between the marks.
fn with_table(page: &str, table: &str) -> Result<String> {
    let [begin, end] = MARKS;
    let (before, rest) = page
        .split_once(begin)
        .context("docs/models.md lacks the mark before the measured table")?;
    let (_, after) = rest
        .split_once(end)
        .context("docs/models.md lacks the mark behind the measured table")?;
    Ok(format!("{before}{begin}\n{}\n\n{end}{after}", table.trim()))
}

/// Python with the packages that the measurement needs, in a folder of its own.
fn python(folder: &Path) -> Result<PathBuf> {
    let python = folder.join(if cfg!(windows) {
        "Scripts/python.exe"
    } else {
        "bin/python"
    });
    if !python.is_file() {
        let system = if cfg!(windows) { "python" } else { "python3" };
        run(command(system, ["-m", "venv"]).arg(folder))?;
    }
    let requirements = root().join("bench/weights/requirements.txt");
    run(command(
        &python,
        ["-m", "pip", "install", "--quiet", "--requirement"],
    )
    .arg(requirements))?;
    Ok(python)
}

#[cfg(test)]
mod tests {
    use super::{MARKS, with_table};

    #[test]
    fn the_table_stands_between_the_marks_however_often_it_is_written() {
        let [begin, end] = MARKS;
        let page = format!("# Models\n\n{begin}{end}\n\n## Speed\n");
        let once = with_table(&page, "| first |\n").unwrap();
        assert_eq!(
            once,
            format!("# Models\n\n{begin}\n| first |\n\n{end}\n\n## Speed\n")
        );
        let twice = with_table(&once, "| second |\n").unwrap();
        assert_eq!(twice, once.replace("first", "second"));
        assert!(with_table("# Models\n", "| first |").is_err());
    }

    #[test]
    fn the_page_has_a_place_for_the_table() {
        let page = std::fs::read_to_string(crate::command::root().join("docs/models.md")).unwrap();
        assert!(with_table(&page, "").is_ok());
    }
}
