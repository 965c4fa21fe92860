//! Content-addressed files: an asset's id is the BLAKE3 hash of its bytes, so that the same content
//! is kept once and an asset can never be changed without its id telling so. A file comes in under
//! `incoming/`, is written out to the disk, and is then renamed to its place: whatever lies under
//! `assets/` is whole.

use std::fmt;
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use tempfile::NamedTempFile;

use crate::error::StoreError;
use crate::private;
use crate::store::Store;

/// Bytes read at a time; enough for BLAKE3 to use the widest instructions.
const CHUNK: usize = 1 << 20;

/// The id of an asset: the BLAKE3 hash of its bytes as 64 lower-case hexadecimal digits. Nothing
/// else can be made into one, so a path made from it cannot leave the folder.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct AssetId(String);

impl AssetId {
    /// The id that the digits spell.
    pub fn parse(digits: &str) -> Result<Self, StoreError> {
        let valid = digits.len() == 64
            && digits
                .bytes()
                .all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f'));
        if valid {
            Ok(Self(digits.to_owned()))
        } else {
            Err(StoreError::MalformedId {
                id: digits.to_owned(),
            })
        }
    }

    /// Its digits.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl TryFrom<String> for AssetId {
    type Error = StoreError;

    fn try_from(digits: String) -> Result<Self, StoreError> {
        Self::parse(&digits)
    }
}

impl From<AssetId> for String {
    fn from(id: AssetId) -> Self {
        id.0
    }
}

impl fmt::Display for AssetId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A file that the store keeps.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Asset {
    /// Its id.
    pub id: AssetId,
    /// Its length in bytes.
    pub bytes: u64,
}

/// A file on its way into the store. Dropped before [`AssetWriter::finish`], it leaves nothing.
#[derive(Debug)]
pub struct AssetWriter<'a> {
    store: &'a Store,
    file: NamedTempFile,
    hasher: blake3::Hasher,
    bytes: u64,
}

impl Write for AssetWriter<'_> {
    fn write(&mut self, data: &[u8]) -> io::Result<usize> {
        let written = self.file.write(data)?;
        self.hasher.update(&data[..written]);
        self.bytes += written as u64;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl AssetWriter<'_> {
    /// Takes in more bytes: as [`Write::write_all`], with the store's errors.
    pub fn append(&mut self, data: &[u8]) -> Result<(), StoreError> {
        self.write_all(data)
            .map_err(|error| StoreError::unwritable(&self.store.folder, self.file.path(), &error))
    }

    /// Puts the file into its place. It is on the disk when this returns.
    pub fn finish(self) -> Result<Asset, StoreError> {
        let id = AssetId(self.hasher.finalize().to_hex().to_string());
        let folder = &self.store.folder;
        self.file
            .as_file()
            .sync_all()
            .map_err(|e| StoreError::unwritable(folder, self.file.path(), &e))?;
        let asset = Asset {
            id,
            bytes: self.bytes,
        };
        self.store.place(&asset, |target| {
            self.file.persist(target).map(drop).map_err(|e| e.error)
        })?;
        Ok(asset)
    }
}

