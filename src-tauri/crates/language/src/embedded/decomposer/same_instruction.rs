//! Clauses that are no wish of their own and go into the instruction of the one before: a further
//! adjustment, how much, in which format.

use std::cmp::Reverse;
use std::collections::HashSet;
use std::sync::LazyLock;

use patchbay_domain::{InputValue, ResourceType, Tool};
use patchbay_phrases::quantities;
use patchbay_planner::InterpretedSubtask;
use patchbay_values::formats::{chosen, format_of};
use regex::Regex;

use super::super::clauses::Clause;
use super::super::hints::Hint;
use super::super::reader::HeardClause;
use super::super::spoken::said;
use super::Reading;
use crate::words::index::FileIndex;
use crate::words::lexicon;
use crate::words::tokens::{Kind, Token};

/// Words that choose among what is there: “only use the sound of the vlog”.
static RESTRICTS: LazyLock<Regex> = LazyLock::new(|| {
    let verb = "use|keep|take|have|play|want";
    Regex::new(&format!(
        r"(?i)^\W*(?:(?:and|but|please)\s+)*(?:(?:only|just)\s+(?:{verb})|(?:{verb})\s+(?:only|just))\b"
    ))
    .expect("a valid expression")
});

impl Reading<'_> {
    /// Adds a clause to the instruction of the one before where both are for a tool that follows
    /// instructions: “make it grey and rotate it”. Answers whether it is.
    pub(super) fn joins_the_one_before(
        &mut self,
        clause: &Clause,
        tool: &Tool,
        instruction: &str,
    ) -> bool {
        let takes_instruction = tool.instruction().is_some();
        let names_files = self.tokens[clause.tokens.clone()]
            .iter()
            .any(|t| matches!(t.kind, Kind::Files(_)));
        if !takes_instruction || names_files {
            return false;
        }
        let toolbox = self.graph.toolbox();
        let Some(last) = self.done.subtasks.len().checked_sub(1) else {
            return false;
        };
        let same_tool = |subtask: &InterpretedSubtask| {
            subtask
                .key_tool()
                .is_some_and(|key| toolbox[key].name == tool.name)
        };
        if !same_tool(&self.done.subtasks[last]) {
            return false;
        }
        self.say_more(instruction);
        true
    }

    /// Adds a clause that only says how much to the instruction of the one before: “Bring both to
    /// the same loudness, -14 LUFS each”. Answers whether it is one.
    pub(super) fn says_how_much(&mut self, clause: &Clause, instruction: &str) -> bool {
        const BESIDE: [&str; 12] = [
            "each", "both", "all", "long", "only", "exactly", "about", "around", "max", "maximum",
            "most", "please",
        ];
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
        let only_how_much = rest
            .split(|letter: char| !letter.is_alphanumeric())
            .all(says_nothing);
        let names_files = self.tokens[clause.tokens.clone()]
            .iter()
            .any(|t| matches!(t.kind, Kind::Files(_)));
        if found.is_empty() || !only_how_much || names_files || self.done.subtasks.is_empty() {
            return false;
        }
        // A sign before the first number is no word, but turns louder into softer.
        let start = self.tokens[clause.tokens.start].start;
        let sign = ["-", "−", "+"].into_iter();
        let sign = sign
            .into_iter()
            .find(|sign| self.text[..start].ends_with(sign));
        self.say_more(&format!("{}{instruction}", sign.unwrap_or_default()));
        true
    }

    /// Adds a clause that only says in which of some ways the one before is to be done, in the words
    /// that its tool has for that, to the instruction of that: “…, and repeat it until the video
    /// ends”. Answers whether it is one. A single word may well be a wish of its own.
    pub(super) fn says_the_way(&mut self, clause: &Clause, instruction: &str) -> bool {
        let toolbox = self.graph.toolbox();
        let before = self.done.subtasks.last();
        let Some(tool) = before.and_then(InterpretedSubtask::key_tool) else {
            return false;
        };
        let mut forms: Vec<&str> = toolbox[tool]
            .parameters
            .iter()
            .flat_map(|parameter| parameter.words.values().flatten())
            .map(String::as_str)
            .filter(|form| form.contains(' '))
            .collect();
        forms.sort_by_key(|form| Reverse(form.len()));
        let words = self.span(clause.tokens.clone()).to_lowercase();
        let rest = forms
            .into_iter()
            .fold(words.clone(), |rest, form| rest.replace(form, " "));
        // What it says beside that is of what the tool is for: “… instead of the camera's sound”.
        let spoken_of: HashSet<String> = lexicon::tool_text(&toolbox[tool])
            .split(|letter: char| !letter.is_alphanumeric())
            .map(str::to_lowercase)
            .collect();
        let only_the_way = rest
            .split(|letter: char| !letter.is_alphanumeric())
            .all(|word| word.is_empty() || lexicon::is_light(word) || spoken_of.contains(word));
        let names_files = self.tokens[clause.tokens.clone()]
            .iter()
            .any(|t| matches!(t.kind, Kind::Files(_)));
        if rest == words || !only_the_way || names_files {
            return false;
        }
        self.say_more(instruction);
        true
    }

    /// Adds a clause without a verb of its own that gives values to the tool of the one before which
    /// that has none of yet: “…, 50 % opacity”, “…, it is at 300,200 and 120 by 40”. Answers whether
    /// it is one.
    pub(super) fn gives_values(&mut self, heard: &HeardClause, instruction: &str) -> bool {
        let toolbox = self.graph.toolbox();
        let before = self.done.subtasks.last();
        let Some(before) = before.filter(|_| self.hints.contains(&Hint::Details)) else {
            return false;
        };
        let arguments = &before.goal.args;
        let is_worked_on = |file: &FileIndex| {
            let name = &self.known[*file].name;
            arguments
                .iter()
                .any(|one| one.value.values().contains(name))
        };
        let named = self.named_in(heard.clause.tokens.clone());
        let restricts = RESTRICTS.is_match(self.span(heard.clause.tokens.clone()));
        let is_about_it =
            || self.has_opener(heard) && !restricts && !self.refers_to_previous_result(heard);
        let is_detail = named.iter().all(is_worked_on) && !is_about_it();
        let Some(tool) = before.key_tool().filter(|_| is_detail) else {
            return false;
        };
        let (words, tool) = (&before.spans.instruction, &toolbox[tool]);
        let had = said(tool, words, arguments);
        let has = said(tool, &format!("{words}, {instruction}"), arguments);
        let gives =
            has.len() > had.len() && had.iter().all(|(name, one)| has.get(name) == Some(one));
        if gives {
            self.say_more(instruction);
        }
        gives
    }

    /// Whether a clause speaks of several things without naming them, as of the letters of a title that was made before:
    /// “make them yellow”.
    fn refers_to_previous_result(&self, heard: &HeardClause) -> bool {
        let tokens = &self.tokens[heard.clause.tokens.clone()];
        let several = |token: &Token| {
            matches!(
                token.kind,
                Kind::Reference {
                    of: None,
                    several: true
                }
            )
        };
        let made = self.done.subtasks.last();
        let is_one = made.is_some_and(|made| {
            let files = made.goal.args.iter();
            files
                .filter(|one| self.known_media(&one.resource_type))
                .count()
                < 2
        });
        is_one && tokens.iter().any(several)
    }

    /// Whether a type is that of an image, a video or an audio clip.
    fn known_media(&self, of: &ResourceType) -> bool {
        let toolbox = self.graph.toolbox();
        [
            ResourceType::IMAGE,
            ResourceType::VIDEO,
            ResourceType::AUDIO,
        ]
        .iter()
        .any(|media| toolbox.fits(of, media))
    }

    /// Adds a clause that only names a format of what the one before makes to the instruction of
    /// that: “…, then save it as an mp3”. Answers whether it is one.
    pub(super) fn says_the_format(&mut self, clause: &Clause, instruction: &str) -> bool {
        const BESIDE: [&str; 20] = [
            "save", "export", "give", "make", "want", "need", "get", "output", "write", "store",
            "convert", "file", "format", "me", "it", "that", "result", "please", "thanks", "one",
        ];
        let words = self.span(clause.tokens.clone()).to_lowercase();
        let (formats, rest): (Vec<&str>, Vec<&str>) = words
            .split(|letter: char| !letter.is_alphanumeric())
            .filter(|word| !word.is_empty() && !lexicon::is_light(word) && !BESIDE.contains(word))
            .partition(|word| format_of(word).is_some());
        let toolbox = self.graph.toolbox();
        let last = self
            .done
            .subtasks
            .last()
            .and_then(InterpretedSubtask::key_tool)
            .map(|key| &toolbox[key]);
        let is_of = |made: &ResourceType, format: &str| {
            let kind = format_of(format).map(|format| ResourceType::new(format.resource_type));
            kind.is_some_and(|kind| toolbox.declares(&kind) && toolbox.fits(made, &kind))
        };
        let names_files = self.tokens[clause.tokens.clone()]
            .iter()
            .any(|t| matches!(t.kind, Kind::Files(_)));
        let [format] = formats[..] else { return false };
        let is_written = |tool: &Tool| {
            is_of(&tool.returns, format)
                && (tool.formats.is_empty() || chosen(format, &tool.formats).is_some())
        };
        if !rest.is_empty() || names_files || !last.is_some_and(is_written) {
            return false;
        }
        self.say_more(instruction);
        true
    }

    /// Adds words to the instruction of the newest subtask and of those beside it that have the
    /// same.
    pub(super) fn say_more(&mut self, instruction: &str) {
        let toolbox = self.graph.toolbox();
        let tool_of =
            |subtask: &InterpretedSubtask| subtask.key_tool().map(|key| &toolbox[key].name);
        let Some(last) = self.done.subtasks.last() else {
            return;
        };
        let (before, tool) = (last.spans.instruction.clone(), tool_of(last));
        for subtask in &mut self.done.subtasks {
            if subtask.spans.instruction == before && tool_of(subtask) == tool {
                subtask.spans.instruction = format!("{before}, {instruction}");
                subtask
                    .goal
                    .description
                    .clone_from(&subtask.spans.instruction);
                for argument in &mut subtask.goal.args {
                    if argument.value == InputValue::One(before.clone()) {
                        argument.value = InputValue::One(subtask.spans.instruction.clone());
                    }
                }
            }
        }
    }
}
