//! The layers of networks that are too large to lie in memory: on the processor each is read from
//! its mapped file when it is its turn, and let go behind it. What the system keeps of the file in
//! memory it can give to others at any time.

use std::sync::Arc;

use candle_core::Result;

/// Layers of one kind, one behind the other.
pub(crate) enum Layers<L> {
    /// All in memory.
    Kept(Vec<Arc<L>>),
    /// Each is read when it is asked for.
    Mapped {
        /// Number of layers.
        count: usize,
        /// Reads the one with this index.
        read: Box<dyn Fn(usize) -> Result<L> + Send + Sync>,
    },
}

impl<L> Layers<L> {
    /// Reads all of them.
    pub(crate) fn kept(count: usize, read: impl Fn(usize) -> Result<L>) -> Result<Self> {
        Ok(Self::Kept(
            (0..count)
                .map(|index| read(index).map(Arc::new))
                .collect::<Result<_>>()?,
        ))
    }

    /// Reads each when it is asked for.
    pub(crate) fn mapped(
        count: usize,
        read: impl Fn(usize) -> Result<L> + Send + Sync + 'static,
    ) -> Self {
        Self::Mapped {
            count,
            read: Box::new(read),
        }
    }

    /// Returns the number of layers.
    pub(crate) fn len(&self) -> usize {
        match self {
            Self::Kept(layers) => layers.len(),
            Self::Mapped { count, .. } => *count,
        }
    }

    /// The layer with this index, below [`len`](Self::len).
    pub(crate) fn get(&self, index: usize) -> Result<Arc<L>> {
        match self {
            Self::Kept(layers) => Ok(layers[index].clone()),
            Self::Mapped { read, .. } => read(index).map(Arc::new),
        }
    }
}
