//! Files and results that words can refer to, by their places.

use std::ops::Index;

use patchbay_domain::NamedResource;

use super::DiscourseContext;
use crate::words::index::FileIndex;

impl DiscourseContext {
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

impl Index<FileIndex> for DiscourseContext {
    type Output = NamedResource;

    fn index(&self, file: FileIndex) -> &NamedResource {
        &self.resources[file.0]
    }
}
