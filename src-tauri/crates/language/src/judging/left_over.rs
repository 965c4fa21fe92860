//! Words of a request that the values of what is done of it are read from, and those that are left.

use patchbay_domain::{Action, ParsedRequest, Plan, Span, Toolbox};
use patchbay_lattice::options::choices;
use patchbay_lattice::{Candidate, lattice};

/// The words from which the values of a plan can have been read.
pub(super) fn claimed_by_plan(text: &str, plan: &Plan, toolbox: &Toolbox) -> Vec<Span> {
    let candidates = lattice(text);
    let best = plan.subtasks.iter().filter_map(|one| one.solutions.first());
    let actions = best.flat_map(|solution| &solution.actions);
    let claimed = actions.flat_map(|action| claimed(action, &candidates, toolbox));
    claimed.collect()
}

/// The words from which the values of a reading were read.
pub(super) fn claimed_by_reading(parsed: &ParsedRequest) -> Vec<Span> {
    let slots = parsed.calls.iter().flat_map(|call| &call.slots);
    slots.filter_map(|slot| slot.span).collect()
}

/// Number of words with digits that are not claimed.
pub(super) fn numbers_left(text: &str, claimed: &[Span]) -> usize {
    let is_left = |span: &Span| !claimed.iter().any(|other| other.touches(*span));
    numbers(text).filter(is_left).count()
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
        let json = format!(r#"{{"calls":[{{"tool":"crop","slots":[{slot}]}}]}}"#);
        let parsed: ParsedRequest = serde_json::from_str(&json).unwrap();
        let claimed = claimed_by_reading(&parsed);
        assert_eq!(numbers_left(text, &claimed), 1, "200 KB");
        assert_eq!(numbers_left(text, &[]), 2);
    }
}
