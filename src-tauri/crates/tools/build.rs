//! Puts the face detector's model, which comes with the crate `rustface`, where `image/faces.rs` can include it.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=../../../Cargo.lock");
    let crate_folder = folder_of("rustface");
    let model = crate_folder.join("model/seeta_fd_frontal_v1.0.bin");
    let to = Path::new(&env::var_os("OUT_DIR").expect("Cargo says where to write")).join("faces.bin");
    fs::copy(&model, to).unwrap_or_else(|error| panic!("{} cannot be copied: {error}", model.display()));
}

/// Where the source of a dependency is.
fn folder_of(name: &str) -> PathBuf {
    let variable = |name: &str| env::var(name).unwrap_or_else(|_| panic!("Cargo sets {name}"));
    let told = Command::new(variable("CARGO"))
        .args(["metadata", "--format-version=1", "--frozen", "--filter-platform", &variable("TARGET")])
        .current_dir(variable("CARGO_MANIFEST_DIR"))
        .output()
        .expect("Cargo can be started");
    assert!(told.status.success(), "cargo metadata: {}", String::from_utf8_lossy(&told.stderr));
    let metadata: serde_json::Value = serde_json::from_slice(&told.stdout).expect("cargo metadata is JSON");
    let packages = metadata["packages"].as_array().expect("cargo metadata lists packages");
    let package = packages.iter().find(|package| package["name"] == name).expect("it is a dependency");
    let manifest = Path::new(package["manifest_path"].as_str().expect("a package has a manifest"));
    manifest.parent().expect("a manifest is in a folder").to_owned()
}