impl Store {
    /// Begins to take in a file whose bytes come bit by bit.
    pub fn incoming(&self) -> Result<AssetWriter<'_>, StoreError> {
        let incoming = self.folder.join("incoming");
        let file = NamedTempFile::new_in(&incoming)
            .map_err(|e| StoreError::unwritable(&self.folder, &incoming, &e))?;
        Ok(AssetWriter {
            store: self,
            file,
            hasher: blake3::Hasher::new(),
            bytes: 0,
        })
    }

    /// Takes in everything that `reader` gives; `name` is what the person knows it by.
    pub fn import_reader(&self, mut reader: impl Read, name: &str) -> Result<Asset, StoreError> {
        let mut writer = self.incoming()?;
        let mut chunk = vec![0; CHUNK];
        loop {
            match reader.read(&mut chunk) {
                Ok(0) => return writer.finish(),
                Ok(length) => writer.append(&chunk[..length])?,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(StoreError::unreadable(name, &error)),
            }
        }
    }

    /// Takes in a copy of a file; `name` is what the person knows it by. Only regular files: a pipe
    /// or device could keep this waiting for ever.
    pub fn import_file(&self, path: &Path, name: &str) -> Result<Asset, StoreError> {
        let metadata = fs::metadata(path).map_err(|error| StoreError::unreadable(name, &error))?;
        if !metadata.is_file() {
            let reason = if metadata.is_dir() {
                "it is a folder"
            } else {
                "it is not a regular file"
            };
            return Err(StoreError::Unreadable {
                name: name.to_owned(),
                reason: reason.to_owned(),
            });
        }
        let file = File::open(path).map_err(|error| StoreError::unreadable(name, &error))?;
        self.import_reader(file, name)
    }

    /// Takes over a file that a step made: moves it where it lies on the same file system (below
    /// [`Store::scratch`]), else copies it. The file at `path` is gone afterwards.
    pub fn adopt(&self, path: &Path, name: &str) -> Result<Asset, StoreError> {
        let unreadable = |error: io::Error| StoreError::unreadable(name, &error);
        let file = File::open(path).map_err(unreadable)?;
        let mut hasher = blake3::Hasher::new();
        let bytes = io::copy(&mut &file, &mut hasher).map_err(unreadable)?;
        file.sync_all()
            .map_err(|error| StoreError::unwritable(&self.folder, path, &error))?;
        let asset = Asset {
            id: AssetId(hasher.finalize().to_hex().to_string()),
            bytes,
        };
        let moved = self.place(&asset, |target| match fs::rename(path, target) {
            Err(error) if error.kind() == io::ErrorKind::CrossesDevices => Ok(false),
            result => result.map(|()| true),
        })?;
        if moved == Some(true) {
            return Ok(asset);
        }
        let asset = if moved.is_none() {
            asset
        } else {
            self.import_file(path, name)?
        };
        fs::remove_file(path)
            .map_err(|error| StoreError::unwritable(&self.folder, path, &error))?;
        Ok(asset)
    }

    /// Returns the path of an asset's bytes. The file is there for every id that the store gave
    /// out.
    pub fn asset_path(&self, id: &AssetId) -> PathBuf {
        let (shard, rest) = id.0.split_at(2);
        self.folder.join("assets").join(shard).join(rest)
    }

    /// Reads an asset through and compares it with its id.
    pub fn verify(&self, id: &AssetId) -> Result<(), StoreError> {
        let path = self.asset_path(id);
        let not_found = |_| StoreError::NotFound {
            what: "asset",
            id: id.to_string(),
        };
        let mut hasher = blake3::Hasher::new();
        let damaged = || StoreError::Damaged { path: path.clone() };
        io::copy(&mut File::open(&path).map_err(not_found)?, &mut hasher).map_err(|_| damaged())?;
        if hasher.finalize().to_hex().as_str() == id.as_str() {
            Ok(())
        } else {
            Err(damaged())
        }
    }

    /// Puts a finished file into its place by `rename`, unless the content is there already (then
    /// none). What is there is read through: a file that was damaged from outside is replaced.
    fn place<T>(
        &self,
        asset: &Asset,
        rename: impl FnOnce(&Path) -> io::Result<T>,
    ) -> Result<Option<T>, StoreError> {
        let target = self.asset_path(&asset.id);
        let is_there = |kept: fs::Metadata| kept.is_file() && kept.len() == asset.bytes;
        if fs::metadata(&target).is_ok_and(is_there) && self.verify(&asset.id).is_ok() {
            return Ok(None);
        }
        let shard = target.parent().unwrap_or(&self.folder);
        let unwritable = |error: io::Error| StoreError::unwritable(&self.folder, &target, &error);
        private::make_folder(shard).map_err(unwritable)?;
        let renamed = rename(&target).map_err(unwritable)?;
        // What a step made has the permissions of any file. Not every file system has some.
        if let Err(error) = private::close_file(&target) {
            tracing::debug!(%error, "an asset keeps its permissions");
        }
        for folder in [shard, &self.folder.join("assets")] {
            sync_folder(folder).map_err(unwritable)?;
        }
        Ok(Some(renamed))
    }
}

/// Writes a folder's list of names out to the disk, where the system knows that of folders.
fn sync_folder(folder: &Path) -> io::Result<()> {
    if cfg!(unix) {
        File::open(folder)?.sync_all()
    } else {
        Ok(())
    }
}
