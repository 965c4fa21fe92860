//! Fonts that are installed on this computer, by their names: files of `TrueType` and `OpenType`
//! (<https://learn.microsoft.com/typography/opentype/spec/otff>).

use std::env;
use std::ffi::OsStr;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use ab_glyph::{Font, FontRef};

/// The deepest folder that is looked into, and the most files.
const DEEPEST: usize = 6;
const MOST_FILES: usize = 20_000;
/// The most fonts in a collection, tables in a font, names in a table and bytes of it.
const MOST_FONTS: u32 = 64;
const MOST_TABLES: u16 = 512;
const MOST_NAMES: u16 = 2000;
const MOST_BYTES: u32 = 1 << 20;
/// The name of a family, of its style, of both, and of the family where that has more than four.
const FAMILY: u16 = 1;
const STYLE: u16 = 2;
const FULL: u16 = 4;
const WIDE_FAMILY: u16 = 16;

/// An installed font.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FontFile {
    /// The file that holds it.
    pub path: PathBuf,
    /// Its place in a collection; 0 otherwise.
    pub index: u32,
    /// Its family as the file names it.
    pub family: String,
}

/// A font's names.
#[derive(Debug, Default)]
struct Names {
    family: String,
    style: String,
    others: Vec<String>,
}

/// The installed font of that family or full name, upright and of ordinary weight where there is
/// one; none where there is no such font.
pub fn installed(name: &str) -> Option<FontFile> {
    found_in(&folders(), name)
}

/// The first letter of a text that a font has no glyph for; none where it has all of them.
///
/// # Errors
/// The file cannot be read, or is no font.
pub fn lacking(font: &FontFile, text: &str) -> io::Result<Option<char>> {
    let bytes = std::fs::read(&font.path)?;
    let font = FontRef::try_from_slice_and_index(&bytes, font.index)
        .map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error))?;
    let is_unseen = |letter: char| letter.is_whitespace() || letter.is_control();
    Ok(text
        .chars()
        .find(|letter| !is_unseen(*letter) && font.glyph_id(*letter).0 == 0))
}

/// The folders in which this computer has fonts.
fn folders() -> Vec<PathBuf> {
    let system = [
        "/usr/share/fonts",
        "/usr/local/share/fonts",
        "/System/Library/Fonts",
        "/Library/Fonts",
    ];
    let own = [
        ("HOME", ".fonts"),
        ("HOME", ".local/share/fonts"),
        ("HOME", "Library/Fonts"),
        ("WINDIR", "Fonts"),
        ("LOCALAPPDATA", "Microsoft/Windows/Fonts"),
    ];
    let own = own
        .iter()
        .filter_map(|(root, folder)| Some(Path::new(&env::var_os(root)?).join(folder)));
    system.iter().map(PathBuf::from).chain(own).collect()
}

fn found_in(folders: &[PathBuf], name: &str) -> Option<FontFile> {
    let wanted = plain(name);
    let mut best: Option<(u8, FontFile)> = None;
    for path in files(folders) {
        // A file that is no font, or is broken, is passed over.
        for (index, names) in names_in(&path).unwrap_or_default() {
            let is_full = names.others.iter().any(|other| plain(other) == wanted);
            if plain(&names.family) != wanted && !is_full {
                continue;
            }
            let is_usual = ["regular", "normal", "book", "roman"].contains(&&*plain(&names.style));
            let rank = u8::from(!is_usual);
            if best.as_ref().is_none_or(|(before, _)| rank < *before) {
                let family = names.family;
                let path = path.clone();
                best = Some((
                    rank,
                    FontFile {
                        path,
                        index,
                        family,
                    },
                ));
            }
        }
    }
    best.map(|(_, font)| font)
}

/// A name without spaces, hyphens and capitals.
fn plain(name: &str) -> String {
    name.chars()
        .filter(|letter| letter.is_alphanumeric())
        .flat_map(char::to_lowercase)
        .collect()
}

