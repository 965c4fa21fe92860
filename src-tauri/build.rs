//! What Tauri needs of this package, and how the released program is linked.

use std::path::Path;

fn main() {
    println!("cargo::rerun-if-changed=src-tauri/capabilities");
    println!("cargo::rerun-if-changed=ui/dist");
    assert!(
        Path::new("ui/dist/index.html").exists(),
        "the web interface is not built: `cargo xtask run` builds it, or `npm ci` and `npm run build` in ui/"
    );
    let variable = |name: &str| std::env::var(name).unwrap_or_default();
    if variable("TARGET") == "x86_64-unknown-linux-gnu" && variable("PROFILE") == "release" {
        // Rust links with LLD on this system: functions of the same code once, and relocations in
        // their short form.
        println!("cargo::rustc-link-arg-bins=-Wl,--icf=all");
        println!("cargo::rustc-link-arg-bins=-Wl,-z,pack-relative-relocs");
    }
    let attributes =
        tauri_build::Attributes::new().capabilities_path_pattern("./src-tauri/capabilities/**/*");
    tauri_build::try_build(attributes)
        .expect("tauri.conf.json and the capabilities describe the program");
}
