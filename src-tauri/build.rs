//! What Tauri needs of this package.

use std::path::Path;

fn main() {
    println!("cargo::rerun-if-changed=src-tauri/capabilities");
    println!("cargo::rerun-if-changed=ui/dist");
    assert!(
        Path::new("ui/dist/index.html").exists(),
        "the web interface is not built: `cargo xtask run` builds it, or `npm ci` and `npm run build` in ui/"
    );
    let attributes = tauri_build::Attributes::new().capabilities_path_pattern("./src-tauri/capabilities/**/*");
    tauri_build::try_build(attributes).expect("tauri.conf.json and the capabilities describe the program");
}
