//! Writes subtasks down.

use std::sync::LazyLock;

use patchbay_domain::value::{output_of, points_on};
use patchbay_domain::{
    Argument, InputValue, ResourceType, Returns, SubtaskGoal, SubtaskId, TextRole, Tool, ToolIndex,
};
use patchbay_phrases::formats::format_of;
use patchbay_phrases::quantities;
use patchbay_planner::{InterpretedSubtask, TextSpans};
use regex::Regex;

use super::super::clauses::Clause;
use super::super::lexicon;
use super::super::pattern::Alignment;
use super::super::tokens::{Kind, clean};
use super::{Reading, Subject, understood};

impl Reading<'_> {
    /// “make it grey and rotate it” is one instruction for one tool.
    pub(super) fn joins_the_one_before(
        &mut self,
        clause: &Clause,
        tool: &Tool,
        instruction: &str,
    ) -> bool {
        let takes_instruction = tool
            .args
            .iter()
            .any(|argument| argument.role == Some(TextRole::Instruction));
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

    /// “Bring both to the same loudness, -14 LUFS each”: a clause that only says how much is a part
    /// of the one before.
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
        self.say_more(instruction);
        true
    }

    /// “…, then save it as an mp3”: a clause that only names a format of what the one before makes
    /// is a part of it.
    pub(super) fn says_the_format(&mut self, clause: &Clause, instruction: &str) -> bool {
        const BESIDE: [&str; 19] = [
            "save", "export", "give", "make", "want", "need", "get", "output", "write", "store",
            "convert", "file", "format", "me", "it", "that", "result", "please", "thanks",
        ];
        let words = self.span(clause.tokens.clone()).to_lowercase();
        let (formats, rest): (Vec<&str>, Vec<&str>) = words
            .split(|letter: char| !letter.is_alphanumeric())
            .filter(|word| !word.is_empty() && !lexicon::is_light(word) && !BESIDE.contains(word))
            .partition(|word| format_of(word).is_some());
        let toolbox = self.graph.toolbox();
        let made = self
            .done
            .subtasks
            .last()
            .and_then(InterpretedSubtask::key_tool)
            .map(|key| &toolbox[key].returns);
        let is_of = |made: &ResourceType, format: &str| {
            let kind = format_of(format).map(|format| ResourceType::new(format.resource_type));
            kind.is_some_and(|kind| toolbox.declares(&kind) && toolbox.fits(made, &kind))
        };
        let names_files = self.tokens[clause.tokens.clone()]
            .iter()
            .any(|t| matches!(t.kind, Kind::Files(_)));
        let [format] = formats[..] else { return false };
        if !rest.is_empty() || names_files || !made.is_some_and(|made| is_of(made, format)) {
            return false;
        }
        self.say_more(instruction);
        true
    }

    /// Adds words to the instruction of the newest subtask and of those beside it that have the
    /// same.
    fn say_more(&mut self, instruction: &str) {
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

    /// “…, title: ‘Sleepy feathers’” is no wish of its own, where what was wished for before has a
    /// title.
    pub(super) fn titles_the_one_before(
        &mut self,
        instruction: &str,
        quoted: Option<&String>,
    ) -> bool {
        static TITLE: LazyLock<Regex> = LazyLock::new(|| {
            Regex::new(
                r"(?i)^\W*(?:and |with )?(?:(?:the|a|its) )?(?:title|titled|headline|heading|called|call it|name it)\b",
            )
            .expect("a valid expression")
        });
        let toolbox = self.graph.toolbox();
        let Some(last) = self.done.subtasks.last_mut() else {
            return false;
        };
        let has_title = |tool: ToolIndex| {
            toolbox[tool]
                .args
                .iter()
                .any(|a| a.resource_type.as_str() == "title")
        };
        let (Some(title), true, true) = (
            quoted,
            TITLE.is_match(instruction),
            last.key_tool().is_some_and(has_title),
        ) else {
            return false;
        };
        last.spans.title = Some(title.clone());
        true
    }

    /// A title that a clause quotes beside what it wishes for: “a web page for a.mp4, call it ‘Salt
    /// and Smoke’”.
    pub(super) fn quoted_title(&self, clause: &Clause, tool: &Tool) -> Option<String> {
        static CALLED: LazyLock<Regex> = LazyLock::new(|| {
            Regex::new(r"(?i)\b(?:title|titled|headline|heading|called|call it|named|name it)\b\W*(?:is\b\W*)?$")
                .expect("a valid expression")
        });
        let has_title = tool
            .args
            .iter()
            .any(|argument| argument.resource_type.as_str() == "title");
        let tokens = &self.tokens[clause.tokens.clone()];
        let quoted = tokens
            .iter()
            .find(|token| matches!(token.kind, Kind::Quote))
            .filter(|_| has_title)?;
        let before = &self.text[tokens.first()?.start..quoted.start];
        let words = clean(&self.text[quoted.start..quoted.end]);
        (CALLED.is_match(before) && !words.is_empty()).then_some(words)
    }

    /// “… ? ‘The strings came late’” is what the wish before works on, where that has no words yet.
    pub(super) fn quotes_for_the_one_before(&mut self, clause: &Clause) -> bool {
        let tokens = &self.tokens[clause.tokens.clone()];
        let mut quotes = tokens
            .iter()
            .filter(|token| matches!(token.kind, Kind::Quote));
        let (Some(quoted), None) = (quotes.next(), quotes.next()) else {
            return false;
        };
        let only = tokens
            .iter()
            .all(|token| matches!(token.kind, Kind::Quote | Kind::Break));
        let words = clean(&self.text[quoted.start..quoted.end]);
        match self.done.subtasks.last_mut() {
            Some(last) if only && last.spans.content.is_none() && !words.is_empty() => {
                last.spans.content = Some(words.clone());
                let value = InputValue::One(words);
                last.goal.args.push(Argument {
                    resource_type: ResourceType::TEXT,
                    value,
                });
                true
            }
            _ => false,
        }
    }

    /// What stands behind a colon where a clause ends, up to the end of the request: “read this
    /// aloud: Dear friends, …”. None where it names files, which are worked on themselves.
    pub(super) fn words_behind(&self, end: usize) -> Option<String> {
        const LEAST_WORDS: usize = 3;
        let from = self.tokens.get(end.checked_sub(1)?)?.end;
        let words = self.text[from..].trim_start().strip_prefix(':')?.trim();
        let names_files = self.tokens[end..]
            .iter()
            .any(|token| matches!(token.kind, Kind::Files(_)));
        (!names_files && words.split_whitespace().count() >= LEAST_WORDS).then(|| clean(words))
    }

    /// The subtask that does the same with the same already: “notes.txt is the voice over, speak
    /// it”.
    pub(super) fn done_already(
        &self,
        tool: &Tool,
        subjects: &[Subject],
        spans: &TextSpans,
    ) -> Option<SubtaskId> {
        let toolbox = self.graph.toolbox();
        let follows_words = tool
            .args
            .iter()
            .any(|argument| argument.role == Some(TextRole::Instruction));
        if follows_words || spans.says_something() || spans.title.is_some() || subjects.is_empty() {
            return None;
        }
        let values = |goal: &SubtaskGoal| {
            goal.args
                .iter()
                .map(|argument| argument.value.clone())
                .collect::<Vec<_>>()
        };
        let wanted: Vec<InputValue> = subjects
            .iter()
            .map(|subject| subject.value.clone())
            .collect();
        let is_same = |made: &&InterpretedSubtask| {
            made.key_tool()
                .is_some_and(|key| toolbox[key].name == tool.name)
                && !made.spans.says_something()
                && values(&made.goal) == wanted
        };
        self.done
            .subtasks
            .iter()
            .find(is_same)
            .map(|made| made.goal.id)
    }

    /// What a clause is after; where types are not told from words, only that it is a picture, a
    /// film, …
    fn result_type(&self, tool: &Tool) -> ResourceType {
        let general = self.graph.toolbox().ancestry(&tool.returns).last();
        if self.types {
            tool.returns.clone()
        } else {
            general.unwrap_or(&tool.returns).clone()
        }
    }

    /// Joins what the newest subtask made with the films that it works on, by that tool.
    pub(super) fn put_back(&mut self, joining: ToolIndex, mut films: Vec<Subject>) {
        let toolbox = self.graph.toolbox();
        let Some(last) = self.done.subtasks.last() else {
            return;
        };
        films.push(self.result(last.goal.id, true));
        let only = |place: ToolIndex| Alignment {
            likeness: f32::from(place == joining),
            ..Alignment::default()
        };
        let alignments = toolbox.indices().map(only).collect();
        let spans = TextSpans {
            instruction: last.spans.instruction.clone(),
            ..TextSpans::default()
        };
        self.push(
            &Clause {
                tokens: 0..0,
                alignments,
                margin: f32::INFINITY,
            },
            &toolbox[joining],
            films,
            spans,
        );
    }

    pub(super) fn push(
        &mut self,
        clause: &Clause,
        tool: &Tool,
        subjects: Vec<Subject>,
        mut spans: TextSpans,
    ) {
        let toolbox = self.graph.toolbox();
        let wants_media = tool
            .args
            .iter()
            .any(|a| !toolbox.fits(&a.resource_type, &ResourceType::TEXT));
        if wants_media && subjects.is_empty() {
            if self.done.clarification.is_none() {
                let wanted = tool
                    .args
                    .iter()
                    .find(|a| !toolbox.fits(&a.resource_type, &ResourceType::TEXT));
                let kind = wanted
                    .map_or("file", |a| a.resource_type.as_str())
                    .to_owned();
                let question = format!(
                    "Which {kind} is “{}” about? Add it, or name one that is here.",
                    spans.instruction
                );
                self.ask(
                    question,
                    self.known
                        .resources
                        .iter()
                        .map(|r| r.name.clone())
                        .collect(),
                );
            }
            return;
        }
        let takes_mask = |of: &ResourceType| {
            tool.args
                .iter()
                .any(|argument| argument.resource_type == *of)
        };
        // A mask that was given says what is meant better than words do.
        let mask_given = subjects
            .iter()
            .any(|subject| subject.resource_type == ResourceType::MASK);
        if mask_given && takes_mask(&ResourceType::MASK) {
            spans.object = None;
        }
        // A text that was given, or written before, is what a tool with one text works on; the
        // words only say so.
        let is_text = |of: &ResourceType| toolbox.fits(of, &ResourceType::TEXT);
        let texts = subjects
            .iter()
            .filter(|subject| is_text(&subject.resource_type))
            .count();
        if texts > 0
            && texts
                >= tool
                    .args
                    .iter()
                    .filter(|argument| is_text(&argument.resource_type))
                    .count()
        {
            spans.object = None;
            spans.content = None;
        }
        let id = SubtaskId(self.done.subtasks.len());
        let mut args: Vec<Argument> = subjects
            .iter()
            .filter(|subject| {
                subject.named
                    || subject.resource_type != ResourceType::MASK
                    || takes_mask(&ResourceType::MASK)
            })
            .map(|subject| Argument {
                resource_type: subject.resource_type.clone(),
                value: subject.value.clone(),
            })
            .collect();
        let wants_mask = takes_mask(&ResourceType::MASK)
            || toolbox.fits(&tool.returns, &ResourceType::MASK)
            || takes_mask(&ResourceType::POINT);
        if wants_mask && !mask_given {
            for name in subjects.iter().flat_map(|subject| subject.value.values()) {
                if self
                    .request
                    .points
                    .get(name)
                    .is_some_and(|points| !points.is_empty())
                {
                    let value = InputValue::One(points_on(name));
                    args.push(Argument {
                        resource_type: ResourceType::POINT,
                        value,
                    });
                    spans.object = None;
                }
            }
        }
        let mut depends_on: Vec<SubtaskId> = subjects
            .iter()
            .filter_map(|subject| subject.depends_on)
            .collect();
        depends_on.sort_unstable();
        depends_on.dedup();
        let roles: Vec<_> = tool
            .args
            .iter()
            .filter_map(|argument| argument.role)
            .collect();
        let shown = if roles.is_empty() {
            spans.object.as_deref().or(spans.content.as_deref())
        } else {
            spans.for_role(Some(roles[0]))
        };
        if let Some(text) = shown {
            args.push(Argument {
                resource_type: ResourceType::TEXT,
                value: InputValue::One(text.to_owned()),
            });
        }
        let goal = SubtaskGoal {
            id,
            description: spans.instruction.clone(),
            domains: if tool.domain.is_empty() {
                Vec::new()
            } else {
                vec![tool.domain.clone()]
            },
            depends_on,
            args,
            returns: Returns {
                resource_type: self.result_type(tool),
                value: output_of(id),
            },
        };
        self.done
            .subtasks
            .push(understood(goal, spans, &clause.alignments, clause.margin));
    }
}
