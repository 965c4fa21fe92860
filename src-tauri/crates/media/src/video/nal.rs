//! The units of an H.264 stream (ITU-R H.264, 7.3 and annex B), and other numbers for the parameter
//! sets that they name, so that streams of two encoders can follow each other in one track.

/// Code that begins a unit.
const START: [u8; 4] = [0, 0, 0, 1];
/// Number of bytes that tell the length of a unit in MP4 and Matroska files.
const LENGTH: usize = 4;

/// The kinds of units that count here.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// A slice of a frame.
    Slice,
    /// A slice of a frame behind which nothing needs what was before it (IDR).
    Refresh,
    SequenceParameters,
    PictureParameters,
    Other,
}

impl Kind {
    pub(super) fn of(unit: &[u8]) -> Self {
        match unit.first().map(|header| header & 31) {
            Some(1) => Self::Slice,
            Some(5) => Self::Refresh,
            Some(7) => Self::SequenceParameters,
            Some(8) => Self::PictureParameters,
            _ => Self::Other,
        }
    }

    /// Whether it is a set of parameters.
    pub(super) fn is_parameters(self) -> bool {
        matches!(self, Self::SequenceParameters | Self::PictureParameters)
    }
}

/// The units of bytes in which start codes stand before each.
pub(super) fn units(bytes: &[u8]) -> Vec<&[u8]> {
    let starts: Vec<usize> = bytes
        .windows(3)
        .enumerate()
        .filter(|(_, window)| *window == [0, 0, 1])
        .map(|(at, _)| at)
        .collect();
    let ends = starts.iter().skip(1).copied().chain([bytes.len()]);
    let units = starts.iter().zip(ends).map(|(start, end)| {
        let unit = &bytes[start + 3..end];
        // Zeros between units belong to none.
        let length = unit.iter().rposition(|byte| *byte != 0);
        &unit[..length.map_or(0, |last| last + 1)]
    });
    units.filter(|unit| !unit.is_empty()).collect()
}

/// The units of bytes in which their lengths stand before each; none where they do not add up.
pub(super) fn counted_units(bytes: &[u8]) -> Option<Vec<&[u8]>> {
    let (mut units, mut rest) = (Vec::new(), bytes);
    while !rest.is_empty() {
        let (length, behind) = rest.split_first_chunk::<LENGTH>()?;
        let length = u32::from_be_bytes(*length) as usize;
        if length == 0 || length > behind.len() {
            return None;
        }
        let (unit, behind) = behind.split_at(length);
        units.push(unit);
        rest = behind;
    }
    Some(units)
}

/// Units with start codes before them.
pub(super) fn with_start_codes<'a>(units: impl IntoIterator<Item = &'a [u8]>) -> Vec<u8> {
    let mut bytes = Vec::new();
    for unit in units {
        bytes.extend(START);
        bytes.extend(unit);
    }
    bytes
}

/// The number of a set of parameters.
pub(super) fn number(unit: &[u8]) -> Option<u32> {
    let payload = payload(unit);
    let mut bits = Bits::new(&payload);
    if Kind::of(unit) == Kind::SequenceParameters {
        bits.take(24)?;
    }
    bits.number()
}

/// A slice or set of parameters with `id` as the number of the sets that it is or names. None for
/// what is neither, and for slices whose bits cannot be moved: they have to be packed by variable
/// lengths (CAVLC), not arithmetically.
pub(super) fn renumbered(unit: &[u8], id: u32) -> Option<Vec<u8>> {
    let payload = payload(unit);
    let (mut bits, mut written) = (Bits::new(&payload), Writer::default());
    match Kind::of(unit) {
        Kind::SequenceParameters => {
            written.put(bits.take(24)?, 24);
            bits.number()?;
            written.number(id);
        }
        Kind::PictureParameters => {
            bits.number()?;
            bits.number()?;
            written.number(id);
            written.number(id);
            let is_arithmetic = bits.take(1)? == 1;
            if is_arithmetic {
                return None;
            }
            written.put(0, 1);
        }
        Kind::Slice | Kind::Refresh => {
            written.number(bits.number()?);
            written.number(bits.number()?);
            bits.number()?;
            written.number(id);
        }
        Kind::Other => return None,
    }
    while bits.left() >= 8 {
        written.put(bits.take(8)?, 8);
    }
    let left = bits.left() as u32;
    written.put(bits.take(left)?, left);
    Some(written.unit(*unit.first()?))
}

/// A unit's content behind its first byte, without the bytes that keep start codes out of it.
fn payload(unit: &[u8]) -> Vec<u8> {
    let mut payload = Vec::with_capacity(unit.len());
    let mut zeros = 0;
    for byte in unit.iter().skip(1) {
        if zeros >= 2 && *byte == 3 {
            zeros = 0;
            continue;
        }
        zeros = if *byte == 0 { zeros + 1 } else { 0 };
        payload.push(*byte);
    }
    payload
}

/// Reads bits, up to the one that ends the content.
struct Bits<'a> {
    bytes: &'a [u8],
    at: usize,
    end: usize,
}

