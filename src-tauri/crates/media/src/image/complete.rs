//! Tells a whole file from one that ends in the middle. Decoders fill what is missing with grey and
//! say nothing; a person whose download broke off wants to know.

/// Whether a JPEG file reaches its end-of-image marker.
pub(super) fn jpeg(bytes: &[u8]) -> bool {
    let mut at = 2;
    while let Some(found) = bytes
        .get(at..)
        .and_then(|rest| rest.iter().position(|&byte| byte == 0xFF))
    {
        at += found + 1;
        match bytes.get(at) {
            Some(0xD9) => return true,
            // A fill byte is followed by the marker itself; stuffed zeros and restart markers
            // belong to the scan.
            Some(0xFF) => {}
            Some(0x00 | 0x01 | 0xD0..=0xD8) => at += 1,
            Some(_) => {
                let Some(&[high, low]) = bytes.get(at + 1..at + 3) else {
                    return false;
                };
                at += 1 + usize::from(u16::from_be_bytes([high, low]));
            }
            None => return false,
        }
    }
    false
}

/// Whether a PNG file reaches its `IEND` chunk.
pub(super) fn png(bytes: &[u8]) -> bool {
    let mut at = 8_usize;
    while let Some(&[a, b, c, d, ref kind @ ..]) = bytes.get(at..at.saturating_add(8)) {
        if kind == b"IEND" {
            return true;
        }
        let length = u32::from_be_bytes([a, b, c, d]) as usize;
        at = at.saturating_add(length).saturating_add(12);
    }
    false
}

/// Whether a WebP file is as long as its header says.
pub(super) fn webp(bytes: &[u8]) -> bool {
    let Some(&[a, b, c, d]) = bytes.get(4..8) else {
        return false;
    };
    bytes.len() as u64 >= u64::from(u32::from_le_bytes([a, b, c, d])) + 8
}
