//! Boxes of a file, by their places. Nothing but headers is read.

use std::io::{self, Read, Seek, SeekFrom};

use super::{BoxType, Header};

/// A box in a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct BoxInFile {
    pub(crate) box_type: BoxType,
    /// Offset of its header.
    pub(crate) begins: u64,
    pub(crate) payload_begins: u64,
    pub(crate) ends: u64,
    /// Whether it names no size, but goes on to the end of what it stands in.
    pub(crate) is_open: bool,
}

impl BoxInFile {
    /// Says where the payload begins and ends.
    pub(crate) fn payload(self) -> (u64, u64) {
        (self.payload_begins, self.ends)
    }
}

/// Reads the header of the box that begins at `begins`, in what ends at `end`; none where it is not
/// whole, or fewer than eight bytes are left. The file stands anywhere behind.
///
/// # Errors
/// The file cannot be read, or ends before `end`.
pub(crate) fn box_at(
    file: &mut (impl Read + Seek),
    begins: u64,
    end: u64,
) -> io::Result<Option<BoxInFile>> {
    let left = end.saturating_sub(begins);
    if left < 8 {
        return Ok(None);
    }
    let mut start = [0; 16];
    let count = left.min(16) as usize;
    file.seek(SeekFrom::Start(begins))?;
    file.read_exact(&mut start[..count])?;
    Ok(Header::read(&start[..count], left).map(|header| BoxInFile {
        box_type: header.box_type,
        begins,
        payload_begins: begins + header.own_length,
        ends: begins + header.box_length,
        is_open: header.is_open,
    }))
}

/// Lists the boxes between two places of a file; one that is not whole ends them.
///
/// # Errors
/// The file cannot be read, or ends before `end`.
pub(crate) fn boxes_between(
    file: &mut (impl Read + Seek),
    (begins, end): (u64, u64),
) -> io::Result<Vec<BoxInFile>> {
    let (mut found, mut at) = (Vec::new(), begins);
    while let Some(one) = box_at(file, at, end)? {
        at = one.ends;
        found.push(one);
    }
    Ok(found)
}

/// Finds the first box that a path of box types leads to, between two places of a file.
///
/// # Errors
/// The file cannot be read, or ends before the second place.
pub(crate) fn find_between(
    file: &mut (impl Read + Seek),
    mut inside: (u64, u64),
    path: &[&BoxType],
) -> io::Result<Option<BoxInFile>> {
    let mut found = None;
    for box_type in path {
        let boxes = boxes_between(file, inside)?;
        let Some(one) = boxes.into_iter().find(|one| one.box_type == **box_type) else {
            return Ok(None);
        };
        inside = one.payload();
        found = Some(one);
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use super::super::boxed;
    use super::*;

    /// Boxes with sizes of 32 bits, of 64 bits and of none, and a box in the last one.
    fn sizes() -> Vec<u8> {
        let mut bytes = boxed(*b"free", &[b"abc"]);
        bytes.extend(b"\0\0\0\x01mdat\0\0\0\0\0\0\0\x12de");
        bytes.extend(b"\0\0\0\0moov");
        bytes.extend(boxed(*b"name", &[b"f"]));
        bytes
    }

    #[test]
    fn boxes_are_where_they_stand() {
        let bytes = sizes();
        let whole = bytes.len() as u64;
        let boxes = boxes_between(&mut Cursor::new(bytes), (0, whole)).unwrap();
        let places: Vec<(&BoxType, u64, (u64, u64), bool)> = boxes
            .iter()
            .map(|one| (&one.box_type, one.begins, one.payload(), one.is_open))
            .collect();
        let expected = [
            (b"free", 0, (8, 11), false),
            (b"mdat", 11, (27, 29), false),
            (b"moov", 29, (37, 46), true),
        ];
        assert_eq!(places, expected);
    }

    #[test]
    fn a_path_leads_into_boxes() {
        let bytes = sizes();
        let (whole, mut file) = ((0, bytes.len() as u64), Cursor::new(bytes));
        let found = find_between(&mut file, whole, &[b"moov", b"name"]).unwrap();
        assert_eq!(found.map(BoxInFile::payload), Some((45, 46)));
        let missing = find_between(&mut file, whole, &[b"moov", b"free"]).unwrap();
        assert_eq!(missing, None);
    }

    #[test]
    fn a_box_that_is_not_whole_ends_them() {
        let good = boxed(*b"free", &[b"abc"]);
        let broken: [&[u8]; 6] = [
            b"\0\0\0\x07moov",
            b"\0\0\0\x09moov",
            b"\0\0\0\x01moov\0\0\0\0",
            b"\0\0\0\x01moov\0\0\0\0\0\0\0\x0F",
            b"\0\0\0\x01moov\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF",
            b"\0\0\0\0moo",
        ];
        for bytes in broken {
            let bytes = [good.as_slice(), bytes].concat();
            let whole = (0, bytes.len() as u64);
            let boxes = boxes_between(&mut Cursor::new(&bytes), whole).unwrap();
            assert_eq!(boxes.len(), 1, "{bytes:?}");
        }
    }

    #[test]
    fn a_box_ends_within_what_it_stands_in() {
        let mut file = Cursor::new(boxed(*b"free", &[b"abc"]));
        assert!(box_at(&mut file, 0, 11).unwrap().is_some());
        assert_eq!(box_at(&mut file, 0, 10).unwrap(), None);
        assert_eq!(box_at(&mut file, 20, 11).unwrap(), None);
        assert!(box_at(&mut file, 0, 12).is_err(), "the file is shorter");
    }
}
