//! What has to be asked before a clause can be done.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use patchbay_domain::{ResourceType, Tool};
use patchbay_planner::{Clarification, Decomposition, TextSpans};
use regex::Regex;

use super::super::reader::HeardClause;
use super::candidates::SURE;
use super::types::{is_file, is_region};
use super::{Reading, Subject};
use crate::words::index::FileIndex;
use crate::words::tokens::Kind;

/// From here on a clause works on something that is not there.
const MISSING: f32 = 0.7;

impl Reading<'_> {
    /// What has to be asked before the clause can be done: which of several, which at all, or what
    /// in the image.
    pub(super) fn open_question(
        &self,
        heard: &HeardClause,
        tool: &Tool,
        spans: &TextSpans,
        lists: &[Vec<Subject>],
    ) -> Option<Clarification> {
        let instruction = &spans.instruction;
        self.question_on_missing_files(heard, tool, instruction)
            .or_else(|| self.question_on_files(heard, tool, instruction, lists))
            .or_else(|| self.question_on_references(heard, tool, lists))
            .or_else(|| self.question_on_results(heard, tool, instruction, lists))
            .or_else(|| self.question_on_part(heard, tool, spans, lists))
    }

    /// Asks for a file that is named, or for something else that a clause needs, where it is not
    /// there.
    fn question_on_missing_files(
        &self,
        heard: &HeardClause,
        tool: &Tool,
        instruction: &str,
    ) -> Option<Clarification> {
        let missing = self.not_here().or_else(|| self.never_given(heard));
        if let Some(missing) = missing.or_else(|| self.beyond_the_last(heard, tool)) {
            let question = format!("I do not have “{missing}”. Add it, or name one that is here.");
            return Some(without_choices(question));
        }
        let brings = !self.request.points.is_empty() || !self.request.resources.is_empty();
        let is_missing = heard.missing > MISSING && !brings && !self.has_all(heard, tool);
        is_missing.then(|| {
            without_choices(format!(
                "Something that “{instruction}” needs is not here. Add it, or name one that is here."
            ))
        })
    }

    /// Asks which file a clause is about, where it says “the other” of several, or the encoder
    /// finds several as likely.
    fn question_on_files(
        &self,
        heard: &HeardClause,
        tool: &Tool,
        instruction: &str,
        lists: &[Vec<Subject>],
    ) -> Option<Clarification> {
        let others = if self.done.subtasks.is_empty() {
            self.others(heard, tool)
        } else {
            Vec::new()
        };
        let doubtful = if others.len() > 1 {
            others
        } else {
            self.with_what_came_along(self.doubtful(heard, tool, lists))
        };
        which_is_it_about(instruction, doubtful)
    }

    /// Several files that came at once, with all others of their type that came with them: any of them may be meant.
    fn with_what_came_along(&self, names: Vec<String>) -> Vec<String> {
        let is_first = |index: &FileIndex| Some(&self.known[*index].name) == names.first();
        let Some(first) = self.known.files().find(is_first) else {
            return names;
        };
        let all: Vec<String> = self.known.came_with(first).cloned().collect();
        if names.len() > 1 && names.iter().all(|name| all.contains(name)) {
            all
        } else {
            names
        }
    }

    /// Asks which file a clause means by the first words for a type (“the picture”) of which there
    /// is no file, or more than one.
    fn question_on_references(
        &self,
        heard: &HeardClause,
        tool: &Tool,
        lists: &[Vec<Subject>],
    ) -> Option<Clarification> {
        let toolbox = self.graph.toolbox();
        let tokens = &self.tokens[heard.clause.tokens.clone()];
        let names = |of: &ResourceType| {
            tokens.iter().any(|token| match &token.kind {
                Kind::Files(files) => files
                    .iter()
                    .any(|file| toolbox.fits(&self.known[*file].resource_type, of)),
                _ => false,
            })
        };
        let no_subjects = lists.iter().all(Vec::is_empty);
        tokens.iter().find_map(|token| {
            let Kind::Reference {
                of: Some(of),
                several: false,
            } = &token.kind
            else {
                return None;
            };
            let of = ResourceType::new(*of);
            if !is_file(&of) || names(&of) || !self.media(tool).any(|wanted| *wanted == of) {
                return None;
            }
            let words = &self.text[token.start..token.end];
            if no_subjects
                || !(self.is_anywhere(&of) || of == ResourceType::AUDIO && self.holds_audio())
            {
                return Some(without_choices(format!(
                    "Which {of} do you mean by “{words}”? Add it, or name one that is here."
                )));
            }
            self.question_on_reference(words, &of, heard)
        })
    }

    /// Asks which of the files of a type is meant by words for it, where several may be.
    fn question_on_reference(
        &self,
        words: &str,
        of: &ResourceType,
        heard: &HeardClause,
    ) -> Option<Clarification> {
        let rivals = if is_bare(words) {
            self.results_alike(of)
        } else {
            Vec::new()
        };
        let rivals = if rivals.len() > 1 {
            rivals
        } else {
            self.rivals(heard, of)
        };
        (rivals.len() > 1).then(|| Clarification {
            question: format!(
                "Which one do you mean by “{words}”: {}?",
                rivals.join(" or ")
            ),
            choices: rivals,
            refuses: false,
        })
    }

    /// Asks which of the results that came together a clause is about.
    fn question_on_results(
        &self,
        heard: &HeardClause,
        tool: &Tool,
        instruction: &str,
        lists: &[Vec<Subject>],
    ) -> Option<Clarification> {
        which_is_it_about(instruction, self.one_of_several(heard, tool, lists))
    }

    /// Asks what in an image is meant, where a clause only points (“this”) and nothing is shown.
    fn question_on_part(
        &self,
        heard: &HeardClause,
        tool: &Tool,
        spans: &TextSpans,
        lists: &[Vec<Subject>],
    ) -> Option<Clarification> {
        let tokens = &self.tokens[heard.clause.tokens.clone()];
        let is_part = tool
            .args
            .iter()
            .any(|argument| is_region(&argument.resource_type));
        let shown = lists.iter().flatten().any(|subject| {
            let name = subject.value.values().first();
            let clicked = name
                .and_then(|name| self.request.points.get(name))
                .is_some_and(|points| !points.is_empty());
            clicked || is_region(&subject.resource_type)
        });
        // A tool that is told nothing would do it to everything.
        let is_told = tool.args.iter().any(|argument| argument.role.is_some());
        let points = tokens.iter().enumerate().any(|(place, token)| {
            let word = self.text[token.start..token.end].to_lowercase();
            let is_pronoun =
                !matches!(tokens.get(place + 1).map(|next| &next.kind), Some(Kind::Word(next)) if !is_beside(next));
            matches!(token.kind, Kind::Reference { of: None, several: false } | Kind::Word(_))
                && matches!(word.as_str(), "this" | "that" | "this one" | "that one" | "her" | "him" | "here" | "there")
                && (tokens.len() <= 4 || !is_told && is_pronoun)
        });
        (is_part && points && !shown && !spans.says_something()).then(|| {
            without_choices(
                "What do you mean? Click on it in the picture, or say what it is.".to_owned(),
            )
        })
    }

    /// Whether a tool takes several kinds of images, videos and audio, and there is one of each
    /// that a clause surely works on.
    fn has_all(&self, heard: &HeardClause, tool: &Tool) -> bool {
        let wanted: BTreeSet<&ResourceType> = self.media(tool).collect();
        let is_there = |of: &&ResourceType| {
            let mut files = heard.files.iter().zip(&self.known.resources);
            files.any(|(probability, file)| *probability > SURE && file.resource_type == **of)
        };
        wanted.len() > 1 && wanted.len() == self.media(tool).count() && wanted.iter().all(is_there)
    }
}

