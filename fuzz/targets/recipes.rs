//! Files that may carry a recipe, and recipes of any kind.
#![no_main]

use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use patchbay_domain::{Recipe, Toolbox};
use patchbay_tools::TOOLBOX;

static TOOLS: LazyLock<Toolbox> =
    LazyLock::new(|| Toolbox::from_json(TOOLBOX).expect("the toolbox is valid"));

fuzz_target!(|bytes: &[u8]| {
    let file = tempfile::NamedTempFile::new().expect("a place for a file");
    std::fs::write(file.path(), bytes).expect("room for a small file");
    let _ = patchbay_media::xmp::read_text(file.path(), "any");
    let _ = patchbay_media::xmp::write_text(file.path(), "any", "recipe");
    if let Ok(recipe) = serde_json::from_slice::<Recipe>(bytes) {
        let _ = recipe.check(&TOOLS);
    }
});
