//! Requests that answer what was asked back, and what was wished for before.

use std::collections::HashSet;

use patchbay_domain::{NamedResource, Request, ResourceType, ToolIndex, Toolbox, Turn};
use patchbay_planner::TextSpans;

use super::super::reader::Beside;
use super::EmbeddedDecomposer;
use super::meant::introduced;
use super::names::TELLING;
use super::reading::Wish;
use super::types::is_file;
use crate::references::{DiscourseContext, stem, words_of};
use crate::words::tokens::{Kind, clean, tokenize};

/// Longer requests wish for something, also where none of their words tells.
const MOST_WORDS_OF_AN_ANSWER: usize = 8;

impl EmbeddedDecomposer {
    /// The request that is read in the place of this one, where this one says the same again,
    /// names the file that was asked for, or brings it.
    pub(super) fn stands_for(&self, request: &Request) -> Option<Request> {
        sent_again(request)
            .or_else(|| chosen_by_name(request, &self.patterns.openers))
            .or_else(|| self.brought(request))
    }

    /// The request before, where it was asked for something and this brings it: words that wish for
    /// nothing, with a file or a click.
    fn brought(&self, request: &Request) -> Option<Request> {
        if !request.history.last().is_some_and(Turn::is_open) {
            return None;
        }
        if self.wishes(&request.instruction, &request.resources) {
            None
        } else {
            answered(request)
        }
    }

    /// Whether words wish for something or quote, instead of only answering.
    pub(super) fn wishes(&self, text: &str, resources: &[NamedResource]) -> bool {
        let tokens = tokenize(text, resources);
        let words = || {
            tokens.iter().filter_map(|token| {
                if let Kind::Word(word) = &token.kind {
                    Some(word)
                } else {
                    None
                }
            })
        };
        let quotes = tokens.iter().any(|token| matches!(token.kind, Kind::Quote));
        quotes
            || words().any(|word| self.patterns.openers.contains(word))
            || words().count() > MOST_WORDS_OF_AN_ANSWER
    }

    /// The request with each turn of its history in which something was asked made one with the
    /// turn that answered: what came of the answer came of the wish. None where there is no such
    /// turn.
    pub(super) fn settled(&self, request: &Request) -> Option<Request> {
        let answers = |turn: &Turn| {
            !turn.results.is_empty() && !self.wishes(&turn.instruction, &turn.resources)
        };
        if !request
            .history
            .windows(2)
            .any(|pair| pair[0].is_open() && answers(&pair[1]))
        {
            return None;
        }
        let mut history: Vec<Turn> = Vec::new();
        for turn in &request.history {
            match history.last_mut() {
                Some(open) if open.is_open() && answers(turn) => {
                    open.resources.extend(turn.resources.iter().cloned());
                    open.results.clone_from(&turn.results);
                    open.awaits_answer = None;
                }
                _ => history.push(turn.clone()),
            }
        }
        Some(Request {
            history,
            ..request.clone()
        })
    }

    /// The last wish of the request before this one.
    pub(super) fn wish_before(
        &self,
        request: &Request,
        known: &DiscourseContext,
        toolbox: &Toolbox,
    ) -> Option<Wish> {
        let (last, earlier) = request.history.split_last()?;
        let before = Request {
            instruction: last.instruction.clone(),
            resources: request.resources.clone(),
            history: earlier.to_vec(),
            ..Request::default()
        };
        let text = &before.instruction;
        let heard = self.reader(toolbox)?.read(&before, text, known)?;
        let tokens = tokenize(text, &known.resources);
        let beside = Beside {
            text,
            tokens: &tokens,
            patterns: &self.patterns,
            hints: &self.hints,
            known,
            toolbox,
        };
        let found = heard.clause(heard.clauses().last()?, &beside);
        let alike = |tool: &ToolIndex| found.clause.alignments[tool.0].likeness;
        let tool = toolbox
            .indices()
            .max_by(|a, b| alike(a).total_cmp(&alike(b)))?;
        let words = tokens.get(found.clause.tokens.clone())?;
        let instruction = text[words.first()?.start..words.last()?.end].to_owned();
        let object = found
            .spans
            .object
            .or(found.object_beside)
            .or_else(|| introduced(&text[..words.first()?.start]));
        let quoted = words.iter().find(|token| matches!(token.kind, Kind::Quote));
        let quoted = quoted
            .map(|quoted| clean(&text[quoted.start..quoted.end]))
            .filter(|_| object.is_none());
        let content = found.spans.content.or(quoted);
        Some(Wish {
            tool,
            spans: TextSpans {
                instruction,
                object,
                content,
                title: found.spans.title,
            },
        })
    }
}

