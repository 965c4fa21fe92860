//! How the frames of an MP4 or MOV are to be turned, written into the finished file.

use std::fs::OpenOptions;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::Path;

use crate::boxes::find_between;

/// Offset of the matrix in the box of a track's header, by its version (ISO/IEC 14496-12, 8.3.2).
const AT: [u64; 2] = [40, 52];
/// The boxes that lead to the header of the first track, and the header itself.
const HEADER: [&[u8; 4]; 3] = [b"moov", b"trak", b"tkhd"];

/// Writes the matrix into the header of the first track, the one of frames; a file of another kind is
/// left as it is.
///
/// # Errors
/// The file cannot be read or written.
pub(super) fn turn(path: &Path, matrix: &[u8; 36]) -> io::Result<()> {
    let mut file = OpenOptions::new().read(true).write(true).open(path)?;
    let whole = file.metadata()?.len();
    let Some(header) = find_between(&mut file, (0, whole), &HEADER)? else {
        return Ok(());
    };
    let mut version = [0];
    file.seek(SeekFrom::Start(header.payload_begins))?;
    file.read_exact(&mut version)?;
    let at = header.payload_begins + AT[usize::from(version[0].min(1))];
    if at + matrix.len() as u64 > header.ends {
        return Ok(());
    }
    file.seek(SeekFrom::Start(at))?;
    file.write_all(matrix)?;
    file.sync_data()
}
