//! Values in the words of a request that what is done of it has no use for.

use patchbay_domain::{Action, ParsedRequest, Plan, Segment, Span, Toolbox};
use patchbay_lattice::options::choices;
use patchbay_lattice::{Candidate, lattice};
use patchbay_reader::said;

/// How many values of a request's words nothing was set to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct LeftOver {
    /// Words that can only be meant as values, such as `200 KB`.
    pub(super) values: usize,
    /// Words with digits.
    pub(super) numbers: usize,
}

impl LeftOver {
    /// What a plan leaves; `segments`: what the words do, as they were read.
    pub(super) fn by_plan(
        text: &str,
        plan: &Plan,
        segments: &[Segment],
        toolbox: &Toolbox,
    ) -> Self {
        let candidates = lattice(text);
        let best = plan.subtasks.iter().filter_map(|one| one.solutions.first());
        let actions = best.flat_map(|solution| &solution.actions);
        let claimed = actions.flat_map(|action| claimed(action, &candidates, toolbox));
        Self::but(text, segments, claimed.collect())
    }

    /// What a reading leaves.
    pub(super) fn by_reading(text: &str, parsed: &ParsedRequest) -> Self {
        let slots = parsed.calls.iter().flat_map(|call| &call.slots);
        let claimed = slots.filter_map(|slot| slot.span).collect();
        Self::but(text, &parsed.segments, claimed)
    }

    fn but(text: &str, segments: &[Segment], claimed: Vec<Span>) -> Self {
        let is_free = |span: &Span| {
            !claimed
                .iter()
                .any(|other| other.from < span.to && span.from < other.to)
        };
        Self {
            numbers: numbers(text).filter(is_free).count(),
            values: said(text, segments, claimed.clone()).len(),
        }
    }
}

/// The words from which the values of an action can have been read.
fn claimed(action: &Action, candidates: &[Candidate], toolbox: &Toolbox) -> Vec<Span> {
    let Some(tool) = toolbox.tool(&action.tool) else {
        return Vec::new();
    };
    let set = action.inputs.iter().filter_map(|(name, value)| {
        let parameter = tool.parameter(name)?;
        Some((parameter.kind, value.values().join("; ")))
    });
    let words = set.flat_map(|(kind, value)| {
        let choices = choices(kind, candidates).into_iter();
        choices
            .filter(move |choice| choice.value == value)
            .flat_map(|choice| choice.words)
    });
    words.collect()
}

/// The words of a text that have digits and are no names of files.
fn numbers(text: &str) -> impl Iterator<Item = Span> {
    let words = text.split_whitespace().map(|word| {
        let from = word.as_ptr() as usize - text.as_ptr() as usize;
        let to = from + word.len();
        (word, Span { from, to })
    });
    let is_name = |word: &str| {
        let ending = word.rsplit_once('.').map(|(_, ending)| ending);
        ending.is_some_and(|ending| ending.starts_with(|letter: char| letter.is_alphabetic()))
    };
    let tells = move |(word, _): &(&str, Span)| {
        word.contains(|letter: char| letter.is_ascii_digit()) && !is_name(word)
    };
    words.filter(tells).map(|(_, span)| span)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_words_with_digits_but_no_names() {
        let text = "mute IMG_0231.mov only from 0:03 to 5, please";
        let found: Vec<&str> = numbers(text).filter_map(|span| span.of(text)).collect();
        assert_eq!(found, ["0:03", "5,"]);
    }

    #[test]
    fn what_a_reading_claims_is_not_left() {
        let text = "crop it to 16:9 and make it 200 KB";
        let slot = r#"{"parameter":"ratio","value":"16:9","from":11,"to":15}"#;
        let json = format!(
            r#"{{"segments":[{{"from":0,"to":34,"act":"wish"}}],"calls":[{{"tool":"crop","slots":[{slot}]}}]}}"#
        );
        let parsed: ParsedRequest = serde_json::from_str(&json).unwrap();
        let left = LeftOver::by_reading(text, &parsed);
        assert_eq!((left.values, left.numbers), (1, 1), "200 KB");
    }
}
