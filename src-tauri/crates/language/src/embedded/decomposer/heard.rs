//! A clause as the encoder heard it becomes subtasks, or a question back.

use patchbay_domain::{SubtaskId, Tool, ToolIndex};

use super::super::clauses::{Clause, is_exclamation};
use super::super::reader::HeardClause;
use super::super::tokens::{Kind, Token, bare};
use super::Reading;
use super::answers::telling_words;
use super::meant::{is_vague, says_again, says_same};
use super::reading::Wish;

impl Reading<'_> {
    /// Writes a clause down; `by_clause`: the subtasks that each earlier clause became. Answers
    /// those of this one. `next`: the token where the next clause begins.
    #[expect(clippy::too_many_lines, reason = "its steps share one object still")]
    pub(super) fn read_heard(
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
        let clause = &fitted;
        let instruction = self.span(clause.tokens.clone()).trim().to_owned();
        if let Some(clarification) =
            self.about_the_files(clause.tokens.start..end.max(clause.tokens.end))
        {
            self.done.clarification.get_or_insert(clarification);
            return Vec::new();
        }
        // “From photo.jpg: …” only says what the wishes behind it are about, “…? a.jpg b.jpg” what
        // the one before is about.
        let is_file = |token: &Token| matches!(token.kind, Kind::Files(_) | Kind::Break);
        let leads_on = self.leads_on(&self.tokens[clause.tokens.clone()]);
        if leads_on && !by_clause.is_empty() {
            return Vec::new();
        }
        if leads_on || self.tokens[clause.tokens.clone()].iter().all(is_file) {
            if !by_clause.is_empty() {
                return by_clause.last().cloned().unwrap_or_default();
            }
            if next.is_some() {
                self.listed = self.named_in(clause.tokens.clone());
                return Vec::new();
            }
        }
        if self.quotes_for_the_one_before(clause) {
            return by_clause.last().cloned().unwrap_or_default();
        }
        if is_exclamation(&self.tokens[clause.tokens.clone()], self.text) {
            return by_clause.last().cloned().unwrap_or_default();
        }
        if self.describes_the_one_before(clause) || self.conditions_the_one_before(clause) {
            return by_clause.last().cloned().unwrap_or_default();
        }
        // Alone, “this” is an answer; beside a wish it is politeness.
        let beside = next.is_some() || !by_clause.is_empty();
        if beside && self.request.points.is_empty() && heard.is_courtesy(self.tokens) {
            return by_clause.last().cloned().unwrap_or_default();
        }
        if !heard.is_possible {
            let question = format!("None of my tools can do this: “{instruction}”.");
            self.ask(question, Vec::new());
            return Vec::new();
        }
        let toolbox = self.graph.toolbox();
        let likeness = |tool: &ToolIndex| clause.alignments[tool.0].likeness;
        let Some(key) = toolbox.indices().max_by(|a, b| {
            likeness(a)
                .total_cmp(&likeness(b))
                .then_with(|| toolbox[*b].name.cmp(&toolbox[*a].name))
        }) else {
            return Vec::new();
        };
        // “The same for the other one” asks for what was asked for before, whatever it resembles.
        let same = if by_clause.is_empty() && says_same(&instruction) {
            (self.wish_before)()
        } else {
            None
        };
        let key = same.as_ref().map_or(key, |wish| wish.tool);
        let (clause, key) = &match self.changes_its_sound(clause, key, next.is_some()) {
            Some(other) => (clause.about(other, key), other),
            None => (clause.clone(), key),
        };
        let key = *key;
        let tool = &toolbox[key];
        if let Some(about) = self.only_tells_of_sound(heard, tool, next.is_some(), by_clause) {
            return about;
        }
        if self.joins_the_one_before(clause, tool, &instruction) {
            return by_clause.last().cloned().unwrap_or_default();
        }
        if self.titles_the_one_before(&instruction, self.quotation(clause).as_ref())
            || self.repeats_the_one_before(tool, heard)
            || self.joins_what_is_left(clause, tool)
            || self.says_how_much(clause, &instruction)
            || self.says_the_format(clause, &instruction)
        {
            return by_clause.last().cloned().unwrap_or_default();
        }
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
        let first = self.done.subtasks.len();
        let lists = self.heard_subjects(heard, tool, by_clause);
        let lists = self.as_one_show(clause, tool, lists);
        if self.is_served(clause, tool, &lists) {
            (spans.object, spans.content) = (None, None);
        }
        let same = same.or_else(|| self.repeats(heard, key));
        let repeats = same.is_some();
        if let Some(wish) = same.or_else(|| self.answers(key)) {
            spans.object = spans.object.or(wish.spans.object);
            spans.content = if repeats {
                wish.spans.content
            } else {
                spans.content.or(wish.spans.content)
            };
            spans.title = spans.title.or(wish.spans.title);
            // “0:42 till 1:10” says how what was wished for is to be done; “rotate it” is a wish by
            // itself, and so is the same wish once more.
            let tells = !repeats
                && !self.takes_back()
                && telling_words(&spans.instruction).next().is_some();
            if !tells {
                spans.instruction = wish.spans.instruction;
            } else if wish.spans.instruction != spans.instruction && !self.has_opener(heard) {
                spans.instruction = format!("{}, {}", wish.spans.instruction, spans.instruction);
            }
        }
        if !spans.says_something() {
            spans.object = self.thing_spoken_of(heard, tool, &lists);
        }
        let (clause, tool) = &match self.about_all_of_it(clause, key, &spans, &lists) {
            Some(other) => (clause.about(other, key), &toolbox[other]),
            None => (clause.clone(), tool),
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
        let puts_back = self.puts_back(clause, tool, &lists);
        if let [subjects] = lists.as_slice()
            && let Some(same) = self.done_already(tool, subjects, &spans)
        {
            return vec![same];
        }
        for subjects in lists {
            self.push(clause, tool, subjects.clone(), spans.clone());
            if let (Some(joining), true) = (puts_back, self.done.subtasks.len() > first) {
                self.put_back(joining, subjects);
            }
        }
        // Of joins that build on each other only the last has them all.
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

    /// The wish before, where nothing came of it (something had to be asked) and this answers, or
    /// where this only points elsewhere (“no, there”): it asks for the same tool.
    fn answers(&self, tool: ToolIndex) -> Option<Wish> {
        let was_asked = self
            .request
            .history
            .last()
            .is_some_and(patchbay_domain::Turn::is_open);
        let open = was_asked || (self.takes_back() && !self.request.points.is_empty());
        let first = self.done.subtasks.is_empty();
        (open && first)
            .then(|| (self.wish_before)())
            .flatten()
            .filter(|wish| wish.tool == tool)
    }

    /// The wish before, where a clause that says nothing of its own asks for the same tool again:
    /// “take c deserves that too”.
    fn repeats(&self, heard: &HeardClause, tool: ToolIndex) -> Option<Wish> {
        let says_nothing =
            !heard.spans.says_something() && heard.spans.title.is_none() && !self.has_opener(heard);
        let again = says_nothing
            && self.done.subtasks.is_empty()
            && says_again(self.span(heard.clause.tokens.clone()));
        again
            .then(|| (self.wish_before)())
            .flatten()
            .filter(|wish| wish.tool == tool)
    }

    /// Whether a clause has a word that wishes begin with.
    fn has_opener(&self, heard: &HeardClause) -> bool {
        let is_opener =
            |token: &Token| matches!(&token.kind, Kind::Word(word) if self.openers.contains(word));
        self.tokens[heard.clause.tokens.clone()]
            .iter()
            .any(is_opener)
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
