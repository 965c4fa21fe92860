//! How what a parameter could be set to is put together.

/// How a value is put together from what stands in a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Form {
    /// One value as it stands, in that of its meanings: `6 dB` as 6 or as -6.
    As(u8),
    /// The first so many seconds.
    First,
    /// The last so many seconds.
    Last,
    /// All but the first so many seconds.
    WithoutFirst,
    /// All but the last so many seconds.
    WithoutLast,
    /// From one point to another.
    Between,
    /// All but what lies from one point to another.
    WithoutBetween,
    /// From a point on, so long.
    For,
    /// All but so long from a point on.
    WithoutFor,
    /// So long until a point.
    Until,
    /// All points or parts that a text lists.
    Each,
    /// All but all parts that a text lists.
    WithoutEach,
}

impl Form {
    /// A number for each form, below [`Self::COUNT`].
    pub fn index(self) -> usize {
        match self {
            Self::As(meaning) => usize::from(meaning).min(7),
            Self::First => 8,
            Self::Last => 9,
            Self::WithoutFirst => 10,
            Self::WithoutLast => 11,
            Self::Between => 12,
            Self::WithoutBetween => 13,
            Self::For => 14,
            Self::WithoutFor => 15,
            Self::Until => 16,
            Self::Each => 17,
            Self::WithoutEach => 18,
        }
    }

    /// How many forms there are.
    pub const COUNT: usize = 19;
}
