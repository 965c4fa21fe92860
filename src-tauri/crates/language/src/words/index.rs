//! Numbers that stand for something, each of a type of its own so that none is taken for another.

/// The position of a clause among those of a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ClauseIndex(pub usize);

/// The position of a file, or of another resource, among those that words can refer to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FileIndex(pub usize);
