//! The directories of a TIFF file (TIFF 6.0, section 2; `BigTIFF`): each holds a page, a preview or a mask.

use std::io::{self, Read, Seek, SeekFrom};

/// The most directories that are followed: a chain may lead in a circle.
const MOST: usize = 10_000;
/// `NewSubfileType`: bit 0 is set for a smaller copy of another page, bit 2 for a mask.
const NEW_SUBFILE_TYPE: u16 = 254;
const NO_PAGE: u64 = 0b101;

/// Returns the offsets of the directories of a TIFF file's pages, in order; none if it is no such
/// file.
pub(super) fn pages(source: &mut (impl Read + Seek)) -> io::Result<Vec<u64>> {
    let Some(form) = Form::of(source)? else {
        return Ok(Vec::new());
    };
    let (mut pages, mut seen) = (Vec::new(), Vec::new());
    let mut at = form.first;
    while at != 0 && seen.len() < MOST && !seen.contains(&at) {
        seen.push(at);
        // A chain that ends in the middle has the pages before.
        let Ok((next, is_page)) = form.directory(source, at) else {
            break;
        };
        if is_page {
            pages.push(at);
        }
        at = next;
    }
    Ok(pages)
}

/// Has a file in memory begin with another of its directories.
pub(super) fn begin_with(bytes: &mut [u8], directory: u64) {
    let is_big = bytes.get(2) == Some(&43) || bytes.get(3) == Some(&43);
    let is_little = bytes.first() == Some(&b'I');
    let mut place = directory.to_le_bytes();
    let (at, length) = if is_big { (8, 8) } else { (4, 4) };
    if !is_little {
        place[..length].reverse();
    }
    if let Some(link) = bytes.get_mut(at..at + length) {
        link.copy_from_slice(&place[..length]);
    }
}

/// How numbers are stored.
struct Form {
    is_little: bool,
    is_big: bool,
    first: u64,
}

impl Form {
    fn of(source: &mut (impl Read + Seek)) -> io::Result<Option<Self>> {
        let mut head = [0; 4];
        source.rewind()?;
        source.read_exact(&mut head)?;
        let (is_little, is_big) = match &head {
            b"II\x2A\0" => (true, false),
            b"MM\0\x2A" => (false, false),
            b"II\x2B\0" => (true, true),
            b"MM\0\x2B" => (false, true),
            _ => return Ok(None),
        };
        let mut form = Self {
            is_little,
            is_big,
            first: 0,
        };
        source.seek(SeekFrom::Start(if is_big { 8 } else { 4 }))?;
        form.first = form.link(source)?;
        Ok(Some(form))
    }

    fn number(&self, source: &mut impl Read, length: usize) -> io::Result<u64> {
        let mut bytes = [0; 8];
        source.read_exact(&mut bytes[..length])?;
        if !self.is_little {
            bytes[..length].reverse();
        }
        Ok(u64::from_le_bytes(bytes))
    }

    fn link(&self, source: &mut impl Read) -> io::Result<u64> {
        self.number(source, if self.is_big { 8 } else { 4 })
    }

    /// Returns the offset of the directory after the one at `at` (0: there is none), and whether
    /// that one holds a page.
    fn directory(&self, source: &mut (impl Read + Seek), at: u64) -> io::Result<(u64, bool)> {
        source.seek(SeekFrom::Start(at))?;
        let count = self.number(source, if self.is_big { 8 } else { 2 })?;
        if count > 4_096 {
            return Err(io::ErrorKind::InvalidData.into());
        }
        let mut is_page = true;
        for _ in 0..count {
            let tag = self.number(source, 2)?;
            let kind = self.number(source, 2)?;
            self.link(source)?;
            // A short number stands at the beginning of its field.
            let value = if kind == 3 {
                let value = self.number(source, 2)?;
                source.seek_relative(if self.is_big { 6 } else { 2 })?;
                value
            } else {
                self.link(source)?
            };
            if tag == u64::from(NEW_SUBFILE_TYPE) && value & NO_PAGE != 0 {
                is_page = false;
            }
        }
        Ok((self.link(source)?, is_page))
    }
}
