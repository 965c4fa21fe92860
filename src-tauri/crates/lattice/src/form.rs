//! Forms in which the value of a parameter is put together.

/// Form in which a value is put together from what stands in a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Form {
    /// One value as it stands, in that of its meanings: `6 dB` as 6 or as -6.
    As(u8),
    /// A length from the start on.
    First,
    /// A length until the end.
    Last,
    /// All but a length from the start on.
    WithoutFirst,
    /// All but a length until the end.
    WithoutLast,
    /// From one point to another.
    Between,
    /// All but what lies from one point to another.
    WithoutBetween,
    /// From a point on, for a length.
    For,
    /// All but a length from a point on.
    WithoutFor,
    /// A length until a point.
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

    /// Number of forms.
    pub const COUNT: usize = 19;
}
