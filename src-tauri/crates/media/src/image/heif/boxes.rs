//! The boxes of the ISO base media file format (ISO/IEC 14496-12) as far as images need them.

/// The type of a box, an item or a reference.
pub(super) type Kind = [u8; 4];

/// A box: its type and what is in it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Box4<'a> {
    pub(super) kind: Kind,
    pub(super) content: &'a [u8],
}

/// The boxes that stand one after the other in some bytes; what is broken ends them.
pub(super) fn boxes(mut bytes: &[u8]) -> Vec<Box4<'_>> {
    let mut found = Vec::new();
    while let Some((one, rest)) = first(bytes) {
        found.push(one);
        bytes = rest;
    }
    found
}

/// The content of the first box of a type.
pub(super) fn content_of<'a>(boxes: &[Box4<'a>], kind: Kind) -> Option<&'a [u8]> {
    boxes
        .iter()
        .find(|one| one.kind == kind)
        .map(|one| one.content)
}

fn first(bytes: &[u8]) -> Option<(Box4<'_>, &[u8])> {
    let mut reader = Reader(bytes);
    let size = reader.number(4)?;
    let kind: Kind = reader.take(4)?.try_into().ok()?;
    let (head, size) = match size {
        0 => (8, bytes.len()),
        1 => (16, usize::try_from(reader.number(8)?).ok()?),
        size => (8, size as usize),
    };
    let content = bytes.get(head..size)?;
    Some((Box4 { kind, content }, &bytes[size..]))
}

/// Reads numbers, the most significant byte first.
#[derive(Clone, Copy)]
pub(super) struct Reader<'a>(pub(super) &'a [u8]);

impl<'a> Reader<'a> {
    pub(super) fn take(&mut self, count: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.0.split_at_checked(count)?;
        self.0 = rest;
        Some(taken)
    }

    /// A number of so many bytes, at most 8.
    pub(super) fn number(&mut self, bytes: usize) -> Option<u64> {
        let taken = self.take(bytes)?;
        Some(
            taken
                .iter()
                .fold(0, |number, byte| number << 8 | u64::from(*byte)),
        )
    }

    /// The version and the flags that a full box begins with.
    pub(super) fn version(&mut self) -> Option<(u64, u64)> {
        Some((self.number(1)?, self.number(3)?))
    }
}
