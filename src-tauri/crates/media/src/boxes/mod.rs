//! Boxes, also called atoms, of which MP4, MOV, M4A, HEIF and AVIF files consist (ISO/IEC 14496-12,
//! section 4.2; `QuickTime` File Format). A box has a header, which names its size and its type, and
//! a payload, in which other boxes may stand.
//!
//! - [`in_memory`]: boxes of bytes that were read, whose payloads are borrowed
//! - [`in_file`]: boxes of a file that may be larger than memory, by their places
//!
//! A box is whole where it is no shorter than its header and ends no later than what it stands in.
//! Only whole boxes are given out, so that a caller can take every size and place as it is.

mod in_file;
mod in_memory;

pub(crate) use self::in_file::{BoxInFile, box_at, boxes_between, find_between};
pub(crate) use self::in_memory::{
    BoxInMemory, FieldReader, boxed_again, boxes_in, find_payload, payload_of, whole_boxes_in,
};

/// The type of a box, such as `moov`.
pub(crate) type BoxType = [u8; 4];

/// The bytes of a header whose size has 32 bits.
const SHORT_HEADER: u64 = 8;
/// The bytes of a header whose size has 64 bits.
const LONG_HEADER: u64 = 16;

/// The header of a whole box.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Header {
    pub(crate) box_type: BoxType,
    /// The bytes in front of the payload.
    pub(crate) own_length: u64,
    /// The bytes of the whole box, its header among them.
    pub(crate) box_length: u64,
    /// Whether the box names no size, but goes on to the end of what it stands in.
    pub(crate) is_open: bool,
}

impl Header {
    /// Reads the header of a box. `start`: the first bytes of the box, 16 where there are so many;
    /// `left`: the bytes from where the box begins to the end of what it stands in. None where the
    /// header is cut off, and where the size is smaller than the header or larger than `left`.
    pub(crate) fn read(start: &[u8], left: u64) -> Option<Self> {
        let size = read_u32(start)?;
        let box_type = *start.get(4..)?.first_chunk::<4>()?;
        let (own_length, box_length) = match size {
            0 => (SHORT_HEADER, left),
            1 => (LONG_HEADER, read_u64(start.get(8..)?)?),
            size => (SHORT_HEADER, u64::from(size)),
        };
        let is_whole = (own_length..=left).contains(&box_length);
        is_whole.then_some(Self {
            box_type,
            own_length,
            box_length,
            is_open: size == 0,
        })
    }
}

/// Reads a number of 32 bits from the first four bytes; none where there are fewer.
pub(crate) fn read_u32(bytes: &[u8]) -> Option<u32> {
    bytes.first_chunk::<4>().copied().map(u32::from_be_bytes)
}

/// Reads a number of 64 bits from the first eight bytes; none where there are fewer.
pub(crate) fn read_u64(bytes: &[u8]) -> Option<u64> {
    bytes.first_chunk::<8>().copied().map(u64::from_be_bytes)
}

/// Writes a box whose payload consists of parts.
pub(crate) fn boxed(box_type: BoxType, parts: &[&[u8]]) -> Vec<u8> {
    let length: usize = parts.iter().map(|part| part.len()).sum();
    let mut made = Vec::with_capacity(length + 8);
    made.extend(((length + 8) as u32).to_be_bytes());
    made.extend(box_type);
    for part in parts {
        made.extend_from_slice(part);
    }
    made
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A header whose size has 32 bits.
    fn short(size: u32) -> Vec<u8> {
        let mut bytes = size.to_be_bytes().to_vec();
        bytes.extend(b"mdat");
        bytes
    }

    /// A header whose size has 64 bits.
    fn long(size: u64) -> Vec<u8> {
        let mut bytes = short(1);
        bytes.extend(size.to_be_bytes());
        bytes
    }

    fn header(own_length: u64, box_length: u64, is_open: bool) -> Header {
        Header {
            box_type: *b"mdat",
            own_length,
            box_length,
            is_open,
        }
    }

    #[test]
    fn a_size_has_32_bits_or_64() {
        let large = u64::from(u32::MAX) + 20;
        for (start, left, read) in [
            (short(20), 100, header(8, 20, false)),
            (short(8), 8, header(8, 8, false)),
            (long(20), 100, header(16, 20, false)),
            (long(large), u64::MAX, header(16, large, false)),
            (long(u64::MAX), u64::MAX, header(16, u64::MAX, false)),
        ] {
            assert_eq!(Header::read(&start, left), Some(read));
        }
    }

    #[test]
    fn no_size_reaches_to_the_end() {
        assert_eq!(Header::read(&short(0), 100), Some(header(8, 100, true)));
        assert_eq!(Header::read(&short(0), 8), Some(header(8, 8, true)));
        assert_eq!(Header::read(&short(0), 7), None);
    }

    #[test]
    fn a_size_smaller_than_the_header_is_none() {
        for size in 2..8 {
            assert_eq!(Header::read(&short(size), 100), None, "{size}");
        }
        for size in 0..16 {
            assert_eq!(Header::read(&long(size), 100), None, "{size}");
        }
    }

    #[test]
    fn a_size_beyond_the_end_is_none() {
        assert_eq!(Header::read(&short(101), 100), None);
        assert_eq!(Header::read(&short(u32::MAX), 100), None);
        assert_eq!(Header::read(&long(101), 100), None);
        assert_eq!(Header::read(&long(u64::MAX), 100), None);
    }

    #[test]
    fn a_header_that_is_cut_off_is_none() {
        for length in 0..8 {
            assert_eq!(Header::read(&short(0)[..length], 100), None, "{length}");
        }
        for length in 0..16 {
            assert_eq!(Header::read(&long(20)[..length], 100), None, "{length}");
        }
    }

    #[test]
    fn a_box_is_written_from_parts() {
        let made = boxed(*b"name", &[b"abc", &[], b"d"]);
        assert_eq!(made, b"\0\0\0\x0Cnameabcd");
        assert_eq!(
            Header::read(&made, 12).map(|header| header.box_length),
            Some(12)
        );
        assert_eq!(read_u32(&made), Some(12));
        assert_eq!(read_u64(&made[4..]), Some(u64::from_be_bytes(*b"nameabcd")));
        assert_eq!((read_u32(&made[..3]), read_u64(&made[..7])), (None, None));
    }
}
