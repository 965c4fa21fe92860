//! Contents of a HEIF file (ISO/IEC 23008-12): items, what they are made of, and their properties.

use super::Kind;
use crate::boxes::{BoxInMemory, FieldReader, boxes_in, payload_of};

/// No file of an honest camera has more of anything.
const MOST: usize = 20_000;

/// The items of a file.
pub(super) struct Items<'a> {
    file: &'a [u8],
    /// Content of the box `idat`, in which some items' bytes stand.
    data: &'a [u8],
    pub(super) primary: u64,
    /// Each item with its type.
    kinds: Vec<(u64, Kind)>,
    places: Vec<Place>,
    references: Vec<Reference>,
    properties: Vec<BoxInMemory<'a>>,
    /// Each item with the places, from 1, of its properties.
    has: Vec<(u64, Vec<usize>)>,
}

/// Reference of an item to others.
struct Reference {
    kind: Kind,
    from: u64,
    to: Vec<u64>,
}

/// Place of an item's bytes.
struct Place {
    item: u64,
    /// Whether they stand in the box `idat` and not in the file.
    in_data: bool,
    /// Offset and length of each part.
    parts: Vec<(u64, u64)>,
}

impl<'a> Items<'a> {
    /// Reads them; none where the file is broken.
    pub(super) fn of(file: &'a [u8]) -> Option<Self> {
        let meta = boxes_in(payload_of(&boxes_in(file), *b"meta")?.get(4..)?);
        let properties = boxes_in(payload_of(&meta, *b"iprp")?);
        let mut primary = FieldReader(payload_of(&meta, *b"pitm")?);
        let (version, _) = primary.version_and_flags()?;
        let width = if version == 0 { 2 } else { 4 };
        Some(Self {
            file,
            data: payload_of(&meta, *b"idat").unwrap_or_default(),
            primary: primary.number(width)?,
            kinds: kinds(payload_of(&meta, *b"iinf")?)?,
            places: places(payload_of(&meta, *b"iloc")?)?,
            references: payload_of(&meta, *b"iref")
                .and_then(references)
                .unwrap_or_default(),
            has: associations(payload_of(&properties, *b"ipma")?)?,
            properties: boxes_in(payload_of(&properties, *b"ipco")?),
        })
    }

    /// The type of an item.
    pub(super) fn kind(&self, item: u64) -> Option<Kind> {
        let found = self.kinds.iter().find(|(other, _)| *other == item);
        found.map(|(_, kind)| *kind)
    }

    /// The items that an item refers to in some way.
    pub(super) fn referred(&self, kind: Kind, from: u64) -> &[u64] {
        let found = self
            .references
            .iter()
            .find(|one| one.kind == kind && one.from == from);
        found.map_or(&[], |one| &one.to)
    }

    /// The first item that refers to an item in some way and fulfils a condition.
    pub(super) fn referring(
        &self,
        kind: Kind,
        to: u64,
        is_it: impl Fn(u64) -> bool,
    ) -> Option<u64> {
        let mut found = self
            .references
            .iter()
            .filter(|one| one.kind == kind && one.to.contains(&to));
        found.find(|one| is_it(one.from)).map(|one| one.from)
    }

    /// The properties of an item, in their order.
    pub(super) fn properties(&self, item: u64) -> impl Iterator<Item = BoxInMemory<'a>> + '_ {
        let places = self.has.iter().find(|(other, _)| *other == item);
        let places = places.map_or(&[][..], |(_, places)| places);
        places
            .iter()
            .filter_map(|place| self.properties.get(place.checked_sub(1)?).copied())
    }

