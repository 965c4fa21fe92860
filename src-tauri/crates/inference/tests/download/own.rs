//! Files and entries that a person brings: files to import, a folder of their own, entries of their
//! own.

use std::path::Path;

use patchbay_inference::Watch;
use patchbay_inference::library::{Library, LibraryError, State};
use patchbay_inference::registry::Registry;
use patchbay_test_support::TestDir;

use crate::support::{CONFIG, Case, entry, names, sum, weights};

#[test]
fn a_folder_is_imported_and_checked() {
    let from = TestDir::new();
    let case = Case::new(&format!(", sha256 = \"{}\"", sum(&weights())));
    let import = || {
        case.library
            .import(&case.model, from.path(), &Watch::nobody())
    };
    from.write("config.json", CONFIG);
    let said = import().unwrap_err().to_string();
    assert!(said.contains("no “model.safetensors”"), "{said}");
    assert_eq!(case.state(), State::Absent);
    let mut bytes = weights();
    bytes[1000] ^= 1;
    from.write("model.safetensors", &bytes);
    let said = import().unwrap_err().to_string();
    assert!(said.contains(&sum(&weights())), "{said}");
    assert!(!case.path("model.safetensors").exists() && case.part() == 0);
    from.write("model.safetensors", weights());
    import().unwrap();
    case.assert_whole();
    assert_eq!(
        names(from.path()),
        ["config.json", "model.safetensors"],
        "what was imported stays where it was"
    );
    assert!(
        case.library
            .verify(&case.model, &Watch::nobody())
            .unwrap()
            .iter()
            .all(|file| file.wrong.is_none())
    );
}

#[test]
fn what_only_has_a_model_s_name_is_not_imported() {
    let from = TestDir::new();
    from.write("config.json", CONFIG);
    from.write("model.safetensors", b"\x80\x04pickled");
    let case = Case::new("");
    let said = case
        .library
        .import(&case.model, from.path(), &Watch::nobody())
        .unwrap_err()
        .to_string();
    assert!(said.contains("not a safetensors file"), "{said}");
    assert!(!case.path("model.safetensors").exists() && case.part() == 0);
}

#[test]
fn a_folder_of_one_s_own_is_used_where_it_lies() {
    let folder = TestDir::new();
    std::fs::create_dir_all(folder.file("models")).unwrap();
    std::fs::create_dir_all(folder.file("mine")).unwrap();
    let files = "files = [{ path = \"config.json\" }, { path = \"model.safetensors\" }]";
    let broken = entry("repository = \"a/b\"").replace("\"tiny\"", "\"broken\"");
    folder.write(
        "models/registry.toml",
        entry(&format!("folder = \"../mine\"\n{files}")) + &broken,
    );
    let (registry, errors) = Registry::open(&folder.file("models"));
    assert_eq!(errors.len(), 1);
    assert!(errors[0].to_string().contains("“broken”"), "{}", errors[0]);
    let model = registry.model("tiny").expect("the good entry is usable");
    assert!(
        registry.model("mobile-sam").is_some(),
        "and so are the built-in ones"
    );
    let library = Library::new(folder.file("models"));
    assert!(matches!(library.state(model), State::Broken { file, .. } if file == "config.json"));
    folder.write("mine/config.json", CONFIG);
    folder.write("mine/model.safetensors", weights());
    assert!(matches!(library.state(model), State::Installed { .. }));
    assert!(
        library
            .verify(model, &Watch::nobody())
            .unwrap()
            .iter()
            .all(|file| file.wrong.is_none())
    );
    folder.write("mine/model.safetensors", &weights()[..500]);
    let found = library.verify(model, &Watch::nobody()).unwrap();
    assert!(
        found[1]
            .wrong
            .as_ref()
            .is_some_and(|reason| reason.contains("breaks off")),
        "{found:?}"
    );
    assert!(matches!(
        library.remove(model),
        Err(LibraryError::OwnFolder { .. })
    ));
    assert!(folder.file("mine/config.json").exists());
}

/// The bytes of a small language model with its template.
fn language_model() -> Vec<u8> {
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../tests/parity/fixtures");
    std::fs::read(fixtures.join("decoder_qwen3/model.gguf")).unwrap()
}

#[test]
fn a_language_model_in_a_file_is_added_served_first_and_forgotten() {
    let (folder, mine) = (TestDir::new(), TestDir::new());
    let bytes = language_model();
    mine.write("My-Helper.gguf", &bytes);
    let file = mine.path().join("My-Helper.gguf");
    let (registry, errors) = Registry::open(folder.path());
    assert_eq!(errors, []);
    let model = registry.add_file(folder.path(), &file).unwrap();
    assert_eq!((&*model.id, &*model.name), ("my-helper", "My-Helper"));
    assert_eq!(model.bytes, bytes.len() as u64);
    let first = |registry: &Registry| registry.serving("summarization").next().unwrap().id.clone();
    assert_eq!(first(&registry), "my-helper");
    let library = Library::new(folder.path());
    assert!(matches!(library.state(model), State::Installed { .. }));
    let twice = registry.add_file(folder.path(), &file).unwrap_err();
    assert!(twice.to_string().contains("is there already"), "{twice}");

    let (again, errors) = Registry::open(folder.path());
    assert_eq!(errors, []);
    assert_eq!(first(&again), "my-helper");
    registry.forget(folder.path(), model).unwrap();
    assert_ne!(first(&registry), "my-helper");
    assert_ne!(first(&Registry::open(folder.path()).0), "my-helper");
    assert!(file.exists());
    let anew = registry.add_file(folder.path(), &file).unwrap();
    assert_eq!(anew.id, "my-helper");
}

#[test]
fn what_is_no_whole_language_model_is_not_added() {
    let (folder, mine) = (TestDir::new(), TestDir::new());
    let bytes = language_model();
    mine.write("cut.gguf", &bytes[..bytes.len() / 2]);
    mine.write("words.gguf", b"these are words");
    let (registry, _) = Registry::open(folder.path());
    for (name, why) in [
        ("cut.gguf", "breaks off"),
        ("words.gguf", "not a GGUF file"),
        ("nothing.gguf", "nothing.gguf"),
    ] {
        let refused = registry.add_file(folder.path(), &mine.path().join(name));
        let refused = refused.unwrap_err().to_string();
        assert!(refused.contains(why) && refused.contains(name), "{refused}");
    }
    assert_eq!(names(folder.path()), [] as [&str; 0]);
}
