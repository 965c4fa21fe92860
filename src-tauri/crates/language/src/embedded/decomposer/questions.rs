//! What has to be asked before a clause can be done.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use patchbay_domain::{ResourceType, Tool};
use patchbay_planner::{Clarification, TextSpans};
use regex::Regex;

use super::super::reader::HeardClause;
use super::super::tokens::Kind;
use super::candidates::{PERHAPS, SURE};
use super::types::{is_file, is_region};
use super::{FileIndex, Reading, Subject};

/// Files whose probabilities differ by less cannot be told apart.
const DOUBT: f32 = 0.2;

/// From here on a clause works on something that is not there.
const MISSING: f32 = 0.7;

impl Reading<'_> {
    /// What has to be asked before the clause can be done: which of several, which at all, or what
    /// in the picture.
    pub(super) fn open_question(
        &self,
        heard: &HeardClause,
        tool: &Tool,
        spans: &TextSpans,
        lists: &[Vec<Subject>],
    ) -> Option<Clarification> {
        let toolbox = self.graph.toolbox();
        let subjects = || lists.iter().flatten();
        let tokens = &self.tokens[heard.clause.tokens.clone()];
        let names = |of: &ResourceType| {
            tokens.iter().any(|token| match &token.kind {
                Kind::Files(files) => files
                    .iter()
                    .any(|file| toolbox.fits(&self.known[*file].resource_type, of)),
                _ => false,
            })
        };
        let missing = self.not_here().or_else(|| self.never_given(heard));
        if let Some(missing) = missing.or_else(|| self.beyond_the_last(heard, tool)) {
            let question = format!("I do not have “{missing}”. Add it, or name one that is here.");
            return Some(Clarification {
                question,
                choices: Vec::new(),
            });
        }
        let instruction = &spans.instruction;
        let brings = !self.request.points.is_empty() || !self.request.resources.is_empty();
        if heard.missing > MISSING && !brings && !self.has_all(heard, tool) {
            let question = format!(
                "Something that “{instruction}” needs is not here. Add it, or name one that is here."
            );
            return Some(Clarification {
                question,
                choices: Vec::new(),
            });
        }
        let others = if self.done.subtasks.is_empty() {
            self.others(heard, tool)
        } else {
            Vec::new()
        };
        let doubtful = if others.len() > 1 {
            others
        } else {
            self.doubtful(heard, tool, lists)
        };
        if doubtful.len() > 1 {
            let question = format!(
                "Which one is “{instruction}” about: {}?",
                doubtful.join(" or ")
            );
            return Some(Clarification {
                question,
                choices: doubtful,
            });
        }
        for token in tokens {
            let Kind::Reference {
                of: Some(of),
                several: false,
            } = &token.kind
            else {
                continue;
            };
            let of = ResourceType::new(*of);
            if !is_file(&of) || names(&of) || !self.media(tool).any(|wanted| *wanted == of) {
                continue;
            }
            let words = &self.text[token.start..token.end];
            if subjects().next().is_none()
                || !(self.is_anywhere(&of) || of == ResourceType::AUDIO && self.holds_sound())
            {
                let question = format!(
                    "Which {of} do you mean by “{words}”? Add it, or name one that is here."
                );
                return Some(Clarification {
                    question,
                    choices: Vec::new(),
                });
            }
            let rivals = if is_bare(words) {
                self.results_alike(&of)
            } else {
                Vec::new()
            };
            let rivals = if rivals.len() > 1 {
                rivals
            } else {
                self.rivals(heard, &of)
            };
            if rivals.len() > 1 {
                let question = format!(
                    "Which one do you mean by “{words}”: {}?",
                    rivals.join(" or ")
                );
                return Some(Clarification {
                    question,
                    choices: rivals,
                });
            }
        }
        let one_of = self.one_of_several(heard, tool, lists);
        if one_of.len() > 1 {
            let question = format!(
                "Which one is “{instruction}” about: {}?",
                one_of.join(" or ")
            );
            return Some(Clarification {
                question,
                choices: one_of,
            });
        }
        let is_part = tool
            .args
            .iter()
            .any(|argument| is_region(&argument.resource_type));
        let shown = subjects().any(|subject| {
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
        if is_part && points && !shown && !spans.says_something() {
            let question =
                "What do you mean? Click on it in the picture, or say what it is.".to_owned();
            return Some(Clarification {
                question,
                choices: Vec::new(),
            });
        }
        None
    }

    /// Whether a tool takes several kinds of pictures, films and sound, and there is one of each
    /// that a clause surely works on.
    fn has_all(&self, heard: &HeardClause, tool: &Tool) -> bool {
        let wanted: BTreeSet<&ResourceType> = self.media(tool).collect();
        let is_there = |of: &&ResourceType| {
            let mut files = heard.files.iter().zip(&self.known.resources);
            files.any(|(probability, file)| *probability > SURE && file.resource_type == **of)
        };
        wanted.len() > 1 && wanted.len() == self.media(tool).count() && wanted.iter().all(is_there)
    }

    /// The names of the results that came together and of which a clause means one (“it”), without
    /// saying which.
    fn one_of_several(
        &self,
        heard: &HeardClause,
        tool: &Tool,
        lists: &[Vec<Subject>],
    ) -> Vec<String> {
        let references = || {
            self.tokens[heard.clause.tokens.clone()]
                .iter()
                .filter_map(|token| match token.kind {
                    Kind::Reference { several, .. } => Some(several),
                    _ => None,
                })
        };
        let is_one = references().next().is_some() && references().all(|several| !several);
        if !is_one || self.joins(tool) || !self.done.subtasks.is_empty() {
            return Vec::new();
        }
        if let [list] = lists {
            return self.made_beside(heard, list);
        }
        let first = |list: &Vec<Subject>| {
            list.first()
                .filter(|s| !s.named)
                .and_then(|subject| self.file_of(subject))
        };
        let files: Option<Vec<FileIndex>> = lists.iter().map(first).collect();
        let made_together = |files: &Vec<FileIndex>| {
            files.iter().all(|file| {
                self.known.age(*file) % 2 == 1 && self.known.age(*file) == self.known.age(files[0])
            })
        };
        let Some(first) = files
            .filter(made_together)
            .and_then(|files| files.first().copied())
        else {
            return Vec::new();
        };
        let alike = |file: &FileIndex| {
            self.known.age(*file) == self.known.age(first)
                && self.known[*file].resource_type == self.known[first].resource_type
        };
        let all = self.known.files().filter(alike);
        all.map(|file| self.known[file].name.clone()).collect()
    }

    /// The names of what the newest turn made together with the one result that a clause seems to
    /// mean by “it”: of other files in the same way, so that nothing says why it should be that
    /// one.
    fn made_beside(&self, heard: &HeardClause, list: &[Subject]) -> Vec<String> {
        let [subject] = list else { return Vec::new() };
        let is_open = self.refers_by(heard, "it") && !subject.named && self.known.given == 0;
        let Some(file) = self.file_of(subject).filter(|_| is_open) else {
            return Vec::new();
        };
        let of = &self.known[file].resource_type;
        let together = |other: &FileIndex| {
            self.known.age(*other) == 1 && self.known[*other].resource_type == *of
        };
        let all: Vec<FileIndex> = self.known.files().filter(together).collect();
        let from: BTreeSet<&[FileIndex]> = all
            .iter()
            .map(|other| self.known.made_from(*other))
            .collect();
        // Each of something, and each of something else.
        let each_of_its_own = from.len() == all.len() && from.iter().all(|from| !from.is_empty());
        if !all.contains(&file) || !each_of_its_own {
            return Vec::new();
        }
        all.into_iter()
            .map(|other| self.known[other].name.clone())
            .collect()
    }

    /// The names of the results of a type that the newest turn made, where it is what is newest of
    /// that type.
    fn results_alike(&self, of: &ResourceType) -> Vec<String> {
        let files = || {
            self.known
                .files()
                .filter(|index| self.known[*index].resource_type == *of)
        };
        let newest = files().map(|index| self.known.age(index)).min();
        let is_result = newest.is_some_and(|age| age % 2 == 1);
        files()
            .filter(|index| is_result && Some(self.known.age(*index)) == newest)
            .map(|index| self.known[index].name.clone())
            .collect()
    }

    /// The names of the files of a type that a tool takes one of, where the encoder finds each as
    /// likely as not.
    fn doubtful(&self, heard: &HeardClause, tool: &Tool, lists: &[Vec<Subject>]) -> Vec<String> {
        if self.joins(tool) {
            return Vec::new();
        }
        let is_said = |of: &ResourceType| {
            lists
                .iter()
                .flatten()
                .any(|s| s.named && s.resource_type == *of)
        };
        let even = |file: &FileIndex| (heard.files[file.0] - 0.5).abs() < DOUBT;
        for of in self.media(tool).filter(|of| !is_said(of)) {
            let fits = |file: &FileIndex| self.known[*file].resource_type == *of;
            let newest = self
                .known
                .files()
                .filter(fits)
                .filter(even)
                .map(|file| self.known.age(file))
                .min();
            let files = || {
                self.known
                    .files()
                    .filter(fits)
                    .filter(|file| Some(self.known.age(*file)) == newest)
            };
            let decided = self
                .known
                .files()
                .filter(fits)
                .any(|file| heard.files[file.0] > 0.5 + DOUBT);
            if !decided && files().filter(even).count() > 1 {
                return files()
                    .filter(even)
                    .map(|file| self.known[file].name.clone())
                    .collect();
            }
        }
        Vec::new()
    }

    /// The names of the files of a type between which the encoder cannot decide.
    fn rivals(&self, heard: &HeardClause, of: &ResourceType) -> Vec<String> {
        let fits = |index: &FileIndex| self.known[*index].resource_type == *of;
        let best = self
            .known
            .files()
            .filter(fits)
            .map(|index| heard.files[index.0])
            .fold(0.0, f32::max);
        let newest = self
            .known
            .files()
            .filter(fits)
            .map(|index| self.known.age(index))
            .min();
        let sure = best > SURE || heard.earlier.iter().any(|probability| *probability > best);
        let close = |index: &FileIndex| {
            Some(self.known.age(*index)) == newest
                && heard.files[index.0] > best - DOUBT
                && heard.files[index.0] > PERHAPS
        };
        if sure {
            return Vec::new();
        }
        self.known
            .files()
            .filter(fits)
            .filter(close)
            .map(|index| self.known[index].name.clone())
            .collect()
    }
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
