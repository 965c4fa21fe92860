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

#[test]
fn operations_with_paths_are_for_the_window_alone() {
    let files = patchbay_app::api::bindings();
    let has_paths = |arguments: &str| {
        let text = files
            .get(&format!("{arguments}.ts"))
            .map_or("", String::as_str);
        let fields = [
            "path: string",
            "paths: Array<string>",
            "folder: string",
            "file: string",
        ];
        fields.iter().any(|field| text.contains(field))
    };
    let mut found = 0;
    for line in files["Operations.ts"].lines() {
        let Some((name, rest)) = line.trim().split_once(": { args: ") else {
            continue;
        };
        let arguments = rest.split(';').next().unwrap_or_default();
        found += usize::from(has_paths(arguments));
        assert_eq!(
            patchbay_app::api::needs_paths(name),
            has_paths(arguments),
            "{name} takes {arguments}"
        );
    }
    assert_eq!(found, 8);
}
