//! The grid, its windows, and how heads and biases lie in memory.

use candle_core::Tensor;

/// A grid and its windows, in places.
#[derive(Debug, Clone, Copy)]
pub struct Grid {
    /// Lines of the grid.
    pub height: usize,
    /// Places of each line.
    pub width: usize,
    /// A window's side; the grid's own where everything attends to everything.
    pub window: usize,
}

/// Layout of queries, keys and values in a row of `3 · heads · width` values.
#[derive(Debug, Clone, Copy)]
pub enum HeadLayout {
    /// Each head's query, key and value beside each other.
    ByHead,
    /// All heads' queries, then all keys, then all values.
    ByKind,
}

/// Bias added to the scores by the positions of query and key.
#[derive(Debug, Clone)]
pub enum PositionBias {
    /// `(heads, places, places)`: a value for each two places of a window.
    Table(Tensor),
    /// The query times a vector for how far apart the two lie downwards, and one for sidewards (Li
    /// et al. 2022, `MViTv2`, section 4.1): each `(window, window, width)`, by the query's and the
    /// key's coordinate.
    Decomposed {
        /// Downwards.
        vertical: Tensor,
        /// Sidewards.
        horizontal: Tensor,
    },
}

/// Shape of the attention.
#[derive(Clone, Copy)]
pub(super) struct Shape {
    pub(super) grid: Grid,
    pub(super) heads: usize,
    /// Of all heads together.
    pub(super) channels: usize,
    /// Of one head.
    pub(super) width: usize,
    pub(super) layout: HeadLayout,
}

impl Shape {
    pub(super) fn scale(&self) -> f32 {
        1.0 / (self.width as f32).sqrt()
    }

    /// Windows above each other and beside each other.
    pub(super) fn windows(&self) -> (usize, usize) {
        (
            self.grid.height.div_ceil(self.grid.window),
            self.grid.width.div_ceil(self.grid.window),
        )
    }
}
