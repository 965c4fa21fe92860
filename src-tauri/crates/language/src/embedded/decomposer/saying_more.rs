//! Clauses that only say more of what was wished for before: how much, in which format, which of its frames.

use patchbay_domain::{InputValue, ResourceType};
use patchbay_phrases::adjustments::color;
use patchbay_phrases::formats::format_of;
use patchbay_phrases::{quantities, values};
use patchbay_planner::Understood;

use super::super::clauses::Clause;
use super::super::lexicon;
use super::super::tokens::Kind;
use super::Reading;

impl Reading<'_> {
    /// “Bring both to the same loudness, -14 LUFS each”: a clause that only says how much is a part of the one before.
    pub(super) fn says_how_much(&mut self, clause: &Clause, instruction: &str) -> bool {
        const BESIDE: [&str; 12] =
            ["each", "both", "all", "long", "only", "exactly", "about", "around", "max", "maximum", "most", "please"];
        let words = self.span(clause.tokens.clone());
        let found = quantities(words);
        let (mut rest, mut at) = (String::new(), 0);
        for quantity in &found {
            rest.push_str(&words[at..quantity.bytes.start]);
            rest.push(' ');
            at = quantity.bytes.end;
        }
        rest.push_str(&words[at..]);
        let says_nothing = |word: &str| {
            let word = word.to_lowercase();
            word.is_empty() || lexicon::is_light(&word) || BESIDE.contains(&word.as_str())
        };
        let only_how_much = rest.split(|letter: char| !letter.is_alphanumeric()).all(says_nothing);
        let names_files = self.tokens[clause.tokens.clone()].iter().any(|t| matches!(t.kind, Kind::Files(_)));
        if found.is_empty() || !only_how_much || names_files || self.done.subtasks.is_empty() {
            return false;
        }
        self.say_more(instruction);
        true
    }

    /// “…, then save it as an mp3”: a clause that only names a format of what the one before makes is a part of it.
    pub(super) fn says_the_format(&mut self, clause: &Clause, instruction: &str) -> bool {
        const BESIDE: [&str; 19] = [
            "save", "export", "give", "make", "want", "need", "get", "output", "write", "store", "convert", "file",
            "format", "me", "it", "that", "result", "please", "thanks",
        ];
        let words = self.span(clause.tokens.clone()).to_lowercase();
        let (formats, rest): (Vec<&str>, Vec<&str>) = words
            .split(|letter: char| !letter.is_alphanumeric())
            .filter(|word| !word.is_empty() && !lexicon::is_light(word) && !BESIDE.contains(word))
            .partition(|word| format_of(word).is_some());
        let toolbox = self.graph.toolbox();
        let made = self.done.subtasks.last().and_then(Understood::key_tool).map(|key| &toolbox.tools[key].returns);
        let is_of = |made: &ResourceType, format: &str| {
            let kind = format_of(format).map(|format| ResourceType::new(format.resource_type));
            kind.is_some_and(|kind| toolbox.declares(&kind) && toolbox.fits(made, &kind))
        };
        let names_files = self.tokens[clause.tokens.clone()].iter().any(|t| matches!(t.kind, Kind::Files(_)));
        let [format] = formats[..] else { return false };
        if !rest.is_empty() || names_files || !made.is_some_and(|made| is_of(made, format)) {
            return false;
        }
        self.say_more(instruction);
        true
    }

    /// “Stills at 0:02 and the last frame”, “burn it in, yellow letters at the top”: a clause that only gives values of what
    /// the one before does is a part of it.
    pub(super) fn says_values(&mut self, clause: &Clause, instruction: &str) -> bool {
        const OF_VALUES: [&str; 24] = [
            "frame", "frames", "still", "stills", "first", "last", "final", "middle", "start", "end", "one", "letters",
            "text", "font", "colour", "color", "top", "bottom", "big", "large", "small", "huge", "at", "in",
        ];
        let words = self.span(clause.tokens.clone()).to_lowercase();
        let toolbox = self.graph.toolbox();
        let Some(tool) = self.done.subtasks.last().and_then(Understood::key_tool).map(|key| &toolbox.tools[key]) else {
            return false;
        };
        let is_of_values = |word: &str| {
            word.is_empty()
                || lexicon::is_light(word)
                || OF_VALUES.contains(&word)
                || word.chars().all(|letter| letter.is_numeric())
                || color(word).is_some()
                || format_of(word).is_some()
        };
        let names_files = self.tokens[clause.tokens.clone()].iter().any(|t| matches!(t.kind, Kind::Files(_)));
        if names_files
            || !words.split(|letter: char| !letter.is_alphanumeric()).all(is_of_values)
            || values::said(tool, &words).is_empty()
        {
            return false;
        }
        self.say_more(instruction);
        true
    }

    /// Adds words to the instruction of the newest subtask and of those beside it that have the same.
    pub(super) fn say_more(&mut self, instruction: &str) {
        let toolbox = self.graph.toolbox();
        let tool_of = |subtask: &Understood| subtask.key_tool().map(|key| &toolbox.tools[key].name);
        let Some(last) = self.done.subtasks.last() else { return };
        let (before, tool) = (last.spans.instruction.clone(), tool_of(last));
        for subtask in &mut self.done.subtasks {
            if subtask.spans.instruction == before && tool_of(subtask) == tool {
                subtask.spans.instruction = format!("{before}, {instruction}");
                subtask.goal.description.clone_from(&subtask.spans.instruction);
                for argument in &mut subtask.goal.args {
                    if argument.value == InputValue::One(before.clone()) {
                        argument.value = InputValue::One(subtask.spans.instruction.clone());
                    }
                }
            }
        }
    }
}
