//! GIF: blocks (the specification of `GIF89a`).

use super::Removal;

/// Applications whose blocks are needed to show the image as it is meant.
const NEEDED: [&[u8]; 3] = [b"NETSCAPE2.0", b"ANIMEXTS1.0", b"ICCRGBG1012"];

/// The file without comments and packets, the packed pixels as they are; none where it is not whole.
pub(super) fn cleaned(bytes: &[u8], removal: Removal) -> Option<Vec<u8>> {
    let mut at = 13 + table(*bytes.get(10)?);
    let mut out = bytes.get(..at)?.to_vec();
    loop {
        let begins = at;
        let is_kept = match *bytes.get(at)? {
            0x3B => {
                out.push(0x3B);
                return Some(out);
            }
            0x2C => {
                at += 10 + table(*bytes.get(at + 9)?) + 1;
                true
            }
            0x21 => {
                let label = *bytes.get(at + 1)?;
                at += 2;
                match label {
                    0xFE => removal == Removal::Place,
                    0xFF => NEEDED.contains(&bytes.get(at + 1..at + 12)?),
                    _ => true,
                }
            }
            _ => return None,
        };
        while let length @ 1.. = usize::from(*bytes.get(at)?) {
            at += 1 + length;
        }
        at += 1;
        if is_kept {
            out.extend(bytes.get(begins..at)?);
        }
    }
}

/// The bytes of the table of colours that these flags announce.
fn table(flags: u8) -> usize {
    if flags & 0x80 == 0 {
        0
    } else {
        3 << ((flags & 7) + 1)
    }
}
