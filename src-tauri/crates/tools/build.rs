//! Lists the tools, so that adding one means adding its folder: every folder of a medium but
//! `shared` is a module.

use std::error::Error;
use std::path::Path;
use std::{env, fs};

/// The folders of `src/` that hold tools, each in a folder of its own.
const MEDIA: [&str; 5] = ["audio", "image", "selection", "text", "video"];

fn main() -> Result<(), Box<dyn Error>> {
    let (package, output) = (env::var("CARGO_MANIFEST_DIR")?, env::var("OUT_DIR")?);
    for medium in MEDIA {
        // The whole path: a checkout that was moved with its build folder lists its modules anew.
        println!("cargo::rerun-if-changed={package}/src/{medium}");
        let mut modules = Vec::new();
        for entry in fs::read_dir(Path::new(&package).join("src").join(medium))? {
            let (entry, contract) =
                entry.map(|entry| (entry.file_name(), entry.path().join("mod.rs")))?;
            let name = entry.to_string_lossy();
            if name != "shared" && contract.exists() {
                let path = contract.display();
                modules.push(format!("#[path = r\"{path}\"]\npub(crate) mod {name};\n"));
            }
        }
        modules.sort();
        fs::write(
            Path::new(&output).join(format!("{medium}.rs")),
            modules.concat(),
        )?;
    }
    Ok(())
}
