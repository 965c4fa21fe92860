//! MP4, MOV and M4A: the box that describes the whole is written anew, all else is copied, and what
//! says where it lies is told by how much it moved.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};

use super::{Change, NewChapter, chapter_track, item_list};
use crate::boxes::{
    BoxInMemory, box_at, boxed, boxed_again, find_payload, read_u32, read_u64, whole_boxes_in,
};

/// The largest description of a file that is read into memory, in bytes.
const LONGEST: u64 = 256 << 20;
/// Boxes that lead to the places of samples.
const HOLDERS: [&[u8; 4]; 5] = [b"moov", b"trak", b"mdia", b"minf", b"stbl"];

/// Bytes to be written in place of a file's bytes from `begins` to `ends`, and behind its last.
pub(super) struct Rewritten {
    pub(super) begins: u64,
    pub(super) ends: u64,
    pub(super) instead: Vec<u8>,
    pub(super) behind: Vec<u8>,
}

/// Returns the bytes that make a file say what `change` says; none if its form does not allow that.
pub(super) fn rewritten(file: &mut File, change: &Change) -> io::Result<Option<Rewritten>> {
    let whole = file.seek(SeekFrom::End(0))?;
    let Some((begins, ends, is_open)) = place(file, whole)? else {
        return Ok(None);
    };
    if ends - begins > LONGEST {
        return Ok(None);
    }
    file.seek(SeekFrom::Start(begins))?;
    let mut bytes = vec![0; (ends - begins) as usize];
    file.read_exact(&mut bytes)?;
    let found = whole_boxes_in(&bytes).unwrap_or_default();
    let [BoxInMemory { payload, .. }] = found.as_slice() else {
        return Ok(None);
    };
    Ok(moved(payload, change, (begins, ends), whole, is_open))
}

/// Finds the description, of which there has to be one, and whether the last box has no end.
fn place(file: &mut File, whole: u64) -> io::Result<Option<(u64, u64, bool)>> {
    let (mut at, mut found, mut is_open) = (0, None, false);
    while at + 8 <= whole {
        let Some(one) = box_at(file, at, whole)? else {
            return Ok(None);
        };
        is_open = one.is_open;
        if &one.box_type == b"moov" && found.replace((one.begins, one.ends)).is_some() {
            return Ok(None);
        }
        at = one.ends;
    }
    Ok(found.map(|(begins, ends)| (begins, ends, is_open)))
}

/// A description with what `change` says, and what lies behind the file for it.
fn moved(
    content: &[u8],
    change: &Change,
    (begins, ends): (u64, u64),
    whole: u64,
    is_open: bool,
) -> Option<Rewritten> {
    let chapters = change.chapters.as_deref();
    let has_track = chapters.is_some_and(|chapters| {
        !is_open && chapters.first().is_some_and(|first| first.start < 0.001)
    });
    // Its length does not depend on where the titles lie.
    let length = changed(content, change, has_track.then_some(0))?.len() as u64 + 8;
    let shift = length as i64 - (ends - begins) as i64;
    let titles = whole.checked_add_signed(shift)? + 8;
    let made = changed(content, change, has_track.then_some(titles))?;
    let instead = boxed(*b"moov", &[&shifted(&made, ends, shift, titles)?]);
    let behind = if has_track {
        let samples = chapter_track::samples(chapters.unwrap_or_default()).concat();
        boxed(*b"mdat", &[&samples])
    } else {
        Vec::new()
    };
    Some(Rewritten {
        begins,
        ends,
        instead,
        behind,
    })
}

