//! Clauses that are no wish of their own and say more of the one before: what its result should be
//! like, which mask it is for, its title, the words that it works on.

use std::sync::LazyLock;

use patchbay_domain::{
    Argument, InputValue, Parameter, ParameterKind, ResourceType, Tool, ToolIndex,
};
use patchbay_phrases::values;
use patchbay_planner::InterpretedSubtask;
use regex::Regex;

use super::super::clauses::Clause;
use super::super::reader::HeardClause;
use super::Reading;
use crate::words::lexicon;
use crate::words::tokens::{Kind, clean};

impl Reading<'_> {
    /// “Paint a wood with a bear in it. It should be captivating and attention-grabbing”: what is
    /// behind the “and” says how something that is made of words is to look or sound.
    pub(super) fn describes_the_one_before(&self, clause: &Clause) -> bool {
        static DESCRIBES: LazyLock<Regex> = LazyLock::new(|| {
            let what = "it|this|that|they|the (?:image|picture|photo|scene|painting|drawing|music|song|tune|result|video|text)";
            let must = "should|must|ought to|has to|have to|needs? to";
            Regex::new(&format!(
                r"(?i)^\W*(?:{what})\s+(?:{must})\s+(?:be|look|feel|sound)\b.*\b(?:and|or)\W*$"
            ))
            .expect("a valid expression")
        });
        // “… work out the title yourself”.
        static AS_YOU_LIKE: LazyLock<Regex> = LazyLock::new(|| {
            Regex::new(r"(?i)\b(?:yourself|on your own|as you (?:like|please|see fit)|(?:is|it'?s) up to you)\W*$")
                .expect("a valid expression")
        });
        let Some(last) = self
            .done
            .subtasks
            .last()
            .and_then(InterpretedSubtask::key_tool)
        else {
            return false;
        };
        if AS_YOU_LIKE.is_match(self.span(clause.tokens.clone())) {
            return true;
        }
        let start = self
            .tokens
            .get(clause.tokens.start)
            .map_or(0, |token| token.start);
        let sentence = self.text[..start]
            .rfind(['.', '!', '?', '\n'])
            .map_or(0, |end| end + 1);
        let of_words = self.media(&self.graph.toolbox()[last]).next().is_none();
        of_words && sentence > 0 && DESCRIBES.is_match(&self.text[sentence..start])
    }

    /// “Cut out 0:04 to 0:07 and join the rest”: what keeps several parts joins them already.
    pub(super) fn joins_what_is_left(&self, clause: &Clause, tool: &Tool) -> bool {
        static REST: LazyLock<Regex> = LazyLock::new(|| {
            Regex::new(r"(?i)\b(?:the (?:rest|remainder)|(?:every|any)thing else|all that(?:'s| is) left|(?:the )?(?:remaining|other|two|both|kept) (?:parts|pieces|bits|halves)|what(?:'s| is) left|what remains)\b")
                .expect("a valid expression")
        });
        let joins = tool.args.len() > 1
            && tool
                .args
                .iter()
                .all(|argument| argument.resource_type == tool.returns);
        let is_ranges = |parameter: &Parameter| parameter.kind == ParameterKind::TimeRanges;
        let last = self
            .done
            .subtasks
            .last()
            .and_then(InterpretedSubtask::key_tool);
        let keeps_parts =
            last.is_some_and(|last| self.graph.toolbox()[last].parameters.iter().any(is_ranges));
        let names_files = !self.named_in(clause.tokens.clone()).is_empty();
        joins && keeps_parts && !names_files && REST.is_match(self.span(clause.tokens.clone()))
    }

    /// “Fill in what is missing in a.png, conditioned on b.png”: of a tool that takes an image and
    /// a mask and got the image, the file is the mask.
    pub(super) fn conditions_the_one_before(&mut self, clause: &Clause) -> bool {
        static CONDITIONED: LazyLock<Regex> = LazyLock::new(|| {
            Regex::new(r"(?i)^\W*(?:and )?(?:condition(?:ed|al)|based|guided|dependent|depending) (?:on|upon|by)\b")
                .expect("a valid expression")
        });
        let [file] = self.named_in(clause.tokens.clone())[..] else {
            return false;
        };
        let is_image = self.known[file].resource_type == ResourceType::IMAGE;
        if !is_image || !CONDITIONED.is_match(self.span(clause.tokens.clone())) {
            return false;
        }
        let value = self.file(file, true).value;
        let toolbox = self.graph.toolbox();
        let Some(last) = self.done.subtasks.last_mut() else {
            return false;
        };
        let Some(key) = last.key_tool() else {
            return false;
        };
        let takes = |of: &ResourceType| {
            toolbox[key]
                .args
                .iter()
                .any(|argument| argument.resource_type == *of)
        };
        let has = |of: &ResourceType| {
            last.goal
                .args
                .iter()
                .any(|argument| argument.resource_type == *of)
        };
        let lacks_mask =
            takes(&ResourceType::MASK) && takes(&ResourceType::IMAGE) && !has(&ResourceType::MASK);
        if lacks_mask {
            last.spans.object = None;
            last.goal.args.push(Argument {
                resource_type: ResourceType::MASK,
                value,
            });
        }
        lacks_mask
    }

    /// Gives the quotation of a clause to the one before as its title, where that takes one: “…,
    /// title: ‘Sleepy feathers’”. Answers whether it does.
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

    /// Gives a clause that is one quotation to the one before as the words that it works on, where
    /// that has none yet: “… ? ‘The strings came late’”. Answers whether it does.
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

    /// Whether a clause asks again for what the clause before did: “it shakes. steady it”. Only a
    /// tool that takes no words does the same twice. What the clause sets besides goes into the one
    /// before: “fade it in over 1 second and fade it out over 2”; where it sets the same otherwise, it
    /// is a wish of its own.
    pub(super) fn repeats_the_one_before(
        &mut self,
        tool: &Tool,
        heard: &HeardClause,
        instruction: &str,
    ) -> bool {
        if !self.is_about_the_same(tool, heard) {
            return false;
        }
        let Some(last) = self.done.subtasks.last() else {
            return false;
        };
        let before = &last.spans.instruction;
        let had = values::said(tool, before);
        let has = values::said(tool, &format!("{before}, {instruction}"));
        let own = values::said(tool, instruction);
        let kept = had.iter().all(|(name, value)| has.get(name) == Some(value));
        let heard_all = own.iter().all(|(name, value)| has.get(name) == Some(value));
        // What has no verb of its own says how, also where that was said otherwise before.
        let is_detail = !self.has_opener(heard) && has != had;
        if heard_all && ((has.len() > had.len() && kept) || (is_detail && !own.is_empty())) {
            self.say_more(instruction);
            return true;
        }
        if own.is_empty() && !is_tied(instruction, tool) {
            // What it asks for is not known, and not lost either.
            self.say_more(instruction);
            return true;
        }
        own.iter().all(|(name, value)| had.get(name) == Some(value))
    }

    /// Whether a clause is for the tool of the one before, with the same files and things.
    fn is_about_the_same(&self, tool: &Tool, heard: &HeardClause) -> bool {
        let Some(last) = self.done.subtasks.last() else {
            return false;
        };
        let toolbox = self.graph.toolbox();
        let same = last
            .key_tool()
            .is_some_and(|key| toolbox[key].name == tool.name);
        let takes_words = tool.args.iter().any(|argument| argument.role.is_some());
        let names_files = self.tokens[heard.clause.tokens.clone()]
            .iter()
            .any(|token| matches!(token.kind, Kind::Files(_)));
        let new_thing = heard.spans.object.is_some() && heard.spans.object != last.spans.object;
        // “Join a and b, crossfade” says how; “mix them, and mix that with c” does it again.
        let refers = self.tokens[heard.clause.tokens.clone()]
            .iter()
            .any(|token| matches!(token.kind, Kind::Reference { .. }));
        let joins_again = self.joins(tool) && refers;
        same && !takes_words
            && !names_files
            && !new_thing
            && heard.spans.content.is_none()
            && !joins_again
    }
}

/// Whether words share one that tells something with what a tool says of itself.
fn is_tied(words: &str, tool: &Tool) -> bool {
    let says = lexicon::tool_text(tool);
    let telling = |text: &str| -> Vec<String> {
        text.split(|letter: char| !letter.is_alphanumeric())
            .map(str::to_lowercase)
            .filter(|word| !word.is_empty() && !lexicon::is_light(word))
            .map(|word| lexicon::canonical(&word))
            .collect()
    };
    let (said, says) = (telling(words), telling(&says));
    said.is_empty() || said.iter().any(|word| says.contains(word))
}
