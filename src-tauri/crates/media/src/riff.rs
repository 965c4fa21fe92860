//! Chunks of a RIFF file, which WebP and WAV files are (RFC 9649, section 2.3).

use std::io::{self, Write};

/// A chunk of a file.
pub(crate) struct Chunk<'a> {
    pub(crate) kind: [u8; 4],
    pub(crate) content: &'a [u8],
    /// Whether all that it announces is there.
    pub(crate) is_whole: bool,
}

/// The chunks that stand behind each other; the last may be cut off.
pub(crate) fn chunks(mut bytes: &[u8]) -> impl Iterator<Item = Chunk<'_>> {
    std::iter::from_fn(move || {
        let (&[a, b, c, d, e, f, g, h], rest) = bytes.split_first_chunk::<8>()?;
        let length = u32::from_le_bytes([e, f, g, h]) as usize;
        let content = rest.get(..length);
        // Chunks begin at even bytes.
        bytes = rest
            .get(length.saturating_add(length % 2)..)
            .unwrap_or_default();
        Some(Chunk {
            kind: [a, b, c, d],
            content: content.unwrap_or(rest),
            is_whole: content.is_some(),
        })
    })
}

/// Writes a chunk.
///
/// # Errors
///
/// If it is longer than a chunk can be, or cannot be written.
pub(crate) fn write_chunk(out: &mut impl Write, kind: [u8; 4], content: &[u8]) -> io::Result<()> {
    let length = u32::try_from(content.len()).map_err(io::Error::other)?;
    out.write_all(&kind)?;
    out.write_all(&length.to_le_bytes())?;
    out.write_all(content)?;
    out.write_all(&[0][..content.len() % 2])
}

/// A number of three bytes, as WebP writes sides and durations.
pub(crate) fn three_bytes(number: u32) -> [u8; 3] {
    let [low, middle, high, _] = number.to_le_bytes();
    [low, middle, high]
}