impl<'a> Bits<'a> {
    fn new(bytes: &'a [u8]) -> Self {
        let last = bytes.iter().rposition(|byte| *byte != 0);
        let end = last.map_or(0, |last| {
            8 * last + 8 - bytes[last].trailing_zeros() as usize
        });
        Self { bytes, at: 0, end }
    }

    /// Returns the number of bits that are left, the last one among them.
    fn left(&self) -> usize {
        self.end - self.at
    }

    /// The next bits, at most 24.
    fn take(&mut self, count: u32) -> Option<u32> {
        if self.left() < count as usize {
            return None;
        }
        let from = self.at / 8;
        let word = (from..from + 4).fold(0, |word, place| {
            word << 8 | u32::from(self.bytes.get(place).copied().unwrap_or(0))
        });
        let shift = self.at % 8;
        self.at += count as usize;
        let top = u64::from(word) << (32 + shift as u32) >> 32;
        Some((top as u32).checked_shr(32 - count).unwrap_or(0))
    }

    /// The next number, as it is written in a variable length (9.1).
    fn number(&mut self) -> Option<u32> {
        let mut zeros = 0;
        while self.take(1)? == 0 {
            zeros += 1;
            if zeros > 20 {
                return None;
            }
        }
        Some((1 << zeros) - 1 + self.take(zeros)?)
    }
}

/// Writes bits.
#[derive(Default)]
struct Writer {
    bytes: Vec<u8>,
    /// Bits that do not fill a byte yet, and how many.
    waiting: u64,
    count: u32,
}

impl Writer {
    fn put(&mut self, bits: u32, count: u32) {
        self.waiting = self.waiting << count | u64::from(bits);
        self.count += count;
        while self.count >= 8 {
            self.count -= 8;
            self.bytes.push((self.waiting >> self.count) as u8);
            self.waiting &= (1 << self.count) - 1;
        }
    }

    fn number(&mut self, value: u32) {
        let length = (value + 1).ilog2();
        self.put(0, length);
        self.put(value + 1, length + 1);
    }

    /// The unit whose first byte is `header`.
    fn unit(mut self, header: u8) -> Vec<u8> {
        if self.count > 0 {
            self.put(0, 8 - self.count);
        }
        let mut unit = Vec::with_capacity(self.bytes.len() + self.bytes.len() / 64 + 1);
        unit.push(header);
        let mut zeros = 0;
        for byte in self.bytes {
            if zeros >= 2 && byte <= 3 {
                unit.push(3);
                zeros = 0;
            }
            zeros = if byte == 0 { zeros + 1 } else { 0 };
            unit.push(byte);
        }
        unit
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_are_found_by_start_codes_and_by_lengths() {
        let bytes = [
            0, 0, 0, 1, 0x67, 1, 2, 0, 0, 1, 0x68, 3, 0, 0, 0, 1, 0x65, 9,
        ];
        let found = units(&bytes);
        assert_eq!(found, [&[0x67, 1, 2][..], &[0x68, 3], &[0x65, 9]]);
        assert_eq!(units(&with_start_codes(found.clone())), found);
        let counted = [0, 0, 0, 2, 0x65, 9, 0, 0, 0, 1, 0x41];
        assert_eq!(counted_units(&counted).unwrap(), [&[0x65, 9][..], &[0x41]]);
        assert_eq!(counted_units(&counted[..10]), None);
    }

    #[test]
    fn sets_of_parameters_get_another_number_and_keep_the_rest() {
        // Profile, flags, level, number 0, then bits to be kept: 1 0110 1, and the last one.
        let sequence = [0x67, 66, 0xC0, 30, 0b1101_1011];
        let changed = renumbered(&sequence, 1).unwrap();
        assert_eq!(changed, [0x67, 66, 0xC0, 30, 0b0101_0110, 0b1100_0000]);
        assert_eq!((number(&sequence), number(&changed)), (Some(0), Some(1)));
        assert_eq!(renumbered(&changed, 0).unwrap(), sequence);
        let picture = [0x68, 0b1101_0110];
        let changed = renumbered(&picture, 2).unwrap();
        assert_eq!(changed, [0x68, 0b0110_1101, 0b0110_0000]);
        let arithmetic = [0x68, 0b1111_0110];
        assert_eq!(renumbered(&arithmetic, 1), None);
    }

    #[test]
    fn slices_are_moved_by_bits_and_hold_no_start_code() {
        let mut slice = vec![0x65, 0b1011_1000];
        slice.extend([0, 0, 3, 0, 0, 3, 1, 0x80]);
        let changed = renumbered(&slice, 7).unwrap();
        assert_eq!(units(&with_start_codes([&changed[..]])), [&changed[..]]);
        assert!(
            changed
                .windows(3)
                .all(|window| window[..2] != [0, 0] || window[2] == 3)
        );
        assert_eq!(renumbered(&changed, 0).unwrap(), slice);
        assert_eq!(renumbered(&[0x06, 1, 2, 0x80], 1), None);
    }
}
