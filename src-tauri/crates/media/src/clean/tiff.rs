//! EXIF blocks: TIFF structures (TIFF 6.0, section 2; EXIF 2.32, section 4.6).

const ORIENTATION: u16 = 0x0112;
const PLACE: u16 = 0x8825;
/// The bytes of an entry of a directory.
const ENTRY: usize = 12;

/// A block that says no more than how the image lies.
pub(super) fn only_orientation(orientation: u16) -> Vec<u8> {
    let mut block = b"II*\0\x08\0\0\0\x01\0".to_vec();
    block.extend(ORIENTATION.to_le_bytes());
    block.extend([3, 0, 1, 0, 0, 0]);
    block.extend(orientation.to_le_bytes());
    block.extend([0, 0, 0, 0, 0, 0]);
    block
}

/// How the image lies where it does not lie upright: 2 to 8.
pub(super) fn turned(block: &[u8]) -> Option<u16> {
    let tiff = Tiff::of(block)?;
    let directory = tiff.long(block, 4)?;
    let entry = tiff.entry(block, directory, ORIENTATION)?;
    tiff.short(block, entry + 8)
        .filter(|orientation| (2..=8).contains(orientation))
}

/// The block without the place; none where it cannot be read.
pub(super) fn without_place(mut block: Vec<u8>) -> Option<Vec<u8>> {
    let tiff = Tiff::of(&block)?;
    let directory = tiff.long(&block, 4)?;
    let count = tiff.count(&block, directory)?;
    let Some(entry) = tiff.entry(&block, directory, PLACE) else {
        return Some(block);
    };
    let place = tiff.long(&block, entry + 8)?;
    tiff.blank(&mut block, place);
    // The entries behind it, and the link to the next directory, move up.
    let ends = directory + 2 + count * ENTRY + 4;
    block.copy_within(entry + ENTRY..ends, entry);
    block[ends - ENTRY..ends].fill(0);
    let fewer = (count - 1) as u16;
    let fewer = if tiff.is_big {
        fewer.to_be_bytes()
    } else {
        fewer.to_le_bytes()
    };
    block[directory..directory + 2].copy_from_slice(&fewer);
    Some(block)
}

/// How a block counts.
#[derive(Clone, Copy)]
struct Tiff {
    is_big: bool,
}

impl Tiff {
    fn of(block: &[u8]) -> Option<Self> {
        match block.get(..4)? {
            [0x4D, 0x4D, 0, 42] => Some(Self { is_big: true }),
            [0x49, 0x49, 42, 0] => Some(Self { is_big: false }),
            _ => None,
        }
    }

    fn short(self, block: &[u8], at: usize) -> Option<u16> {
        let bytes = block.get(at..at.checked_add(2)?)?.try_into().ok()?;
        Some(if self.is_big {
            u16::from_be_bytes(bytes)
        } else {
            u16::from_le_bytes(bytes)
        })
    }

    fn long(self, block: &[u8], at: usize) -> Option<usize> {
        let bytes = block.get(at..at.checked_add(4)?)?.try_into().ok()?;
        let value = if self.is_big {
            u32::from_be_bytes(bytes)
        } else {
            u32::from_le_bytes(bytes)
        };
        usize::try_from(value).ok()
    }

    /// Returns the number of entries of a directory, if all of them and its link lie within the
    /// block.
    fn count(self, block: &[u8], directory: usize) -> Option<usize> {
        let count = usize::from(self.short(block, directory)?);
        let ends = directory.checked_add(2 + count * ENTRY + 4)?;
        (ends <= block.len()).then_some(count)
    }

    /// Returns the offset of the entry of that tag.
    fn entry(self, block: &[u8], directory: usize, tag: u16) -> Option<usize> {
        let count = self.count(block, directory)?;
        (0..count)
            .map(|index| directory + 2 + index * ENTRY)
            .find(|at| self.short(block, *at) == Some(tag))
    }

    /// Overwrites a directory and what its entries point at.
    fn blank(self, block: &mut [u8], directory: usize) {
        const SIZES: [usize; 13] = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8];
        let Some(count) = self.count(block, directory) else {
            return;
        };
        for index in 0..count {
            let entry = directory + 2 + index * ENTRY;
            let kind = usize::from(self.short(block, entry + 2).unwrap_or(0));
            let values = self.long(block, entry + 4).unwrap_or(0);
            let length = values.saturating_mul(SIZES.get(kind).copied().unwrap_or(0));
            if length > 4
                && let Some(at) = self.long(block, entry + 8)
                && let Some(pointed) = block.get_mut(at..at.saturating_add(length))
            {
                pointed.fill(0);
            }
        }
        block[directory..directory + 2 + count * ENTRY].fill(0);
    }
}
