//! Boxes of bytes in memory.

use super::{BoxType, Header, boxed};

/// A box in memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct BoxInMemory<'a> {
    pub(crate) box_type: BoxType,
    pub(crate) payload: &'a [u8],
}

/// Lists the boxes that stand one after the other in some bytes; one that is not whole ends them.
pub(crate) fn boxes_in(bytes: &[u8]) -> Vec<BoxInMemory<'_>> {
    boxes_and_rest(bytes).0
}

/// Lists the boxes of which some bytes consist; none where one of them is not whole. Up to seven
/// bytes may follow: user data may end with four of nothing.
pub(crate) fn whole_boxes_in(bytes: &[u8]) -> Option<Vec<BoxInMemory<'_>>> {
    let (found, rest) = boxes_and_rest(bytes);
    (rest.len() < 8).then_some(found)
}

/// Lists the boxes as far as they are whole, and gives the bytes behind them.
fn boxes_and_rest(mut bytes: &[u8]) -> (Vec<BoxInMemory<'_>>, &[u8]) {
    let mut found = Vec::new();
    while let Some((first, rest)) = first_box(bytes) {
        found.push(first);
        bytes = rest;
    }
    (found, bytes)
}

/// Reads the box with which some bytes begin, and gives the bytes behind it.
fn first_box(bytes: &[u8]) -> Option<(BoxInMemory<'_>, &[u8])> {
    let header = Header::read(bytes, bytes.len() as u64)?;
    // No more than the length of the bytes.
    let (whole, rest) = bytes.split_at_checked(header.box_length as usize)?;
    let found = BoxInMemory {
        box_type: header.box_type,
        payload: whole.get(header.own_length as usize..)?,
    };
    Some((found, rest))
}

/// Finds the payload of the first box of a type.
pub(crate) fn payload_of<'a>(boxes: &[BoxInMemory<'a>], box_type: BoxType) -> Option<&'a [u8]> {
    boxes
        .iter()
        .find(|one| one.box_type == box_type)
        .map(|one| one.payload)
}

/// Finds the payload of the first box that a path of box types leads to; none where a box on the
/// way, or one beside it, is not whole.
pub(crate) fn find_payload<'a>(bytes: &'a [u8], path: &[&BoxType]) -> Option<&'a [u8]> {
    path.iter().try_fold(bytes, |inside, box_type| {
        payload_of(&whole_boxes_in(inside)?, **box_type)
    })
}

/// Writes the same box again.
pub(crate) fn boxed_again(one: &BoxInMemory<'_>) -> Vec<u8> {
    boxed(one.box_type, &[one.payload])
}

/// Reads the fields of a payload one after the other, the most significant byte first.
#[derive(Clone, Copy)]
pub(crate) struct FieldReader<'a>(pub(crate) &'a [u8]);

impl<'a> FieldReader<'a> {
    /// Takes so many bytes; none where there are fewer.
    pub(crate) fn take(&mut self, count: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.0.split_at_checked(count)?;
        self.0 = rest;
        Some(taken)
    }

    /// Reads a number of so many bytes, at most eight.
    pub(crate) fn number(&mut self, bytes: usize) -> Option<u64> {
        let taken = self.take(bytes)?;
        Some(
            taken
                .iter()
                .fold(0, |number, byte| number << 8 | u64::from(*byte)),
        )
    }

    /// Reads the version and the flags with which the payload of a full box begins.
    pub(crate) fn version_and_flags(&mut self) -> Option<(u64, u64)> {
        Some((self.number(1)?, self.number(3)?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A box in boxes, beside one that is empty, with four bytes of nothing behind them.
    fn nested() -> Vec<u8> {
        let title = boxed(*b"name", &[b"abc"]);
        let mut bytes = boxed(*b"moov", &[&boxed(*b"udta", &[&title])]);
        bytes.extend(boxed(*b"free", &[]));
        bytes.extend([0; 4]);
        bytes
    }

    #[test]
    fn boxes_in_boxes_are_found() {
        let bytes = nested();
        let boxes = whole_boxes_in(&bytes).unwrap();
        let types: Vec<BoxType> = boxes.iter().map(|one| one.box_type).collect();
        assert_eq!(types, [*b"moov", *b"free"]);
        assert_eq!(payload_of(&boxes, *b"free"), Some(b"".as_slice()));
        assert_eq!(payload_of(&boxes, *b"mdat"), None);
        let way = [b"moov", b"udta", b"name"];
        assert_eq!(find_payload(&bytes, &way), Some(b"abc".as_slice()));
        assert_eq!(find_payload(&bytes, &[b"moov", b"free"]), None);
    }

    #[test]
    fn a_box_that_is_not_whole_ends_them() {
        let cut = [boxed(*b"free", &[b"abc"]), b"\0\0\0\x09moov".to_vec()].concat();
        assert_eq!(boxes_in(&cut).len(), 1);
        assert_eq!(whole_boxes_in(&cut), None);
        assert_eq!(find_payload(&cut, &[b"free"]), None);
        assert_eq!(whole_boxes_in(b"\0\0\0\x03moov"), None);
        assert_eq!(whole_boxes_in(b"\0\0\0\x09moo"), Some(Vec::new()));
    }

    #[test]
    fn a_box_with_another_header_is_written_with_a_short_one() {
        let long = b"\0\0\0\x01free\0\0\0\0\0\0\0\x13abc";
        let open = b"\0\0\0\0freeabc";
        for bytes in [long.as_slice(), open.as_slice()] {
            let boxes = whole_boxes_in(bytes).unwrap();
            assert_eq!(payload_of(&boxes, *b"free"), Some(b"abc".as_slice()));
            assert_eq!(boxed_again(&boxes[0]), boxed(*b"free", &[b"abc"]));
        }
    }

    #[test]
    fn fields_are_read_up_to_the_end() {
        let mut reader = FieldReader(&[1, 0, 0, 2, 1, 2, 3]);
        assert_eq!(reader.version_and_flags(), Some((1, 2)));
        assert_eq!(reader.number(2), Some(0x0102));
        assert_eq!(reader.number(0), Some(0));
        assert_eq!(reader.number(2), None);
        assert_eq!(reader.take(1), Some(b"\x03".as_slice()));
        assert_eq!(FieldReader(&[0; 3]).version_and_flags(), None);
        assert_eq!(FieldReader(&[0xFF; 8]).number(8), Some(u64::MAX));
    }

    #[test]
    fn no_bytes_are_a_panic() {
        let mut honest = b"\0\0\0\x01free\0\0\0\0\0\0\0\x13abc".to_vec();
        honest.extend(nested());
        for at in 0..honest.len() {
            for wild in 0..=u8::MAX {
                let mut bytes = honest.clone();
                bytes[at] = wild;
                for tried in [&bytes[..], &bytes[..at]] {
                    let boxes = boxes_in(tried);
                    let length: usize = boxes.iter().map(|one| one.payload.len() + 8).sum();
                    assert!(length <= tried.len(), "{tried:?}");
                    assert!(whole_boxes_in(tried).is_none_or(|whole| whole == boxes));
                    let _ = find_payload(tried, &[b"moov", b"udta", b"name"]);
                }
            }
        }
    }
}