/// The request before, with what this one brings: “here”, “this one”, with a file or a click,
/// answers what was asked back or corrects it.
pub(super) fn answered(request: &Request) -> Option<Request> {
    let (last, before) = request.history.split_last()?;
    if request.resources.is_empty() && request.points.is_empty() {
        return None;
    }
    Some(Request {
        instruction: last.instruction.clone(),
        resources: last
            .resources
            .iter()
            .chain(&request.resources)
            .cloned()
            .collect(),
        history: before.to_vec(),
        ..request.clone()
    })
}

/// The request without the turn before, where it says the same again and brings files of its own:
/// it stands in the place of the one of which something was asked, and is about its own files
/// alone.
fn sent_again(request: &Request) -> Option<Request> {
    let (last, before) = request.history.split_last()?;
    let says_the_same = words_of(&last.instruction).eq(words_of(&request.instruction));
    let stands_for_it = last.is_open() && says_the_same && !request.resources.is_empty();
    stands_for_it.then(|| Request {
        history: before.to_vec(),
        ..request.clone()
    })
}

/// The words of an answer that tell something.
pub(super) fn telling_words(answer: &str) -> impl Iterator<Item = String> {
    const FILLERS: [&str; 24] = [
        "sorry", "i", "meant", "mean", "the", "one", "yes", "no", "please", "ok", "okay", "oh",
        "that", "this", "here", "it", "its", "s", "is", "with", "of", "a", "just", "take",
    ];
    words_of(answer).filter(|word| !FILLERS.contains(&word.as_str()))
}

/// The request before, where it was asked which file is meant, with the file that a few words name:
/// “sorry, the stairs” after “stairs.jpg or lobby.jpg?”, but not “rotate the stairs”, which begins
/// with one of `openers`.
fn chosen_by_name(request: &Request, openers: &HashSet<String>) -> Option<Request> {
    let (last, before) = request.history.split_last()?;
    if !last.is_open() || !request.resources.is_empty() || !request.points.is_empty() {
        return None;
    }
    let said: Vec<String> = telling_words(&request.instruction).collect();
    if said.is_empty() || said.len() > 3 {
        return None;
    }
    let is_meant = |of: &ResourceType| is_file(of) || *of == ResourceType::TEXT;
    for turn in request.history.iter().rev() {
        for files in [&turn.results, &turn.resources] {
            let count = |file: &NamedResource| {
                let name: Vec<String> = words_of(&stem(&file.name)).collect();
                let telling =
                    |word: &&String| word.chars().count() >= TELLING && name.contains(word);
                let is_named = said.iter().all(|word| name.contains(word))
                    || said.iter().any(|word| telling(&word));
                if is_named {
                    said.iter().filter(|word| name.contains(word)).count()
                } else {
                    0
                }
            };
            let possible = || files.iter().filter(|file| is_meant(&file.resource_type));
            let most = possible().map(count).max().unwrap_or(0);
            let mut found = possible().filter(|file| most > 0 && count(file) == most);
            if let (Some(file), None) = (found.next(), found.next()) {
                let name: Vec<String> = words_of(&stem(&file.name)).collect();
                if said
                    .iter()
                    .any(|word| openers.contains(word) && !name.contains(word))
                {
                    return None;
                }
                // Others of its type, and masks of those, are not what is meant.
                let mut history = before.to_vec();
                for files in history
                    .iter_mut()
                    .flat_map(|turn| [&mut turn.results, &mut turn.resources])
                {
                    files.retain(|other| {
                        ![&file.resource_type, &ResourceType::MASK].contains(&&other.resource_type)
                    });
                }
                return Some(Request {
                    instruction: last.instruction.clone(),
                    resources: last.resources.iter().chain([file]).cloned().collect(),
                    history,
                    ..request.clone()
                });
            }
        }
    }
    None
}
