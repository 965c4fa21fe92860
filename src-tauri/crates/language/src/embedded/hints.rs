//! Rules by which a request's words count beside what the encoder hears.

/// One of them. They are switched off only to measure what they are worth.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Hint {
    /// A clause that is nearly an example of a tool is possible, whatever the encoder hears.
    Examples,
    /// A tool that takes the values and the format of a clause is more likely meant.
    Values,
    /// A clause without a verb of its own gives its values to the wish before it.
    Details,
}

/// Every one.
pub const HINTS: &[Hint] = &[Hint::Examples, Hint::Values, Hint::Details];
