//! Documents made of pages of others: chosen, turned, joined. What a page shows is taken over as it is
//! stored, so texts stay texts.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use lopdf::{Dictionary, Document as Stored, Object, ObjectId};

use super::packed::{Packing, pack};
use super::{load, locked, malformed};
use crate::MediaError;

/// Entries that a page inherits from the list that it stands in.
const INHERITED: [&[u8]; 4] = [b"Resources", b"MediaBox", b"CropBox", b"Rotate"];
/// Objects within objects are followed so deep.
const DEEPEST: usize = 64;

/// Pages of a document.
#[derive(Debug, Clone)]
pub struct PagesOf {
    /// Path of the document.
    pub path: PathBuf,
    /// Name for people.
    pub name: String,
    /// Which of its pages, the first being 0, in the order in which they are wanted.
    pub pages: Vec<usize>,
}

/// Writes a document of pages of others, each turned clockwise by `turn` degrees (a multiple of 90), and its pictures
/// packed where `packing` says so. `report` hears how far it is, from 0 to 1, and may stop it. `name` is what a person
/// knows the new document by.
///
/// # Errors
/// A source cannot be read, what `report` says, or the file cannot be written; then there is none.
pub fn write_pages<E: From<MediaError>>(
    (path, name): (&Path, &str),
    sources: &[PagesOf],
    (turn, packing): (i64, Option<Packing>),
    report: &mut dyn FnMut(f64) -> Result<(), E>,
) -> Result<(), E> {
    let document = match whole(sources, turn)? {
        Some(document) => document,
        None => chosen(sources, turn, report)?,
    };
    written((path, name), document, packing, report)
}

/// A document of which all pages are wanted in their order, turned; none where others are wanted. All else that it holds
/// stays.
fn whole(sources: &[PagesOf], turn: i64) -> Result<Option<Stored>, MediaError> {
    let [source] = sources else {
        return Ok(None);
    };
    let mut stored = opened(source)?;
    let pages: Vec<ObjectId> = stored.page_iter().collect();
    if !source.pages.iter().copied().eq(0..pages.len()) {
        return Ok(None);
    }
    for page in pages.into_iter().filter(|_| turn != 0) {
        let before = inherited(&stored, page, b"Rotate").and_then(|value| {
            let (_, value) = stored.dereference(&value).ok()?;
            value.as_i64().ok()
        });
        if let Ok(page) = stored.get_dictionary_mut(page) {
            page.set("Rotate", (before.unwrap_or(0) + turn).rem_euclid(360));
        }
    }
    Ok(Some(stored))
}

/// A new document of pages of others.
fn chosen<E: From<MediaError>>(
    sources: &[PagesOf],
    turn: i64,
    report: &mut dyn FnMut(f64) -> Result<(), E>,
) -> Result<Stored, E> {
    let mut made = Made::new();
    let all: usize = sources.iter().map(|source| source.pages.len()).sum();
    for source in sources {
        let stored = opened(source)?;
        // A page that is wanted twice is two pages.
        let mut copied = Copied {
            from: &stored,
            to: &mut made.document,
            known: BTreeMap::new(),
            pages: stored.page_iter().collect(),
            waiting: Vec::new(),
        };
        let pages: Vec<ObjectId> = stored.page_iter().collect();
        for page in &source.pages {
            report(0.6 * made.pages.len() as f64 / all.max(1) as f64)?;
            let id = *pages.get(*page).ok_or_else(|| {
                malformed(
                    &source.name,
                    &format!("it has {} pages, and no page {}", pages.len(), page + 1),
                )
            })?;
            let page = copied.page(id, made.root, turn);
            let page =
                page.ok_or_else(|| malformed(&source.name, "one of its pages cannot be read"))?;
            made.pages.push(page);
        }
    }
    Ok(made.finished())
}

fn written<E: From<MediaError>>(
    (path, name): (&Path, &str),
    mut document: Stored,
    packing: Option<Packing>,
    report: &mut dyn FnMut(f64) -> Result<(), E>,
) -> Result<(), E> {
    if let Some(packing) = packing {
        pack(&mut document, packing, &mut |done| {
            report(0.6 + 0.35 * done)
        })?;
    }
    report(0.95)?;
    let written = File::create(path).and_then(|file| {
        let mut out = BufWriter::new(file);
        document.save_to(&mut out).map_err(std::io::Error::other)?;
        out.flush()
    });
    written.map_err(|error| {
        // What was asked for failed already.
        let _ = std::fs::remove_file(path);
        MediaError::Unwritable {
            name: name.to_owned(),
            reason: error.to_string(),
        }
        .into()
    })
}

fn opened(source: &PagesOf) -> Result<Stored, MediaError> {
    let bytes = load(&source.path, &source.name)?;
    let stored =
        Stored::load_mem(&bytes).map_err(|_| malformed(&source.name, "it is cut off or broken"))?;
    if stored.is_encrypted() && stored.objects.is_empty() {
        return Err(locked(&source.name));
    }
    Ok(stored)
}

