//! Recipes under names.

use std::time::Duration;

use patchbay_domain::Recipe;
use patchbay_store::{Store, StoreError};

fn recipe(seed: u64) -> Recipe {
    let actions = r#"[{"tool": "image_denoising", "inputs": {"image": "a.png"}, "outputs": [{"type": "image", "value": "<GEN>-0-0"}]}]"#;
    Recipe {
        given: Vec::new(),
        actions: serde_json::from_str(actions).unwrap(),
        seed,
    }
}

#[test]
fn recipes_stay_under_their_names_and_come_back_until_they_are_erased() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).unwrap();
    let small = store.keep_recipe("small", &recipe(1)).unwrap();
    let calm = store.keep_recipe("Calm", &recipe(u64::MAX)).unwrap();
    drop(store);

    let store = Store::open(folder.path()).unwrap();
    assert_eq!(store.recipes().unwrap(), [calm.clone(), small.clone()]);
    let tiny = store.rename_recipe(&small.id, "a tiny one").unwrap();
    assert_eq!(
        (tiny.name.as_str(), &tiny.recipe),
        ("a tiny one", &small.recipe)
    );
    assert_eq!(store.recipes().unwrap(), [tiny.clone(), calm.clone()]);

    store.delete_recipe(&calm.id).unwrap();
    assert_eq!(store.recipes().unwrap(), std::slice::from_ref(&tiny));
    assert_eq!(store.restore_recipe(&calm.id).unwrap(), calm);
    store.delete_recipe(&calm.id).unwrap();
    store.erase_deleted(Duration::ZERO).unwrap();
    let gone = store.restore_recipe(&calm.id);
    assert!(matches!(gone, Err(StoreError::NotFound { .. })), "{gone:?}");
    assert_eq!(store.recipes().unwrap(), [tiny]);
}
