//! Parts of the planner that are switched off, one at a time, to measure what each is worth.

use clap::ValueEnum;
use patchbay_language::coverage::{RULES, Rule};
use patchbay_language::embedded::Parts;
use patchbay_language::embedded::hints::{HINTS, Hint};

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Without {
    /// Everything works.
    Nothing,
    /// Requests are read by the toolbox's examples alone.
    Encoder,
    /// Words do not tell what type a picture or a result is.
    Types,
    /// Ways are not ranked, and arguments take the whole clause.
    Experts,
    /// Plans are not held against their requests.
    Coverage,
    /// They are, but not by the terms of the field.
    Terms,
    /// Nor by quantities.
    Values,
    /// Nor by file formats.
    Formats,
    /// Nor by what kind of result is wanted.
    Kinds,
    /// Nor by how much a wish is like what no tool can do.
    Wishes,
    /// Nor by how much less a wish is like any other tool.
    Heads,
    /// Nor by whether a wish is done with all of its details.
    Details,
    /// Nor by whether all of the files that are spoken of are worked on.
    Files,
    /// Nor by whether what is made of words is asked for.
    Makers,
    /// Nor by whether anything is changed.
    Unchanged,
    /// Nor by whether wishes that go on from each other are done together.
    Whole,
    /// What only tells how things are has to be taken up, too.
    ToldWords,
    /// Nor by whether tools that have nothing to do without a value have one.
    Unsaid,
    /// A clause that is nearly an example may be held for impossible.
    Examples,
    /// A tool that takes what is said is not more likely.
    TakenValues,
    /// Words without a verb give no values to the wish before them.
    GivenDetails,
    /// What a wish is about a part of is not cut to it first.
    Parts,
    /// What only tells how things are may be a wish.
    Told,
    /// Where something is left undone, the request is not cut into clauses otherwise.
    Rereading,
    /// Wishes that only say how a file is written stay where they are said.
    FormatsLast,
    /// What stands alone in a dialogue is planned with what came before.
    Alone,
    /// Small talk in a dialogue may do something.
    Talk,
    /// Connected tools may be taken though words do not ask for them.
    Connected,
}

impl Without {
    /// Name by which it is given.
    pub(super) fn name(self) -> String {
        name_of(self)
    }

    /// What is left of the planner.
    pub(super) fn parts(self) -> Parts {
        let rules = RULES.iter().copied();
        let hints = HINTS.iter().copied();
        Parts {
            encoder: self != Self::Encoder,
            types: self != Self::Types,
            experts: self != Self::Experts,
            hints: hints.filter(|hint| self.hint() != Some(*hint)).collect(),
            coverage: rules
                .filter(|rule| self != Self::Coverage && self.rule() != Some(*rule))
                .collect(),
        }
    }

    /// The rule by which plans are held against their requests that is left out.
    fn rule(self) -> Option<Rule> {
        Some(match self {
            Self::Terms => Rule::Terms,
            Self::Values => Rule::Values,
            Self::Formats => Rule::Formats,
            Self::Kinds => Rule::Kinds,
            Self::Wishes => Rule::Wishes,
            Self::Heads => Rule::Heads,
            Self::Details => Rule::Details,
            Self::Files => Rule::Files,
            Self::Makers => Rule::Makers,
            Self::Unchanged => Rule::Unchanged,
            Self::Whole => Rule::Whole,
            Self::ToldWords => Rule::Told,
            Self::Unsaid => Rule::Unsaid,
            Self::Talk => Rule::Talk,
            Self::Connected => Rule::Connected,
            _ => return None,
        })
    }

    /// The rule by which words count beside what the encoder hears that is left out.
    fn hint(self) -> Option<Hint> {
        Some(match self {
            Self::Examples => Hint::Examples,
            Self::TakenValues => Hint::Values,
            Self::GivenDetails => Hint::Details,
            Self::Parts => Hint::Parts,
            Self::Told => Hint::Background,
            Self::Rereading => Hint::Rereading,
            Self::FormatsLast => Hint::FormatsLast,
            Self::Alone => Hint::Alone,
            _ => return None,
        })
    }
}

/// Name of a value as it is given.
pub(super) fn name_of(value: impl ValueEnum) -> String {
    value
        .to_possible_value()
        .map_or_else(String::new, |name| name.get_name().to_owned())
}
