//! How the frames of an MP4 or MOV are to be turned, written into the finished file.

use std::fs::OpenOptions;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::Path;

/// Where the matrix stands in the box of a track's header, by its version (ISO/IEC 14496-12, 8.3.2).
const AT: [u64; 2] = [40, 52];
/// The boxes that lead to that of the first video track's header.
const INSIDE: [&[u8; 4]; 2] = [b"moov", b"trak"];

/// Writes the matrix into the header of the first track, the one of frames; a file of another kind is
/// left as it is.
///
/// # Errors
/// The file cannot be read or written.
pub(super) fn turn(path: &Path, matrix: &[u8; 36]) -> io::Result<()> {
    let mut file = OpenOptions::new().read(true).write(true).open(path)?;
    let mut within = 0..file.metadata()?.len();
    for kind in INSIDE {
        let Some(found) = find(&mut file, within, *kind)? else {
            return Ok(());
        };
        within = found;
    }
    let Some(header) = find(&mut file, within, *b"tkhd")? else {
        return Ok(());
    };
    let mut version = [0];
    file.seek(SeekFrom::Start(header.start))?;
    file.read_exact(&mut version)?;
    let at = header.start + AT[usize::from(version[0].min(1))];
    if at + matrix.len() as u64 > header.end {
        return Ok(());
    }
    file.seek(SeekFrom::Start(at))?;
    file.write_all(matrix)?;
    file.sync_data()
}

/// Where the content of the first box of a kind lies within a range of the file.
fn find(
    file: &mut (impl Read + Seek),
    within: std::ops::Range<u64>,
    kind: [u8; 4],
) -> io::Result<Option<std::ops::Range<u64>>> {
    let mut at = within.start;
    while at + 8 <= within.end {
        file.seek(SeekFrom::Start(at))?;
        let mut head = [0; 8];
        file.read_exact(&mut head)?;
        let short = u64::from(u32::from_be_bytes([head[0], head[1], head[2], head[3]]));
        let (length, from) = match short {
            0 => (within.end - at, 8),
            1 => {
                let mut long = [0; 8];
                file.read_exact(&mut long)?;
                (u64::from_be_bytes(long), 16)
            }
            _ => (short, 8),
        };
        if head[4..] == kind {
            return Ok(Some(at + from..(at + length).min(within.end)));
        }
        at += length.max(8);
    }
    Ok(None)
}
