//! Copies of assets at places that a person chose.

use std::fs::{self, File};
use std::io;
use std::path::Path;
use std::time::{Duration, SystemTime};

use tempfile::NamedTempFile;

use crate::asset::AssetId;
use crate::error::StoreError;
use crate::store::Store;

/// Prefix of a copy's name until it is whole, followed by [`LETTERS`] more letters.
const UNFINISHED: &str = ".patchbay-";
const LETTERS: usize = 6;
/// A copy that was not written to for so long will not be finished: its program ended.
const LEFT_AFTER: Duration = Duration::from_hours(1);
/// Entries of a folder that are looked through for such copies.
const MOST_ENTRIES: usize = 10_000;

impl Store {
    /// Copies an asset out to a place that a person chose. `finish` may add to the copy before it
    /// gets its name. An ordinary file that was there before is replaced, and only by the whole
    /// file; a link, folder, device or pipe is not. Copies that an earlier save left half written in
    /// the same folder are removed.
    pub fn export(
        &self,
        id: &AssetId,
        target: &Path,
        finish: impl FnOnce(&Path),
    ) -> Result<(), StoreError> {
        let unwritable = |error: io::Error| StoreError::unwritable(target, target, &error);
        if fs::symlink_metadata(target).is_ok_and(|there| !there.is_file()) {
            return Err(StoreError::NotReplaced {
                path: target.to_owned(),
            });
        }
        let folder = target
            .parent()
            .filter(|parent| !parent.as_os_str().is_empty())
            .unwrap_or(Path::new("."));
        let mut source = File::open(self.asset_path(id)).map_err(|_| StoreError::NotFound {
            what: "asset",
            id: id.to_string(),
        })?;
        clear_unfinished(folder);
        let mut copy = ordinary_file(
            tempfile::Builder::new()
                .prefix(UNFINISHED)
                .rand_bytes(LETTERS),
            folder,
        )
        .map_err(unwritable)?;
        io::copy(&mut source, &mut copy).map_err(unwritable)?;
        finish(copy.path());
        copy.as_file().sync_all().map_err(unwritable)?;
        copy.persist(target)
            .map_err(|error| unwritable(error.error))?;
        Ok(())
    }
}

/// Removes the copies in a folder that were left half written.
fn clear_unfinished(folder: &Path) {
    let entries = fs::read_dir(folder)
        .into_iter()
        .flatten()
        .take(MOST_ENTRIES);
    for entry in entries.flatten() {
        let name = entry.file_name();
        let is_ours = name
            .to_str()
            .and_then(|name| name.strip_prefix(UNFINISHED))
            .is_some_and(|rest| {
                rest.len() == LETTERS && rest.bytes().all(|byte| byte.is_ascii_alphanumeric())
            });
        let is_left = |facts: fs::Metadata| {
            facts.is_file()
                && facts.modified().is_ok_and(|written| {
                    SystemTime::now()
                        .duration_since(written)
                        .is_ok_and(|age| age > LEFT_AFTER)
                })
        };
        if is_ours
            && entry.metadata().is_ok_and(is_left)
            && let Err(error) = fs::remove_file(entry.path())
        {
            tracing::debug!(%error, "a copy that was left half written stays");
        }
    }
}

/// A temporary file that has the permissions of any new file once it is kept: the system's umask
/// decides.
fn ordinary_file(
    builder: &mut tempfile::Builder<'_, '_>,
    folder: &Path,
) -> io::Result<NamedTempFile> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        builder
            .permissions(fs::Permissions::from_mode(0o666))
            .tempfile_in(folder)
    }
    #[cfg(not(unix))]
    builder.tempfile_in(folder)
}
