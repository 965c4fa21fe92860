//! A clause as the encoder heard it becomes subtasks, or a question back.

use patchbay_domain::{SubtaskId, Tool, ToolIndex};
use patchbay_planner::TextSpans;

use super::super::clauses::{Clause, is_exclamation};
use super::super::reader::HeardClause;
use super::Reading;
use super::meant::{is_vague, says_same};
use super::reading::Wish;
use crate::words::tokens::{Kind, Token, bare};

impl Reading<'_> {
    /// Writes a clause down; `by_clause`: the subtasks that each earlier clause became. Answers
    /// those of this one. `next`: the token where the next clause begins.
    pub(super) fn decompose_clause(
        &mut self,
        heard: &HeardClause,
        next: Option<usize>,
        by_clause: &[Vec<SubtaskId>],
    ) -> Vec<SubtaskId> {
        if self.is_read {
            return Vec::new();
        }
        let end = next.unwrap_or(self.tokens.len());
        let fitted = self.fitted(heard, by_clause);
        let instruction = self.span(fitted.tokens.clone()).trim().to_owned();
        if let Some(clarification) =
            self.about_the_files(fitted.tokens.start..end.max(fitted.tokens.end))
        {
            self.done.clarification.get_or_insert(clarification);
            return Vec::new();
        }
        if let Some(about) = self.wishes_nothing(heard, next, by_clause) {
            return about;
        }
        if let Some(about) =
            self.only_tells_something(&fitted, &instruction, next.is_some(), by_clause)
        {
            return about;
        }
        if !heard.is_possible {
            self.refuse(&instruction);
            return Vec::new();
        }
        let Some(key) = fitted.key_tool(self.graph.toolbox()) else {
            return Vec::new();
        };
        // “The same for the other one” asks for what was asked for before, whatever it resembles.
        let same = if by_clause.is_empty() && says_same(&instruction) {
            (self.wish_before)()
        } else {
            None
        };
        let key = same.as_ref().map_or(key, |wish| wish.tool);
        let (clause, key) = match self.changes_its_audio(&fitted, key, next.is_some()) {
            Some(other) => (fitted.about(other, key), other),
            None => (fitted, key),
        };
        let toolbox = self.graph.toolbox();
        if let Some(about) =
            self.only_tells_of_audio(heard, &toolbox[key], next.is_some(), by_clause)
        {
            return about;
        }
        if self.is_continuation(heard, &clause, &toolbox[key], &instruction) {
            return by_clause.last().cloned().unwrap_or_default();
        }
        let bytes = self.bytes_of(&clause);
        let instruction =
            self.with_what_was_told(&toolbox[key], instruction, bytes, next.is_none());
        let mut spans = self.copied_spans(heard, &clause, key, instruction);
        if next.is_none() {
            self.read_to_the_end(&mut spans, &toolbox[key]);
        }
        let made = self.write(heard, clause, key, spans, same, by_clause);
        if !made.is_empty() {
            self.take_details_behind(bytes.1, next);
        }
        made
    }

    /// The subtasks that a clause is about, where it is no wish: it only lists files, says more of
    /// the one before, or is polite. None for a wish.
    fn wishes_nothing(
        &mut self,
        heard: &HeardClause,
        next: Option<usize>,
        by_clause: &[Vec<SubtaskId>],
    ) -> Option<Vec<SubtaskId>> {
        let clause = &heard.clause;
        // “From photo.jpg: …” only says what the wishes behind it are about, “…? a.jpg b.jpg” what
        // the one before is about.
        let is_file = |token: &Token| matches!(token.kind, Kind::Files(_) | Kind::Break);
        let leads_on = self.leads_on(&self.tokens[clause.tokens.clone()]);
        if leads_on && !by_clause.is_empty() {
            return Some(Vec::new());
        }
        let before = || by_clause.last().cloned().unwrap_or_default();
        if leads_on || self.tokens[clause.tokens.clone()].iter().all(is_file) {
            if !by_clause.is_empty() {
                return Some(before());
            }
            if next.is_some() {
                self.listed = self.named_in(clause.tokens.clone());
                return Some(Vec::new());
            }
        }
        if self.quotes_for_the_one_before(clause)
            || is_exclamation(&self.tokens[clause.tokens.clone()], self.text)
            || self.describes_the_one_before(clause)
            || self.conditions_the_one_before(clause)
        {
            return Some(before());
        }
        // Alone, “this” is an answer; beside a wish it is politeness.
        let beside = next.is_some() || !by_clause.is_empty();
        let is_polite = beside && self.request.points.is_empty() && heard.is_courtesy(self.tokens);
        is_polite.then(before)
    }

    /// From which byte to which a clause's words stand.
    fn bytes_of(&self, clause: &Clause) -> (usize, usize) {
        let tokens = &self.tokens[clause.tokens.clone()];
        let start = tokens.first().map_or(0, |first| first.start);
        (start, tokens.last().map_or(start, |last| last.end))
    }

    /// Whether a clause that seems to ask for a tool is no wish of its own beside the one before:
    /// its words go into that.
    fn is_continuation(
        &mut self,
        heard: &HeardClause,
        clause: &Clause,
        tool: &Tool,
        instruction: &str,
    ) -> bool {
        self.joins_the_one_before(clause, tool, instruction)
            || self.titles_the_one_before(instruction, self.quotation(clause).as_ref())
            || self.repeats_the_one_before(tool, heard, instruction)
            || self.joins_what_is_left(clause, tool)
            || self.says_how_much(clause, instruction)
            || self.says_the_format(clause, instruction)
            || self.says_the_way(clause, instruction)
            || self.gives_values(heard, instruction)
    }

    /// The words of a clause that its tool may copy, without those that only point at something.
    fn copied_spans(
        &self,
        heard: &HeardClause,
        clause: &Clause,
        key: ToolIndex,
        instruction: String,
    ) -> TextSpans {
        let tool = &self.graph.toolbox()[key];
        let mut spans = heard.spans.clone();
        if !spans.says_something() && self.copies_words(clause, tool) {
            spans = self.spans(clause, key, &instruction);
        }
        spans.object = spans.object.filter(|thing| !is_vague(thing));
        spans.content = spans.content.filter(|words| !is_vague(words));
        spans.instruction = instruction;
        if !spans.says_something() && spans.title.is_none() {
            spans.content = self.quotation(clause);
        }
        if let Some(title) = self.quoted_title(clause, tool) {
            spans.content = spans.content.filter(|words| *words != title);
            spans.object = spans.object.filter(|words| bare(words) != bare(&title));
            spans.title = Some(title);
        }
        spans
    }

    /// Writes down the subtasks of a wish for the tool `key`, one for each list of subjects, or
    /// asks back. `same`: the wish before, where this asks for the same.
    fn write(
        &mut self,
        heard: &HeardClause,
        clause: Clause,
        key: ToolIndex,
        mut spans: TextSpans,
        same: Option<Wish>,
        by_clause: &[Vec<SubtaskId>],
    ) -> Vec<SubtaskId> {
        let toolbox = self.graph.toolbox();
        let tool = &toolbox[key];
        let lists = self.resolve_inputs(heard, tool, by_clause);
        let lists = self.as_one_show(&clause, tool, lists);
        let clause = self.suppress_generators(clause, tool, &lists);
        if self.is_served(&clause, tool, &lists) {
            (spans.object, spans.content) = (None, None);
        }
        spans = self.with_wish_before(heard, key, spans, same);
        if !spans.says_something() {
            spans.object = self.thing_spoken_of(heard, tool, &lists);
        }
        let (clause, tool) = match self.about_all_of_it(&clause, key, &spans, &lists) {
            Some(other) => (clause.about(other, key), &toolbox[other]),
            None => (clause, tool),
        };
        if !spans.says_something() && self.lacks_words(tool, &lists) {
            let behind = self.words_behind(clause.tokens.end);
            self.is_read = behind.is_some();
            spans.content = behind.or_else(|| heard.said_beside.clone());
        }
        if let Some(question) = self.open_question(heard, tool, &spans, &lists) {
            self.done.clarification.get_or_insert(question);
            return Vec::new();
        }
        let puts_back = self.puts_back(tool, &lists);
        if let [subjects] = lists.as_slice()
            && let Some(same) = self.done_already(tool, subjects, &spans)
        {
            return vec![same];
        }
        let first = self.done.subtasks.len();
        for subjects in lists {
            let subjects = self.cut_first(tool, subjects, &spans.instruction);
            self.push(&clause, tool, subjects.clone(), spans.clone());
            if let (Some(joining), true) = (puts_back, self.done.subtasks.len() > first) {
                self.put_back(joining, subjects);
            }
        }
        self.last_of_each_since(first)
    }

    /// The subtasks from the place `first` on, without those that others of them go on from: of
    /// joins that build on each other only the last has them all.
    fn last_of_each_since(&self, first: usize) -> Vec<SubtaskId> {
        let made = first..self.done.subtasks.len();
        let goes_on = |id: &SubtaskId| {
            self.done.subtasks[made.clone()]
                .iter()
                .any(|later| later.goal.depends_on.contains(id))
        };
        made.clone()
            .map(SubtaskId)
            .filter(|id| !goes_on(id))
            .collect()
    }

    /// Whether words only say what those behind them are about: “please use the image photo.jpg
    /// and”.
    fn leads_on(&self, tokens: &[Token]) -> bool {
        const BESIDE: [&str; 17] = [
            "please", "use", "using", "take", "given", "with", "the", "this", "my", "and", "image",
            "picture", "photo", "file", "video", "clip", "film",
        ];
        let word = |token: &Token| self.text[token.start..token.end].to_lowercase();
        let names = |token: &Token| matches!(token.kind, Kind::Files(_));
        let is_beside = |token: &Token| names(token) || BESIDE.contains(&word(token).as_str());
        tokens.iter().any(names)
            && tokens.iter().all(is_beside)
            && tokens.last().is_some_and(|last| word(last) == "and")
    }
}
