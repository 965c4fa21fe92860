//! MP3: a private frame of the ID3 tag before the audio (XMP part 3, section 1.1.7).

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};

use id3::frame::Private;
use id3::{Content, ErrorKind, Tag, TagLike, Version};

use super::packet;

const OWNER: &str = "XMP";

/// Whether a file that begins with these bytes is one: a tag, or the first frame of layer III
/// (ISO/IEC 11172-3, 2.4.1.3).
pub(super) fn begins(start: &[u8]) -> bool {
    start.starts_with(b"ID3") || matches!(start, [0xFF, second, ..] if second & 0xE6 == 0xE2)
}

/// The tag, where there is one; the file stands at its beginning again, where it is looked for when
/// it is written.
fn tag(file: &mut File) -> io::Result<Option<Tag>> {
    let mut start = [0; 3];
    file.seek(SeekFrom::Start(0))?;
    let length = file.by_ref().take(3).read(&mut start)?;
    file.seek(SeekFrom::Start(0))?;
    if length < 3 || &start != b"ID3" {
        return Ok(None);
    }
    let tag = Tag::read_from2(&mut *file);
    file.seek(SeekFrom::Start(0))?;
    match tag {
        Ok(tag) => Ok(Some(tag)),
        Err(error) if matches!(error.kind, ErrorKind::NoTag) => Ok(None),
        Err(error) => Err(told(error)),
    }
}

fn told(error: id3::Error) -> io::Error {
    match error.kind {
        ErrorKind::Io(error) => error,
        _ => io::Error::new(
            io::ErrorKind::InvalidData,
            format!("its tag is damaged: {}", error.description),
        ),
    }
}

/// The private frames of the tag.
fn private(tag: &Tag) -> impl Iterator<Item = &Private> {
    tag.frames().filter_map(|frame| match frame.content() {
        Content::Private(private) => Some(private),
        _ => None,
    })
}

fn save(file: &mut File, tag: &Tag) -> io::Result<()> {
    // The oldest version has no private frames.
    let version = if tag.version() == Version::Id3v22 {
        Version::Id3v23
    } else {
        tag.version()
    };
    tag.write_to_file(file, version).map_err(told)
}

pub(super) fn write(file: &mut File, packet: &[u8]) -> io::Result<bool> {
    let mut tag = tag(file)?.unwrap_or_default();
    tag.add_frame(Private {
        owner_identifier: OWNER.to_owned(),
        private_data: packet.to_vec(),
    });
    save(file, &tag)?;
    Ok(true)
}

pub(super) fn read(file: &mut File) -> io::Result<Option<Vec<u8>>> {
    let Some(tag) = tag(file)? else {
        return Ok(None);
    };
    let found = private(&tag).find(|private| private.owner_identifier == OWNER);
    Ok(found.map(|private| private.private_data.clone()))
}

/// Takes the text out of the packet; the packet with it where it holds nothing else, and the tag
/// where it holds only that.
pub(super) fn remove(file: &mut File) -> io::Result<bool> {
    let Some(mut tag) = tag(file)? else {
        return Ok(false);
    };
    let mut found = false;
    let mut kept: Vec<Private> = private(&tag).cloned().collect();
    kept.retain_mut(|private| {
        if private.owner_identifier == OWNER
            && let Some(rest) = packet::without_text(&private.private_data)
        {
            found = true;
            private.private_data = rest;
        }
        !private.private_data.is_empty() || private.owner_identifier != OWNER
    });
    if !found {
        return Ok(false);
    }
    tag.remove("PRIV");
    for private in kept {
        tag.add_frame(private);
    }
    if tag.frames().next().is_some() {
        save(file, &tag)?;
    } else {
        Tag::remove_from_file(file).map_err(told)?;
    }
    Ok(true)
}