    /// The payload of an item's property of a type.
    pub(super) fn property(&self, item: u64, kind: Kind) -> Option<&'a [u8]> {
        let found = self.properties(item).find(|one| one.box_type == kind);
        found.map(|one| one.payload)
    }

    /// Returns the most bytes that all items together can have.
    pub(super) fn most_bytes(&self) -> usize {
        self.file.len()
    }

    /// The bytes of an item; none where it is cut off, or has more than the whole file by naming the
    /// same part many times.
    pub(super) fn bytes(&self, item: u64) -> Option<Vec<u8>> {
        let place = self.places.iter().find(|place| place.item == item)?;
        let within = if place.in_data { self.data } else { self.file };
        let mut bytes = Vec::new();
        for (offset, length) in &place.parts {
            let (offset, length) = (
                usize::try_from(*offset).ok()?,
                usize::try_from(*length).ok()?,
            );
            if bytes.len().saturating_add(length) > self.most_bytes() {
                return None;
            }
            bytes.extend_from_slice(within.get(offset..offset.checked_add(length)?)?);
        }
        Some(bytes)
    }
}

fn kinds(content: &[u8]) -> Option<Vec<(u64, Kind)>> {
    let mut reader = FieldReader(content);
    let (version, _) = reader.version_and_flags()?;
    reader.number(if version == 0 { 2 } else { 4 })?;
    let entries = boxes_in(reader.0);
    let kind = |entry: &BoxInMemory| {
        let mut reader = FieldReader(entry.payload);
        let (version, _) = reader.version_and_flags()?;
        let width = if version < 3 { 2 } else { 4 };
        let item = reader.number(width)?;
        reader.number(2)?;
        Some((item, reader.take(4)?.try_into().ok()?))
    };
    Some(entries.iter().filter_map(kind).collect())
}

fn places(content: &[u8]) -> Option<Vec<Place>> {
    let mut reader = FieldReader(content);
    let (version, _) = reader.version_and_flags()?;
    let (sizes, more) = (reader.number(1)?, reader.number(1)?);
    let half = |byte: u64, high: bool| (if high { byte >> 4 } else { byte & 15 }) as usize;
    let (offset, length) = (half(sizes, true).min(8), half(sizes, false).min(8));
    let (base, index) = (half(more, true).min(8), half(more, false).min(8));
    let id = if version < 2 { 2 } else { 4 };
    let count = reader.number(id)? as usize;
    let mut places = Vec::new();
    for _ in 0..count.min(MOST) {
        let item = reader.number(id)?;
        let method = if version > 0 {
            reader.number(2)? & 15
        } else {
            0
        };
        reader.number(2)?;
        let begins = reader.number(base)?;
        let mut parts = Vec::new();
        for _ in 0..reader.number(2)? {
            if version > 0 {
                reader.number(index)?;
            }
            let at = reader.number(offset)?;
            parts.push((begins.checked_add(at)?, reader.number(length)?));
        }
        if method < 2 {
            places.push(Place {
                item,
                in_data: method == 1,
                parts,
            });
        }
    }
    Some(places)
}

fn references(content: &[u8]) -> Option<Vec<Reference>> {
    let mut reader = FieldReader(content);
    let (version, _) = reader.version_and_flags()?;
    let width = if version == 0 { 2 } else { 4 };
    let reference = |one: &BoxInMemory| {
        let mut reader = FieldReader(one.payload);
        let from = reader.number(width)?;
        let count = reader.number(2)?;
        let to = (0..count)
            .map(|_| reader.number(width))
            .collect::<Option<_>>()?;
        Some(Reference {
            kind: one.box_type,
            from,
            to,
        })
    };
    Some(boxes_in(reader.0).iter().filter_map(reference).collect())
}

fn associations(content: &[u8]) -> Option<Vec<(u64, Vec<usize>)>> {
    let mut reader = FieldReader(content);
    let (version, flags) = reader.version_and_flags()?;
    let count = reader.number(4)? as usize;
    let (id, width) = (if version == 0 { 2 } else { 4 }, 1 + (flags & 1) as usize);
    // The highest bit says whether the property is essential.
    let place = if width == 1 { 0x7F } else { 0x7FFF };
    let mut found = Vec::new();
    for _ in 0..count.min(MOST) {
        let item = reader.number(id)?;
        let mut places = Vec::new();
        for _ in 0..reader.number(1)? {
            places.push((reader.number(width)? & place) as usize);
        }
        found.push((item, places));
    }
    Some(found)
}
