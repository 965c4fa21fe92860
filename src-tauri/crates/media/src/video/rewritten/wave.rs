//! WAV: the list of what it says of itself, before the samples.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};

use super::mp4::Rewritten;
use super::{Tag, Tags};

/// The most bytes before the samples.
const LONGEST: u64 = 16 << 20;

/// The name of an entry of the list.
fn kind(tag: Tag) -> &'static [u8; 4] {
    match tag {
        Tag::Title => b"INAM",
        Tag::Artist => b"IART",
        Tag::Album => b"IPRD",
        Tag::Date => b"ICRD",
        Tag::Genre => b"IGNR",
        Tag::Comment => b"ICMT",
        Tag::TrackNumber => b"IPRT",
    }
}

/// Returns the bytes that make a WAV file say what `tags` say; none if it is not whole, or is to
/// have a cover.
pub(super) fn rewritten(file: &mut File, tags: &Tags) -> io::Result<Option<Rewritten>> {
    if tags.cover.is_some() {
        return Ok(None);
    }
    file.seek(SeekFrom::Start(0))?;
    let mut head = [0; 12];
    file.read_exact(&mut head)?;
    let (mut at, mut kept, mut list) = (12, Vec::new(), Vec::new());
    loop {
        let mut chunk = [0; 8];
        file.read_exact(&mut chunk)?;
        if &chunk[..4] == b"data" {
            break;
        }
        let length = u64::from(u32::from_le_bytes([chunk[4], chunk[5], chunk[6], chunk[7]]));
        let length = length + length % 2;
        if at + 8 + length > LONGEST {
            return Ok(None);
        }
        let mut content = vec![0; length as usize];
        file.read_exact(&mut content)?;
        at += 8 + length;
        if &chunk[..4] == b"LIST" && content.starts_with(b"INFO") {
            list = content.split_off(4);
        } else {
            kept.extend(chunk);
            kept.extend(content);
        }
    }
    let Some(made) = listed(&list, tags) else {
        return Ok(None);
    };
    let before = u64::from(u32::from_le_bytes([head[4], head[5], head[6], head[7]]));
    // The head of the file is no part of what is counted as kept; that of the list is new.
    let length = before + (12 + kept.len() + 12 + made.len()) as u64;
    let Some(Ok(length)) = length.checked_sub(at).map(u32::try_from) else {
        return Ok(None);
    };
    let size = ((made.len() + 4) as u32).to_le_bytes();
    Ok(Some(Rewritten {
        begins: 4,
        ends: at,
        instead: [
            length.to_le_bytes().as_slice(),
            &head[8..],
            &kept,
            b"LIST",
            &size,
            b"INFO",
            &made,
        ]
        .concat(),
        behind: Vec::new(),
    }))
}

/// The entries of a list with new ones; none where it is not whole.
fn listed(mut list: &[u8], tags: &Tags) -> Option<Vec<u8>> {
    let mut made = Vec::new();
    while let Some((head, rest)) = list.split_first_chunk::<8>() {
        let length = u32::from_le_bytes([head[4], head[5], head[6], head[7]]) as usize;
        let (content, rest) = rest.split_at_checked(length + length % 2)?;
        if !tags
            .texts
            .iter()
            .any(|(tag, _)| kind(*tag)[..] == head[..4])
        {
            made.extend(head);
            made.extend(content);
        }
        list = rest;
    }
    for (tag, text) in &tags.texts {
        let length = text.len() + 1;
        made.extend(kind(*tag));
        made.extend((length as u32).to_le_bytes());
        made.extend(text.as_bytes());
        // An end, and a place more where the length is odd.
        made.resize(made.len() + 1 + length % 2, 0);
    }
    Some(made)
}
