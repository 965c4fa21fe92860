//! Tags of an MP4, MOV or M4A: the list of items that iTunes writes, in user data.

use super::{Cover, Tag, Tags};
use crate::boxes::{BoxInMemory, boxed, boxed_again, read_u32, read_u64, whole_boxes_in};

/// Byte before the letters of a kind that names a text.
const TEXT: u8 = 0xA9;
/// The types of values: without a type, UTF-8, JPEG, PNG.
const UNTYPED: u32 = 0;
const UTF8: u32 = 1;
const JPEG: u32 = 13;
const PNG: u32 = 14;

/// The kind of an item.
fn kind(tag: Tag) -> [u8; 4] {
    match tag {
        Tag::Title => [TEXT, b'n', b'a', b'm'],
        Tag::Artist => [TEXT, b'A', b'R', b'T'],
        Tag::Album => [TEXT, b'a', b'l', b'b'],
        Tag::Date => [TEXT, b'd', b'a', b'y'],
        Tag::Genre => [TEXT, b'g', b'e', b'n'],
        Tag::Comment => [TEXT, b'c', b'm', b't'],
        Tag::TrackNumber => *b"trkn",
    }
}

/// Whether an item or text of that kind gives way to new tags.
fn is_replaced(found: [u8; 4], tags: &Tags) -> bool {
    let has = |tag| tags.texts.iter().any(|(set, _)| *set == tag);
    (found == *b"covr" && tags.cover.is_some())
        // A genre by its number.
        || (found == *b"gnre" && has(Tag::Genre))
        || tags.texts.iter().any(|(tag, _)| kind(*tag) == found)
}

/// User data with new tags; none where it holds a list of another form.
pub(super) fn with_tags(user_data: &[u8], tags: &Tags) -> Option<Vec<u8>> {
    let mut made = Vec::new();
    let mut is_done = false;
    for one in whole_boxes_in(user_data)? {
        if &one.box_type == b"meta" && !is_done {
            made.extend(described(&one, tags)?);
            is_done = true;
        } else if !is_replaced(one.box_type, tags) {
            made.extend(boxed_again(&one));
        }
    }
    if !is_done {
        let handler = boxed(*b"hdlr", &[&[0; 8], b"mdirappl".as_slice(), &[0; 9]]);
        let list = boxed(*b"ilst", &[&items(tags)]);
        made.extend(boxed(*b"meta", &[&[0; 4], &handler, &list]));
    }
    Some(made)
}

/// A box of descriptions with new items; none where its handler is another than iTunes'.
fn described(meta: &BoxInMemory<'_>, tags: &Tags) -> Option<Vec<u8>> {
    // In an MP4 a version stands first, in a MOV file none.
    let is_bare = meta.payload.get(4..8)? == b"hdlr";
    let (version, inside) = meta.payload.split_at_checked(if is_bare { 0 } else { 4 })?;
    let inside = whole_boxes_in(inside)?;
    let handler = inside.iter().find(|one| &one.box_type == b"hdlr")?;
    if handler.payload.get(8..12)? != b"mdir" {
        return None;
    }
    let mut made = version.to_vec();
    let mut is_done = false;
    for one in &inside {
        if &one.box_type == b"ilst" && !is_done {
            let kept = whole_boxes_in(one.payload)?;
            let kept = kept
                .iter()
                .filter(|item| !is_replaced(item.box_type, tags))
                .flat_map(boxed_again);
            let kept: Vec<u8> = kept.collect();
            made.extend(boxed(*b"ilst", &[&kept, &items(tags)]));
            is_done = true;
        } else {
            made.extend(boxed_again(one));
        }
    }
    if !is_done {
        made.extend(boxed(*b"ilst", &[&items(tags)]));
    }
    Some(boxed(*b"meta", &[&made]))
}

/// New items.
fn items(tags: &Tags) -> Vec<u8> {
    let mut made = Vec::new();
    for (tag, text) in &tags.texts {
        let value = match tag {
            Tag::TrackNumber => {
                let (track, of) = track_number(text);
                let ([a, b], [c, d]) = (track.to_be_bytes(), of.to_be_bytes());
                value(UNTYPED, &[0, 0, a, b, c, d, 0, 0])
            }
            _ => value(UTF8, text.as_bytes()),
        };
        made.extend(boxed(kind(*tag), &[&value]));
    }
    if let Some(Cover { bytes, is_png, .. }) = &tags.cover {
        let form = if *is_png { PNG } else { JPEG };
        made.extend(boxed(*b"covr", &[&value(form, bytes)]));
    }
    made
}

fn value(form: u32, bytes: &[u8]) -> Vec<u8> {
    boxed(*b"data", &[&form.to_be_bytes(), &[0; 4], bytes])
}

/// The number of a track and how many there are, such as `3/12`; 0 for what is not said.
fn track_number(text: &str) -> (u16, u16) {
    let (track, of) = text.split_once('/').unwrap_or((text, ""));
    let number = |text: &str| text.trim().parse().unwrap_or(0);
    (number(track), number(of))
}

/// The length and the ticks of a second of a movie's header; none where it is not whole.
pub(super) fn clock(header: &[u8]) -> Option<(u64, u32)> {
    let is_long = *header.first()? == 1;
    if is_long {
        Some((read_u64(header.get(24..)?)?, read_u32(header.get(20..)?)?))
    } else {
        Some((
            u64::from(read_u32(header.get(16..)?)?),
            read_u32(header.get(12..)?)?,
        ))
    }
}
