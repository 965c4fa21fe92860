//! MP3 and FLAC: tags before and behind the audio.

use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::Path;

use id3::frame::{Comment, Picture, PictureType};
use id3::{ErrorKind, Tag as Id3, TagLike, Version};

use super::mp4::Rewritten;
use super::{Cover, Tag, Tags};

/// The length of an `ID3v1` tag behind the audio.
const OLD: i64 = 128;
/// The kinds of a FLAC file's blocks: comments, and images.
const COMMENTS: u8 = 4;
const PICTURES: u8 = 6;
/// The kind of an image that is the cover.
const COVER: [u8; 4] = [0, 0, 0, 3];
/// The most bytes that a FLAC file's blocks take.
const LONGEST: usize = 64 << 20;

/// Whether a file that begins so is an MP3: a tag, or the first frame of layer III.
pub(super) fn is_mp3(start: &[u8]) -> bool {
    start.starts_with(b"ID3") || matches!(start, [0xFF, second, ..] if second & 0xE6 == 0xE2)
}

/// Writes tags into an MP3, which keeps its others.
pub(super) fn write(path: &Path, tags: &Tags) -> io::Result<()> {
    let mut file = OpenOptions::new().read(true).write(true).open(path)?;
    let found = Id3::read_from2(&mut file);
    file.seek(SeekFrom::Start(0))?;
    let mut tag = match found {
        Ok(tag) => tag,
        Err(error) if matches!(error.kind, ErrorKind::NoTag) => Id3::new(),
        Err(error) => return Err(told(error)),
    };
    // The oldest version has other names.
    let version = match tag.version() {
        Version::Id3v22 => Version::Id3v23,
        version => version,
    };
    for (key, text) in &tags.texts {
        set(&mut tag, version, *key, text);
    }
    if let Some(cover) = &tags.cover {
        tag.remove_picture_by_type(PictureType::CoverFront);
        tag.remove_picture_by_type(PictureType::Other);
        tag.add_frame(Picture {
            mime_type: mime(cover).to_owned(),
            picture_type: PictureType::CoverFront,
            description: String::new(),
            data: cover.bytes.clone(),
        });
    }
    tag.write_to_file(&mut file, version).map_err(told)?;
    set_old(&mut file, tags)
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

fn set(tag: &mut Id3, version: Version, key: Tag, text: &str) {
    match key {
        Tag::Title => tag.set_text("TIT2", text),
        Tag::Artist => tag.set_text("TPE1", text),
        Tag::Album => tag.set_text("TALB", text),
        Tag::Genre => tag.set_text("TCON", text),
        Tag::TrackNumber => tag.set_text("TRCK", text),
        Tag::Date if version == Version::Id3v24 => {
            tag.remove("TYER");
            tag.set_text("TDRC", text);
        }
        Tag::Date => {
            tag.remove("TDRC");
            tag.set_text("TYER", text.chars().take(4).collect::<String>());
            let day = text.get(8..10).zip(text.get(5..7));
            match day {
                Some((day, month)) => tag.set_text("TDAT", format!("{day}{month}")),
                None => drop(tag.remove("TDAT")),
            }
        }
        Tag::Comment => {
            tag.remove_comment(Some(""), None);
            tag.add_frame(Comment {
                lang: "eng".to_owned(),
                description: String::new(),
                text: text.to_owned(),
            });
        }
    }
}

/// Sets the same in the `ID3v1` tag behind the audio, where there is one, as far as it has room.
fn set_old(file: &mut File, tags: &Tags) -> io::Result<()> {
    let whole = file.seek(SeekFrom::End(0))?;
    if whole < OLD as u64 {
        return Ok(());
    }
    let mut old = [0; OLD as usize];
    file.seek(SeekFrom::End(-OLD))?;
    file.read_exact(&mut old)?;
    if &old[..3] != b"TAG" {
        return Ok(());
    }
    for (key, text) in &tags.texts {
        let (from, to) = match key {
            Tag::Title => (3, 33),
            Tag::Artist => (33, 63),
            Tag::Album => (63, 93),
            Tag::Date => (93, 97),
            Tag::Comment => (97, 125),
            Tag::TrackNumber => {
                let number = text
                    .split('/')
                    .next()
                    .and_then(|text| text.trim().parse().ok());
                (old[125], old[126]) = (0, number.unwrap_or(0));
                continue;
            }
            Tag::Genre => {
                old[127] = u8::MAX;
                continue;
            }
        };
        let letters = text
            .chars()
            .map(|letter| u8::try_from(letter).unwrap_or(b'?'));
        let letters = letters.chain(std::iter::repeat(0));
        for (place, letter) in old[from..to].iter_mut().zip(letters) {
            *place = letter;
        }
    }
    file.seek(SeekFrom::End(-OLD))?;
    file.write_all(&old)
}

fn mime(cover: &Cover) -> &'static str {
    if cover.is_png {
        "image/png"
    } else {
        "image/jpeg"
    }
}

