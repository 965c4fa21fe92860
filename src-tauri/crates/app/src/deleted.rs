//! Erases what was deleted long enough ago, with all that was made to show it.

use std::fs;
use std::path::Path;

use patchbay_store::Store;
use patchbay_store::purge::GRACE;

/// Erases it; what cannot be erased now is erased the next time.
pub(crate) fn erase(store: &Store, previews: &Path) {
    match store.erase_deleted(GRACE) {
        Ok(erased) if erased.is_empty() => {}
        Ok(erased) => {
            for preview in fs::read_dir(previews).into_iter().flatten().flatten() {
                let name = preview.file_name();
                let is_of = |id: &str| name.to_string_lossy().starts_with(id);
                if erased.iter().any(|asset| is_of(asset.as_str()))
                    && let Err(error) = fs::remove_file(preview.path())
                {
                    tracing::warn!(%error, "a small image of what was deleted stays");
                }
            }
        }
        Err(error) => tracing::warn!(%error, "what was deleted is not erased yet"),
    }
}
