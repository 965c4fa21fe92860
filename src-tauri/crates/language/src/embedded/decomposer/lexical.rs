//! A clause matched with its key tool by the toolbox's examples alone.

use std::ops::Range;

use patchbay_domain::{TextRole, Tool, ToolIndex};
use patchbay_planner::{Clarification, TextSpans};

use super::super::clauses::{Clause, is_courtesy};
use super::{Reading, SURE, UNDERSTOOD, WEAK};
use crate::words::lexicon;
use crate::words::pattern::Alignment;
use crate::words::tokens::{Kind, clean};

impl Reading<'_> {
    pub(super) fn read(&mut self, clause: &Clause) {
        let instruction = self.span(clause.tokens.clone()).trim().to_owned();
        if let Some(clarification) = self.about_the_files(clause.tokens.clone()) {
            self.done.clarification.get_or_insert(clarification);
            return;
        }
        let Some((key, likeness)) = self.key_tool(clause) else {
            return;
        };
        if likeness < UNDERSTOOD && !self.known.resources.is_empty() {
            let question = format!(
                "I did not understand “{instruction}”. What should be done, and with which file?"
            );
            self.ask(question, Vec::new());
            return;
        }
        let graph = self.graph;
        let tool = &graph.toolbox()[key];
        let spans = self.spans(clause, key, &instruction);
        if self.joins_the_one_before(clause, tool, &instruction) {
            return;
        }
        for subjects in self.subjects(clause, tool) {
            self.push(clause, tool, subjects, spans.clone());
        }
    }

    /// The tool that a clause is about: the most alike one whose arguments its files can serve.
    pub(super) fn key_tool(&self, clause: &Clause) -> Option<(ToolIndex, f32)> {
        let toolbox = self.graph.toolbox();
        // What no tool was made for is a question: about the files, or where there are none, about
        // the world.
        let surest = clause
            .alignments
            .iter()
            .map(|alignment| alignment.likeness)
            .fold(0.0, f32::max);
        let no_files = self.known.resources.is_empty();
        if surest < SURE && (no_files || (surest < WEAK && self.asks(clause))) {
            let given = self
                .known
                .resources
                .first()
                .map(|resource| &resource.resource_type);
            let answers = |tool: &Tool| {
                let mut roles = tool.args.iter().filter(|argument| argument.role.is_some());
                let about = tool
                    .args
                    .iter()
                    .filter(|argument| argument.role.is_none())
                    .map(|a| &a.resource_type);
                roles.all(|argument| argument.role == Some(TextRole::Question))
                    && tool.args.iter().any(|argument| argument.role.is_some())
                    && about.eq(given.iter().copied())
            };
            if let Some(answering) = toolbox.indices().find(|tool| answers(&toolbox[*tool])) {
                return Some((
                    answering,
                    UNDERSTOOD.max(clause.alignments[answering.0].likeness),
                ));
            }
        }
        let by_likeness_then_name =
            |(a, one): &(ToolIndex, &Alignment), (b, other): &(ToolIndex, &Alignment)| {
                one.likeness
                    .total_cmp(&other.likeness)
                    .then_with(|| toolbox[*b].name.cmp(&toolbox[*a].name))
            };
        let best = toolbox
            .indices()
            .zip(&clause.alignments)
            .max_by(by_likeness_then_name);
        best.map(|(index, alignment)| (index, alignment.likeness))
    }

    /// Whether a clause is put as a question.
    pub(super) fn asks(&self, clause: &Clause) -> bool {
        let first = self.tokens[clause.tokens.clone()]
            .iter()
            .find(|token| matches!(token.kind, Kind::Word(_)));
        let word = first
            .map_or("", |token| &self.text[token.start..token.end])
            .to_lowercase();
        let end = self.tokens.get(clause.tokens.end);
        matches!(
            word.as_str(),
            "what"
                | "why"
                | "how"
                | "who"
                | "where"
                | "which"
                | "when"
                | "is"
                | "are"
                | "does"
                | "do"
        ) || end.is_some_and(|token| &self.text[token.start..token.end] == "?")
    }

    pub(super) fn spans(&self, clause: &Clause, key: ToolIndex, instruction: &str) -> TextSpans {
        let mut spans = TextSpans {
            instruction: instruction.to_owned(),
            ..TextSpans::default()
        };
        for capture in &clause.alignments[key.0].captures {
            let range = clause.tokens.start + capture.tokens.start
                ..clause.tokens.start + capture.tokens.end;
            let words = clean(self.span(range.clone()));
            // “In it” names nothing.
            if words.is_empty() || self.tokens.get(range).is_some_and(is_courtesy) {
                continue;
            }
            match capture.role {
                Some(TextRole::Object) => spans.object = Some(words),
                Some(TextRole::Content) => spans.content = Some(words),
                Some(TextRole::Instruction | TextRole::Question) => {}
                None => spans.title = Some(words),
            }
        }
        spans
    }

    /// “How many photos did I give you?” is about the files themselves, which no tool can tell.
    pub(super) fn about_the_files(&self, tokens: Range<usize>) -> Option<Clarification> {
        let words: Vec<String> = self.tokens[tokens]
            .iter()
            .map(|token| self.text[token.start..token.end].to_lowercase())
            .collect();
        let has = |wanted: &[&str]| words.iter().any(|word| wanted.contains(&word.as_str()));
        let counts = has(&["count", "many", "number"]);
        let gave = has(&[
            "gave", "given", "sent", "attached", "uploaded", "added", "dropped", "give",
        ]) && has(&["i", "you"]);
        let files = words.iter().any(|word| {
            lexicon::type_word(word).is_some_and(|(_, plural)| plural)
                || matches!(word.as_str(), "files" | "attachments")
        });
        if !(counts && gave && files) {
            return None;
        }
        let names: Vec<&str> = self
            .request
            .resources
            .iter()
            .map(|resource| resource.name.as_str())
            .collect();
        Some(Clarification {
            question: format!(
                "You gave me {} with this request{}{}. Is that what you wanted to know, or should I count things in them?",
                match names.len() {
                    0 => "no files".to_owned(),
                    1 => "1 file".to_owned(),
                    n => format!("{n} files"),
                },
                if names.is_empty() { "" } else { ": " },
                names.join(", "),
            ),
            choices: names
                .iter()
                .map(|name| format!("Count the objects in {name}"))
                .collect(),
            refuses: false,
        })
    }
}