/// The font files in folders, in the order of their paths.
fn files(folders: &[PathBuf]) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut waiting: Vec<(PathBuf, usize)> =
        folders.iter().map(|folder| (folder.clone(), 0)).collect();
    while let Some((folder, depth)) = waiting.pop() {
        let Ok(entries) = std::fs::read_dir(&folder) else {
            continue;
        };
        for entry in entries.flatten() {
            let path = entry.path();
            let is_folder = entry.file_type().is_ok_and(|kind| kind.is_dir());
            if is_folder && depth < DEEPEST {
                waiting.push((path, depth + 1));
            } else if is_font(&path) && found.len() < MOST_FILES {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

fn is_font(path: &Path) -> bool {
    let ending = path.extension().map(OsStr::to_ascii_lowercase);
    ending.is_some_and(|ending| {
        ["ttf", "otf", "ttc", "otc"]
            .iter()
            .any(|one| ending == *one)
    })
}

/// The names of each font of a file, with its place.
fn names_in(path: &Path) -> io::Result<Vec<(u32, Names)>> {
    let mut file = File::open(path)?;
    let starts = if &bytes::<4>(&mut file)? == b"ttcf" {
        file.seek(SeekFrom::Start(8))?;
        let count = long(&mut file)?.min(MOST_FONTS);
        (0..count)
            .map(|_| long(&mut file))
            .collect::<io::Result<_>>()?
    } else {
        vec![0]
    };
    let fonts = (0..).zip(starts);
    fonts
        .map(|(index, start)| Ok((index, names_at(&mut file, start)?)))
        .collect()
}

/// The names of the font that begins there.
fn names_at(file: &mut (impl Read + Seek), start: u32) -> io::Result<Names> {
    file.seek(SeekFrom::Start(u64::from(start) + 4))?;
    let tables = short(file)?.min(MOST_TABLES);
    file.seek(SeekFrom::Current(6))?;
    for _ in 0..tables {
        let (tag, _checksum) = (bytes::<4>(file)?, long(file)?);
        let (offset, length) = (long(file)?, long(file)?);
        if &tag == b"name" {
            file.seek(SeekFrom::Start(u64::from(offset)))?;
            let mut table = vec![0; length.min(MOST_BYTES) as usize];
            file.read_exact(&mut table)?;
            return names_of(&table);
        }
    }
    Ok(Names::default())
}

/// The names in a table of names.
fn names_of(table: &[u8]) -> io::Result<Names> {
    let mut reader = io::Cursor::new(table);
    let (_version, count, texts) = (
        short(&mut reader)?,
        short(&mut reader)?,
        short(&mut reader)?,
    );
    let mut names = Names::default();
    for _ in 0..count.min(MOST_NAMES) {
        let (platform, _encoding) = (short(&mut reader)?, short(&mut reader)?);
        let (language, kind) = (short(&mut reader)?, short(&mut reader)?);
        let (length, offset) = (short(&mut reader)?, short(&mut reader)?);
        let from = usize::from(texts) + usize::from(offset);
        let Some(text) = table.get(from..from + usize::from(length)) else {
            continue;
        };
        let text = match platform {
            1 => text.iter().map(|byte| char::from(*byte)).collect(),
            _ => in_utf16(text),
        };
        // The English of the United States, on Windows and on other systems.
        let is_english = [0, 0x409].contains(&language);
        match kind {
            FAMILY if is_english => names.family.clone_from(&text),
            STYLE if is_english => names.style.clone_from(&text),
            _ => {}
        }
        if [FAMILY, FULL, WIDE_FAMILY].contains(&kind) {
            names.others.push(text);
        }
    }
    Ok(names)
}

fn in_utf16(bytes: &[u8]) -> String {
    let units: Vec<u16> = bytes
        .chunks_exact(2)
        .map(|pair| u16::from_be_bytes([pair[0], pair[1]]))
        .collect();
    String::from_utf16_lossy(&units)
}

fn bytes<const N: usize>(file: &mut impl Read) -> io::Result<[u8; N]> {
    let mut read = [0; N];
    file.read_exact(&mut read)?;
    Ok(read)
}

fn short(file: &mut impl Read) -> io::Result<u16> {
    bytes(file).map(u16::from_be_bytes)
}

fn long(file: &mut impl Read) -> io::Result<u32> {
    bytes(file).map(u32::from_be_bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fonts_are_found_by_their_names() {
        let folder = tempfile::tempdir().expect("a folder");
        let inner = folder.path().join("dejavu");
        std::fs::create_dir(&inner).expect("a folder");
        std::fs::write(inner.join("a.ttf"), dejavu::sans::bold()).expect("a file");
        std::fs::write(inner.join("b.ttf"), dejavu::sans::regular()).expect("a file");
        std::fs::write(inner.join("c.ttf"), b"no font").expect("a file");
        let folders = [folder.path().to_owned()];
        let found = found_in(&folders, "dejavu sans").expect("a font");
        assert_eq!(found.path, inner.join("b.ttf"), "the ordinary one");
        assert_eq!(found.family, "DejaVu Sans");
        let bold = found_in(&folders, "DejaVu Sans Bold").expect("a font");
        assert_eq!(bold.path, inner.join("a.ttf"));
        assert_eq!(found_in(&folders, "Helvetica"), None);
        assert_eq!(lacking(&found, "Grüße, мир\n").expect("a font"), None);
        assert_eq!(lacking(&found, "a 山 b").expect("a font"), Some('山'));
    }
}
