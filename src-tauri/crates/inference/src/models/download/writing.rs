//! A part of a file on the disk, as it grows: what was written so far is summed up, so that the
//! whole need not be read again.

use std::fs::File;
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::Path;

use sha2::{Digest, Sha256};

use crate::models::library::{LibraryError, PIECE, part};

/// Bytes between syncs: what is not on the disk yet is bounded, so that no write waits long for it.
const SYNC_EVERY: u64 = 32 << 20;

/// A file that is being written.
pub(super) struct Writing {
    file: File,
    pub(super) sum: Sha256,
    /// Bytes that are there.
    pub(super) length: u64,
    synced: u64,
}

impl Writing {
    /// Opens the part of what will lie at `path`, or begins it.
    pub(super) fn open(path: &Path) -> Result<Self, LibraryError> {
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder).map_err(LibraryError::io("made", folder))?;
        }
        let part = part(path);
        let file = File::options()
            .create(true)
            .truncate(false)
            .read(true)
            .write(true)
            .open(&part);
        let file = file.map_err(LibraryError::io("written", part))?;
        Ok(Self {
            file,
            sum: Sha256::new(),
            length: 0,
            synced: 0,
        })
    }

    /// Reads what is there through the sum, and lets others work in between.
    pub(super) async fn read_on(
        &mut self,
        mut report: impl FnMut(u64),
    ) -> Result<(), LibraryError> {
        let mut piece = vec![0; PIECE];
        loop {
            let read = self
                .file
                .read(&mut piece)
                .map_err(LibraryError::io("read", "a part of a model"))?;
            if read == 0 {
                self.synced = self.length;
                return Ok(());
            }
            self.sum.update(&piece[..read]);
            self.length += read as u64;
            report(self.length);
            tokio::task::yield_now().await;
        }
    }

    /// Throws away what is there.
    pub(super) fn begin_anew(&mut self, path: &Path) -> Result<(), LibraryError> {
        let emptied = self
            .file
            .set_len(0)
            .and_then(|()| self.file.seek(SeekFrom::Start(0)));
        emptied.map_err(LibraryError::io("written", part(path)))?;
        (self.sum, self.length, self.synced) = (Sha256::new(), 0, 0);
        Ok(())
    }

    /// Writes what came; `part` is where the file lies.
    pub(super) fn write(&mut self, bytes: &[u8], part: &Path) -> Result<(), LibraryError> {
        self.file
            .write_all(bytes)
            .map_err(LibraryError::io("written", part))?;
        self.sum.update(bytes);
        self.length += bytes.len() as u64;
        if self.length - self.synced >= SYNC_EVERY {
            self.file
                .sync_data()
                .map_err(LibraryError::io("written", part))?;
            self.synced = self.length;
        }
        Ok(())
    }
}
