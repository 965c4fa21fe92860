//! The TypeScript bindings that are committed are those that the Rust types give. After a change of
//! `src/api`: `PATCHBAY_UPDATE_BINDINGS=1 cargo test -p patchbay-app --test bindings`.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

#[test]
fn bindings_are_current() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../ui/src/lib/backend/bindings");
    let wanted = patchbay_app::api::bindings();
    if std::env::var_os("PATCHBAY_UPDATE_BINDINGS").is_some() {
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).expect("the folder can be made");
        for (name, text) in &wanted {
            fs::write(folder.join(name), text).expect("the file can be written");
        }
    }
    let mut found = BTreeMap::new();
    for entry in fs::read_dir(&folder).expect("the bindings are committed") {
        let entry = entry.expect("the folder can be read");
        let text = fs::read_to_string(entry.path()).expect("a binding is text");
        found.insert(entry.file_name().to_string_lossy().into_owned(), text);
    }
    for (name, text) in &wanted {
        assert_eq!(
            found.get(name),
            Some(text),
            "{name} has drifted: the head of this file says how to update it"
        );
    }
    assert_eq!(
        found.len(),
        wanted.len(),
        "a type is gone but its binding is not"
    );
}