/// The content of a description with what `change` says; `titles`: where those of a new track for
/// chapters lie.
fn changed(content: &[u8], change: &Change, titles: Option<u64>) -> Option<Vec<u8>> {
    let boxes = whole_boxes_in(content)?;
    let chapters = change.chapters.as_deref();
    let mut old: Vec<u32> = Vec::new();
    if chapters.is_some() {
        let tracks = boxes.iter().filter(|one| &one.box_type == b"trak");
        for track in tracks {
            let named = find_payload(track.payload, &[b"tref", b"chap"]).unwrap_or_default();
            old.extend(named.chunks_exact(4).filter_map(read_u32));
        }
    }
    let ids = boxes.iter().filter(|one| &one.box_type == b"trak");
    let new_id = ids.filter_map(|one| id(one.payload)).max().unwrap_or(0) + 1;
    let header = boxes.iter().find(|one| &one.box_type == b"mvhd")?;
    let mut made = Vec::new();
    let (mut names_track, mut has_user_data) = (titles.is_some(), false);
    for one in &boxes {
        match &one.box_type {
            b"mvhd" if titles.is_some() => {
                let (own, _next) = one.payload.split_last_chunk::<4>()?;
                made.extend(boxed(*b"mvhd", &[own, &(new_id + 1).to_be_bytes()]));
            }
            b"trak" if chapters.is_some() => {
                if id(one.payload).is_some_and(|id| old.contains(&id)) {
                    continue;
                }
                let names = names_track.then_some(new_id);
                names_track = false;
                made.extend(boxed(*b"trak", &[&track(one.payload, names)?]));
            }
            b"udta" if !has_user_data => {
                has_user_data = true;
                made.extend(boxed(*b"udta", &[&user_data(one.payload, change)?]));
            }
            _ => made.extend(boxed_again(one)),
        }
    }
    if let (Some(at), Some(chapters)) = (titles, chapters) {
        let (length, ticks) = item_list::clock(header.payload)?;
        let seconds = length as f64 / f64::from(ticks.max(1));
        made.extend(chapter_track::track(chapters, new_id, at, (seconds, ticks)));
    }
    if !has_user_data {
        made.extend(boxed(*b"udta", &[&user_data(&[], change)?]));
    }
    Some(made)
}

fn user_data(content: &[u8], change: &Change) -> Option<Vec<u8>> {
    let content = if change.tags.is_empty() {
        content.to_vec()
    } else {
        item_list::with_tags(content, &change.tags)?
    };
    let Some(chapters) = &change.chapters else {
        return Some(content);
    };
    let kept = whole_boxes_in(&content)?;
    let kept = kept.iter().filter(|one| &one.box_type != b"chpl");
    let mut made: Vec<u8> = kept.flat_map(boxed_again).collect();
    made.extend(list(chapters));
    Some(made)
}

fn list(chapters: &[NewChapter]) -> Vec<u8> {
    if chapters.is_empty() {
        Vec::new()
    } else {
        chapter_track::list(chapters)
    }
}

/// A track that names another one for its chapters than before, or none.
fn track(content: &[u8], chapters: Option<u32>) -> Option<Vec<u8>> {
    let mut made = Vec::new();
    let mut references = Vec::new();
    for one in whole_boxes_in(content)? {
        if &one.box_type == b"tref" {
            let kept = whole_boxes_in(one.payload)?;
            let kept = kept.iter().filter(|one| &one.box_type != b"chap");
            references.extend(kept.flat_map(boxed_again));
        } else {
            made.extend(boxed_again(&one));
        }
    }
    if let Some(id) = chapters {
        references.extend(boxed(*b"chap", &[&id.to_be_bytes()]));
    }
    if !references.is_empty() {
        made.extend(boxed(*b"tref", &[&references]));
    }
    Some(made)
}

/// The number of a track.
fn id(track: &[u8]) -> Option<u32> {
    let header = find_payload(track, &[b"tkhd"])?;
    let at = if *header.first()? == 1 { 20 } else { 12 };
    read_u32(header.get(at..)?)
}

/// The same with the places of samples that lay behind `ends` moved; those at `titles` and behind are
/// new and stay. None where a place would be too far for its field.
fn shifted(content: &[u8], ends: u64, shift: i64, titles: u64) -> Option<Vec<u8>> {
    let moved = |place: u64| {
        if place < ends || place == titles {
            Some(place)
        } else {
            place.checked_add_signed(shift)
        }
    };
    let mut made = Vec::with_capacity(content.len());
    for one in whole_boxes_in(content)? {
        match &one.box_type {
            kind if HOLDERS.contains(&kind) => {
                made.extend(boxed(*kind, &[&shifted(one.payload, ends, shift, titles)?]));
            }
            b"stco" => {
                let (head, places) = one.payload.split_at_checked(8)?;
                let mut table = head.to_vec();
                for place in places.chunks_exact(4).filter_map(read_u32) {
                    let place = u32::try_from(moved(u64::from(place))?).ok()?;
                    table.extend(place.to_be_bytes());
                }
                made.extend(boxed(*b"stco", &[&table]));
            }
            b"co64" => {
                let (head, places) = one.payload.split_at_checked(8)?;
                let mut table = head.to_vec();
                for place in places.chunks_exact(8).filter_map(read_u64) {
                    table.extend(moved(place)?.to_be_bytes());
                }
                made.extend(boxed(*b"co64", &[&table]));
            }
            _ => made.extend(boxed_again(&one)),
        }
    }
    Some(made)
}