/// A document that is being made.
struct Made {
    document: Stored,
    root: ObjectId,
    pages: Vec<ObjectId>,
}

impl Made {
    fn new() -> Self {
        let mut document = Stored::with_version("1.7");
        let root = document.new_object_id();
        Self {
            document,
            root,
            pages: Vec::new(),
        }
    }

    fn finished(mut self) -> Stored {
        let kids: Vec<Object> = self
            .pages
            .iter()
            .map(|page| Object::Reference(*page))
            .collect();
        let mut list = Dictionary::new();
        list.set("Type", Object::Name(b"Pages".to_vec()));
        list.set("Count", kids.len() as i64);
        list.set("Kids", kids);
        self.document.objects.insert(self.root, list.into());
        let mut catalog = Dictionary::new();
        catalog.set("Type", Object::Name(b"Catalog".to_vec()));
        catalog.set("Pages", self.root);
        let catalog = self.document.add_object(catalog);
        self.document.trailer.set("Root", catalog);
        self.document
    }
}

/// A value of a page, or of the lists that it stands in.
fn inherited(document: &Stored, mut id: ObjectId, key: &[u8]) -> Option<Object> {
    for _ in 0..DEEPEST {
        let dictionary = document.get_dictionary(id).ok()?;
        if let Ok(value) = dictionary.get(key) {
            return Some(value.clone());
        }
        id = dictionary.get(b"Parent").ok()?.as_reference().ok()?;
    }
    None
}

/// Objects of one document as they are taken over into another.
struct Copied<'a> {
    from: &'a Stored,
    to: &'a mut Stored,
    /// The new number of each object that was taken over.
    known: BTreeMap<ObjectId, ObjectId>,
    /// Objects that are not followed: pages that are not wanted would come along.
    pages: BTreeSet<ObjectId>,
    /// Objects that have a number and no content yet.
    waiting: Vec<ObjectId>,
}

impl Copied<'_> {
    /// Takes over a page with all that it shows; its number, none where it is no page.
    fn page(&mut self, id: ObjectId, parent: ObjectId, turn: i64) -> Option<ObjectId> {
        let mut page = self.from.get_dictionary(id).ok()?.clone();
        for key in INHERITED {
            if let Some(value) = inherited(self.from, id, key) {
                page.set(key, value);
            }
        }
        page.remove(b"Parent");
        // Places in an outline of the whole that is not taken over.
        page.remove(b"StructParents");
        page.remove(b"B");
        let turned = self
            .from
            .dereference(page.get(b"Rotate").unwrap_or(&Object::Null))
            .ok();
        let before = turned
            .and_then(|(_, value)| value.as_i64().ok())
            .unwrap_or(0);
        let new = self.to.new_object_id();
        let mut page = self.value(&page.into(), 0);
        let dictionary = page.as_dict_mut().ok()?;
        dictionary.set("Type", Object::Name(b"Page".to_vec()));
        dictionary.set("Parent", parent);
        dictionary.set("Rotate", (before + turn).rem_euclid(360));
        self.to.objects.insert(new, page);
        while let Some(waiting) = self.waiting.pop() {
            let content = self
                .from
                .get_object(waiting)
                .cloned()
                .unwrap_or(Object::Null);
            let content = self.value(&content, 0);
            self.to.objects.insert(self.known[&waiting], content);
        }
        Some(new)
    }

    /// A value with the new numbers of what it refers to.
    fn value(&mut self, value: &Object, depth: usize) -> Object {
        if depth > DEEPEST {
            return Object::Null;
        }
        match value {
            Object::Reference(id) => self.reference(*id),
            Object::Array(values) => Object::Array(
                values
                    .iter()
                    .map(|value| self.value(value, depth + 1))
                    .collect(),
            ),
            Object::Dictionary(dictionary) => self.dictionary(dictionary, depth).into(),
            Object::Stream(stream) => {
                let mut stream = stream.clone();
                stream.dict = self.dictionary(&stream.dict, depth);
                // Its length may have stood elsewhere.
                stream.dict.set("Length", stream.content.len() as i64);
                Object::Stream(stream)
            }
            other => other.clone(),
        }
    }

    fn dictionary(&mut self, dictionary: &Dictionary, depth: usize) -> Dictionary {
        let mut copied = Dictionary::new();
        for (key, value) in dictionary {
            copied.set(key.clone(), self.value(value, depth + 1));
        }
        copied
    }

    fn reference(&mut self, id: ObjectId) -> Object {
        if let Some(known) = self.known.get(&id) {
            return Object::Reference(*known);
        }
        if self.pages.contains(&id) || !self.from.has_object(id) {
            return Object::Null;
        }
        let is_list = self
            .from
            .get_dictionary(id)
            .is_ok_and(|found| found.has_type(b"Pages"));
        if is_list {
            return Object::Null;
        }
        let new = self.to.new_object_id();
        self.known.insert(id, new);
        self.waiting.push(id);
        Object::Reference(new)
    }
}
