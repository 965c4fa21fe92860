//! Boxes of MP4, MOV and M4A in memory (ISO/IEC 14496-12; `QuickTime` File Format).

/// A box.
#[derive(Debug, Clone, Copy)]
pub(super) struct Atom<'a> {
    pub(super) kind: [u8; 4],
    pub(super) content: &'a [u8],
}

/// The boxes of which something consists; none where they are not whole. Up to seven bytes may
/// follow: user data may end with four of nothing.
pub(super) fn atoms(mut bytes: &[u8]) -> Option<Vec<Atom<'_>>> {
    let mut found = Vec::new();
    while let Some((head, _)) = bytes.split_first_chunk::<8>() {
        let short = u64::from(number(&head[..4])?);
        let (length, from) = match short {
            0 => (bytes.len() as u64, 8),
            1 => (u64::from_be_bytes(bytes.get(8..16)?.try_into().ok()?), 16),
            _ => (short, 8),
        };
        let length = usize::try_from(length).ok()?;
        found.push(Atom {
            kind: head[4..].try_into().ok()?,
            content: bytes.get(from..length)?,
        });
        bytes = &bytes[length..];
    }
    Some(found)
}

/// The content of the first box that a way of kinds leads to.
pub(super) fn find<'a>(inside: &'a [u8], way: &[&[u8; 4]]) -> Option<&'a [u8]> {
    way.iter().try_fold(inside, |inside, kind| {
        let atoms = atoms(inside)?;
        let atom = atoms.into_iter().find(|atom| atom.kind == **kind)?;
        Some(atom.content)
    })
}

/// A box of that kind around parts.
pub(super) fn boxed(kind: [u8; 4], parts: &[&[u8]]) -> Vec<u8> {
    let length: usize = parts.iter().map(|part| part.len()).sum();
    let mut made = Vec::with_capacity(length + 8);
    made.extend(((length + 8) as u32).to_be_bytes());
    made.extend(kind);
    for part in parts {
        made.extend_from_slice(part);
    }
    made
}

/// The same box again.
pub(super) fn again(atom: &Atom<'_>) -> Vec<u8> {
    boxed(atom.kind, &[atom.content])
}

/// Four bytes as a number.
pub(super) fn number(bytes: &[u8]) -> Option<u32> {
    Some(u32::from_be_bytes(bytes.get(..4)?.try_into().ok()?))
}

/// Eight bytes as a number.
pub(super) fn long(bytes: &[u8]) -> Option<u64> {
    Some(u64::from_be_bytes(bytes.get(..8)?.try_into().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boxes_are_found_and_made() {
        let inner = boxed(*b"name", &[b"abc"]);
        let outer = [boxed(*b"moov", &[&inner]), boxed(*b"free", &[]), vec![0; 4]].concat();
        assert_eq!(find(&outer, &[b"moov", b"name"]), Some(b"abc".as_slice()));
        assert_eq!(find(&outer, &[b"moov", b"free"]), None);
        let kinds: Vec<[u8; 4]> = atoms(&outer)
            .unwrap()
            .iter()
            .map(|atom| atom.kind)
            .collect();
        assert_eq!(kinds, [*b"moov", *b"free"]);
        assert!(atoms(&[0, 0, 0, 9, b'm', b'o', b'o', b'v']).is_none());
        assert!(atoms(&[0, 0, 0, 3, b'm', b'o', b'o', b'v']).is_none());
    }
}
