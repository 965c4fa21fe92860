//! Builds the web interface where it was not built yet, and what Tauri needs of this package.

use std::path::Path;
use std::process::Command;

fn main() {
    println!("cargo::rerun-if-changed=src-tauri/capabilities");
    println!("cargo::rerun-if-changed=ui/dist");
    if !Path::new("ui/dist/index.html").exists() {
        npm(&["ci", "--no-audit", "--no-fund"]);
        npm(&["run", "build"]);
    }
    let attributes = tauri_build::Attributes::new().capabilities_path_pattern("./src-tauri/capabilities/**/*");
    tauri_build::try_build(attributes).expect("tauri.conf.json and the capabilities describe the program");
}

fn npm(arguments: &[&str]) {
    let program = if cfg!(windows) { "npm.cmd" } else { "npm" };
    let status = Command::new(program).args(arguments).current_dir("ui").status();
    match status {
        Ok(status) if status.success() => {}
        Ok(status) => panic!("`npm {}` in ui/ ended with {status}", arguments.join(" ")),
        Err(error) => panic!("`npm` cannot be started ({error}); install Node.js 20 or newer"),
    }
}
