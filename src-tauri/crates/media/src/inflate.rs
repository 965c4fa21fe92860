//! Unpacking of what is packed within a file (profiles, texts, metadata), up to a limit: a few
//! kilobytes can hold gigabytes of zeros.

use fdeflate::{BoundedDecompressionError, decompress_to_vec_bounded};

/// The most bytes that a part of a file may have when it is unpacked.
pub const LARGEST_PART: usize = 16 << 20;

/// Data of zlib (RFC 1950), unpacked; none where that is more than `most` bytes, or damaged.
pub fn inflated(data: &[u8], most: usize) -> Option<Vec<u8>> {
    decompress_to_vec_bounded(data, most).ok()
}

/// Whether data of zlib are more than `most` bytes when they are unpacked. What is damaged is told
/// by whoever reads it.
pub fn is_larger(data: &[u8], most: usize) -> bool {
    let unpacked = decompress_to_vec_bounded(data, most);
    matches!(
        unpacked,
        Err(BoundedDecompressionError::OutputTooLarge { .. })
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_unpacked_beyond_the_limit() {
        let packed = fdeflate::compress_to_vec(&[7; 5000]);
        assert_eq!(inflated(&packed, 5000), Some(vec![7; 5000]));
        assert_eq!(inflated(&packed, 4999), None);
        assert!(is_larger(&packed, 4999) && !is_larger(&packed, 5000));
        assert_eq!(inflated(&packed[..10], 5000), None);
        assert!(!is_larger(b"no zlib", 1));
    }
}
