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
    /// A part of a video that a tool cannot be limited to is cut out first.
    Parts,
    /// What only tells how things are is no wish.
    Background,
    /// Where something is left undone, the request is cut into clauses otherwise.
    Rereading,
    /// A wish that only says how a file is written goes behind those that go on from it.
    FormatsLast,
    /// A request in a dialogue that brings what it works on, and speaks of nothing earlier, is planned
    /// as the first one.
    Alone,
}

/// Every one.
pub const HINTS: &[Hint] = &[
    Hint::Examples,
    Hint::Values,
    Hint::Details,
    Hint::Parts,
    Hint::Background,
    Hint::Rereading,
    Hint::FormatsLast,
    Hint::Alone,
];
