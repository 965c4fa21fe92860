//! Numbers that stand for something, each of a type of its own so that none is taken for another.

use std::ops::Index;

use patchbay_domain::NamedResource;

use super::references::Known;

/// The position of a clause among those of a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ClauseIndex(pub usize);

/// The position of a file, or of another resource, among those that words can refer to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FileIndex(pub usize);

impl Known {
    /// Everything that words can refer to, by its position.
    pub fn files(&self) -> impl ExactSizeIterator<Item = FileIndex> + DoubleEndedIterator + use<> {
        (0..self.resources.len()).map(FileIndex)
    }

    /// Those that belong to this request.
    pub fn new_files(
        &self,
    ) -> impl ExactSizeIterator<Item = FileIndex> + DoubleEndedIterator + use<> {
        (0..self.given).map(FileIndex)
    }

    /// Whether one belongs to this request.
    pub fn is_new(&self, file: FileIndex) -> bool {
        file.0 < self.given
    }
}

impl Index<FileIndex> for Known {
    type Output = NamedResource;

    fn index(&self, file: FileIndex) -> &NamedResource {
        &self.resources[file.0]
    }
}