/// A cover as a block of FLAC holds it, which Ogg files have in their comments.
pub(in super::super) fn picture(cover: &Cover) -> Vec<u8> {
    let (mime, (width, height)) = (mime(cover), cover.size);
    let number = |number: usize| (number as u32).to_be_bytes();
    [
        COVER.as_slice(),
        &number(mime.len()),
        mime.as_bytes(),
        // No description; 24 bits a pixel, of no palette.
        &[0; 4],
        &width.to_be_bytes(),
        &height.to_be_bytes(),
        &number(24),
        &[0; 4],
        &number(cover.bytes.len()),
        &cover.bytes,
    ]
    .concat()
}

/// Returns the bytes that make a FLAC file say what `tags` say; none if it is not whole, or they
/// are too long.
pub(super) fn flac(file: &mut File, tags: &Tags) -> io::Result<Option<Rewritten>> {
    let mut blocks: Vec<(u8, Vec<u8>)> = Vec::new();
    let mut at = 4;
    loop {
        let mut head = [0; 4];
        file.seek(SeekFrom::Start(at))?;
        file.read_exact(&mut head)?;
        let length = u32::from_be_bytes([0, head[1], head[2], head[3]]) as usize;
        let mut content = vec![0; length];
        file.read_exact(&mut content)?;
        at += 4 + length as u64;
        blocks.push((head[0] & 0x7F, content));
        if head[0] & 0x80 != 0 {
            break;
        }
        if at as usize > LONGEST {
            return Ok(None);
        }
    }
    if !tags.texts.is_empty() {
        let comments = blocks.iter().position(|(kind, _)| *kind == COMMENTS);
        let own = comments.map(|place| blocks[place].1.as_slice());
        let Some(made) = commented(own, tags) else {
            return Ok(None);
        };
        match comments {
            Some(place) => blocks[place].1 = made,
            None => blocks.insert(1, (COMMENTS, made)),
        }
    }
    if let Some(cover) = &tags.cover {
        blocks.retain(|(kind, content)| *kind != PICTURES || !content.starts_with(&COVER));
        blocks.insert(1, (PICTURES, picture(cover)));
    }
    let mut instead = Vec::new();
    let last = blocks.len() - 1;
    for (place, (kind, content)) in blocks.iter().enumerate() {
        if content.len() >= 1 << 24 {
            return Ok(None);
        }
        let end = if place == last { 0x80 } else { 0 };
        instead.push(kind | end);
        instead.extend(&(content.len() as u32).to_be_bytes()[1..]);
        instead.extend(content);
    }
    Ok(Some(Rewritten {
        begins: 4,
        ends: at,
        instead,
        behind: Vec::new(),
    }))
}

/// A block of comments with new ones; none where it is not whole.
fn commented(own: Option<&[u8]>, tags: &Tags) -> Option<Vec<u8>> {
    /// A text with its length before it, and what follows.
    fn split(bytes: &[u8]) -> Option<(&[u8], &[u8])> {
        let (length, after) = bytes.split_first_chunk::<4>()?;
        after.split_at_checked(u32::from_le_bytes(*length) as usize)
    }
    let (vendor, rest) = split(own.unwrap_or(&[0; 8]))?;
    let (count, mut rest) = rest.split_first_chunk::<4>()?;
    let mut comments: Vec<Vec<u8>> = Vec::new();
    for _ in 0..u32::from_le_bytes(*count) {
        let (text, after) = split(rest)?;
        rest = after;
        comments.push(text.to_vec());
    }
    for (tag, text) in &tags.texts {
        let key = if *tag == Tag::TrackNumber {
            "TRACKNUMBER".to_owned()
        } else {
            tag.key().to_uppercase()
        };
        let is_same = |comment: &Vec<u8>| {
            let name = comment.split(|byte| *byte == b'=').next();
            name.is_some_and(|name| name.eq_ignore_ascii_case(key.as_bytes()))
        };
        comments.retain(|comment| !is_same(comment));
        comments.push(format!("{key}={text}").into_bytes());
    }
    let count = (comments.len() as u32).to_le_bytes();
    let mut made = [&(vendor.len() as u32).to_le_bytes(), vendor, &count].concat();
    for comment in &comments {
        made.extend((comment.len() as u32).to_le_bytes());
        made.extend(comment);
    }
    Some(made)
}