/// A question without answers to choose from.
fn without_choices(question: String) -> Clarification {
    Clarification {
        question,
        choices: Vec::new(),
        refuses: false,
    }
}

/// Asks which of these files an instruction is about; none where there are not several.
fn which_is_it_about(instruction: &str, files: Vec<String>) -> Option<Clarification> {
    (files.len() > 1).then(|| Clarification {
        question: format!(
            "Which one is “{instruction}” about: {}?",
            files.join(" or ")
        ),
        choices: files,
        refuses: false,
    })
}

/// Whether a word behind “that” leaves it a pronoun: “that one”, “that over there”.
fn is_beside(word: &str) -> bool {
    matches!(
        word,
        "one"
            | "over"
            | "out"
            | "away"
            | "off"
            | "from"
            | "in"
            | "on"
            | "and"
            | "please"
            | "too"
            | "right"
    )
}

/// Whether words name a thing by nothing but its type: “the picture”.
fn is_bare(words: &str) -> bool {
    let words: Vec<&str> = words.split_whitespace().collect();
    matches!(words.as_slice(), [article, noun] if article.eq_ignore_ascii_case("the")
        && !["voice", "song", "story", "poem", "region", "mask"].contains(&noun.to_lowercase().as_str()))
}

/// Whether a statement asks for a yes or a no: “it's a poster, isn't it?”
pub(super) fn asks_whether(text: &str) -> bool {
    static TAG: LazyLock<Regex> = LazyLock::new(|| {
        let verbs = "is|are|was|were|does|do|did|has|have|can|will|would";
        Regex::new(&format!(
            r"(?i),\s*(?:(?:{verbs})(?:n['’]?t)?\s+(?:it|they|he|she|that|this|there|we|you)|right|correct)\s*\?\s*$"
        ))
        .expect("a valid expression")
    });
    TAG.is_match(text)
}

/// What is said of a request in another language.
pub(super) fn not_english(language: &str, done: &Decomposition) -> Clarification {
    let offer = if done.subtasks.is_empty() {
        "Please say it in English."
    } else {
        "Below is what I made of it: is that what you mean? If not, please say it in English."
    };
    Clarification {
        question: format!("This looks like {language}, and I understand English only. {offer}"),
        choices: Vec::new(),
        refuses: false,
    }
}
