//! What a clause works on, as far as the encoder tells: files, and results of earlier clauses.

use std::ops::Range;
use std::sync::LazyLock;

use patchbay_domain::{InputValue, ResourceType, SubtaskId, Tool};
use regex::Regex;

use super::super::clauses::Clause;
use super::super::reader::HeardClause;
use super::super::tokens::{Kind, Token};
use super::candidates::{Candidate, MEANT, NAMED, SURE};
use super::{ClauseIndex, FileIndex, Reading, Subject};

impl Reading<'_> {
    #[expect(clippy::too_many_lines, reason = "its steps share one object still")]
    pub(super) fn heard_subjects(
        &mut self,
        heard: &HeardClause,
        tool: &Tool,
        by_clause: &[Vec<SubtaskId>],
    ) -> Vec<Vec<Subject>> {
        let takes_media = self.media(tool).next().is_some();
        let named = self.but_for_what_needs_nothing(self.named_in(heard.clause.tokens.clone()));
        if let Some(subjects) = self
            .pointed(tool, &named)
            .or_else(|| self.said_by_place(heard, tool, &named, by_clause))
        {
            return self.spread(subjects, tool);
        }
        if named.is_empty()
            && by_clause.is_empty()
            && self.takes_back()
            && let Some(mut before) = self.before_the_last(tool)
        {
            self.add_region(&mut before, heard, tool);
            self.find_its_picture(&mut before, heard, tool, &named);
            return self.spread(before, tool);
        }
        let mut by_word = if named.is_empty() && by_clause.is_empty() {
            self.said_by_word(heard)
        } else {
            Vec::new()
        };
        let is_new = |of: &ResourceType| {
            self.known.resources[..self.known.given]
                .iter()
                .any(|r| r.resource_type == *of)
        };
        by_word.retain(|file| !is_new(&self.known[*file].resource_type));
        let mut candidates: Vec<Candidate> = Vec::new();
        let result = if named.is_empty() && !self.joins(tool) {
            self.result_spoken_of(heard, tool, by_clause)
        } else {
            None
        };
        for (clause, probability) in heard.by_earlier() {
            let probability = match result {
                Some(meant) if meant == clause => probability.max(SURE),
                Some(_) => probability.min(MEANT),
                None => probability,
            };
            let made = self.made_by(&by_clause[clause.0], tool, takes_media);
            candidates.extend(self.candidate(made, probability, tool, None));
            if clause == ClauseIndex(0) {
                let listed = self
                    .listed
                    .iter()
                    .map(|file| (self.file(*file, true), self.known.age(*file)));
                let listed: Vec<_> = listed.collect();
                candidates.extend(listed.into_iter().filter_map(|(file, age)| {
                    self.candidate(vec![file], probability, tool, Some(age))
                }));
            }
        }
        let left_out_from = self.leaves_out(heard);
        let only_named = !self.joins(tool) && left_out_from.is_none();
        // “b.png and c.png too, but …”; all of them, where nothing is left out.
        let meant_by_name = left_out_from.map_or(named.clone(), |token| {
            self.named_in(heard.clause.tokens.start..token)
        });
        let kind = |file: FileIndex| &self.known[file].resource_type;
        let doubtful = !named.iter().any(|file| heard.files[file.0] > NAMED);
        for (file, probability) in heard.by_file() {
            // A file that is named is what is meant, not others of its kind.
            let replaced = |other: &FileIndex| {
                kind(*other) == kind(file) || self.is_instead(kind(*other), kind(file), tool)
            };
            if only_named && !named.contains(&file) && named.iter().any(replaced) {
                continue;
            }
            let is_by_word = by_word.contains(&file);
            if only_named && !is_by_word && by_word.iter().any(|other| kind(*other) == kind(file)) {
                continue;
            }
            let subject = self.file(file, named.contains(&file) || is_by_word);
            let is_certain =
                is_by_word || (meant_by_name.contains(&file) && (doubtful || probability > NAMED));
            let probability = if is_certain {
                probability.max(SURE)
            } else {
                probability
            };
            candidates.extend(self.candidate(
                vec![subject],
                probability,
                tool,
                Some(self.known.age(file)),
            ));
        }
        let mut subjects = self.chosen(
            candidates,
            tool,
            self.means_several(heard),
            self.makes_another(heard, tool),
        );
        self.leave_out_earlier_texts(&mut subjects, heard, tool);
        self.take_newest_versions(&mut subjects, heard, tool);
        self.leave_out_beginnings(&mut subjects, tool);
        self.join_what_was_made(&mut subjects, tool, by_clause);
        self.add_spoken_of(&mut subjects, heard, tool);
        self.add_film_under_which(&mut subjects, heard, tool, by_clause);
        if subjects.is_empty() {
            subjects.extend(named.iter().map(|file| self.file(*file, true)));
        }
        if subjects.is_empty() && takes_media {
            let wanted: Vec<ResourceType> = self.media(tool).cloned().collect();
            subjects = self.implied(&wanted, &[], true);
            if subjects.is_empty()
                && let Some(before) = by_clause.last()
            {
                subjects = self.made_by(before, tool, takes_media);
            }
            if subjects.is_empty() {
                subjects = self
                    .known
                    .newest()
                    .map(|file| self.file(file, false))
                    .collect();
            }
        }
        if subjects.is_empty()
            && !takes_media
            && !heard.spans.says_something()
            && self.means_several(heard)
        {
            subjects = self
                .known
                .new_files()
                .map(|file| self.file(file, false))
                .collect();
        }
        self.go_on_with_what_was_made(&mut subjects, heard, tool, by_clause);
        if self.types {
            self.find_mask(&mut subjects, tool);
        }
        self.add_region(&mut subjects, heard, tool);
        self.find_its_picture(&mut subjects, heard, tool, &named);
        let mut seen: Vec<InputValue> = Vec::new();
        subjects.retain(|subject| {
            let new = !seen.contains(&subject.value);
            seen.push(subject.value.clone());
            new
        });
        if self.is_joined_first(heard, tool, &subjects)
            || self.is_sound_of_another(heard, tool, &subjects)
        {
            return vec![subjects];
        }
        self.spread(subjects, tool)
    }

    /// Of several files that are named, those of which it is not said that they need nothing:
    /// “a.jpg and b.jpg, c.jpg has none”.
    fn but_for_what_needs_nothing(&self, named: Vec<FileIndex>) -> Vec<FileIndex> {
        static NOTHING: LazyLock<Regex> = LazyLock::new(|| {
            Regex::new(r"(?i)^\s*(?:ha(?:s|ve)\s+(?:none|nothing)|(?:does|do)n['’]?t\s+(?:have|need)|(?:is|are|looks?)\s+(?:fine|ok|okay|good))\b")
                .expect("a valid expression")
        });
        let needs_nothing = |file: &FileIndex| {
            self.tokens.iter().any(|token| {
                matches!(&token.kind, Kind::Files(files) if files.last() == Some(file))
                    && NOTHING.is_match(&self.text[token.end..])
            })
        };
        let left: Vec<FileIndex> = named
            .iter()
            .copied()
            .filter(|file| !needs_nothing(file))
            .collect();
        if left.is_empty() { named } else { left }
    }

    /// Whether a tool takes a file that is named where it would take another, which is only a kind
    /// of that: a picture, and not the depth map that was made of it.
    fn is_instead(&self, named: &ResourceType, other: &ResourceType, tool: &Tool) -> bool {
        let toolbox = self.graph.toolbox();
        self.media(tool).all(|wanted| wanted != other)
            && self
                .media(tool)
                .any(|wanted| toolbox.fits(named, wanted) && toolbox.fits(other, wanted))
    }

    /// The files that are named in a range of tokens.
    pub(super) fn named_in(&self, tokens: Range<usize>) -> Vec<FileIndex> {
        let files = |token: &Token| {
            if let Kind::Files(files) = &token.kind {
                files.clone()
            } else {
                Vec::new()
            }
        };
        self.tokens[tokens].iter().flat_map(files).collect()
    }

    /// Whether a clause asks for something to be made from its words that a tool which joins two
    /// takes: “mix eerie strings in”.
    fn makes_another(&self, heard: &HeardClause, tool: &Tool) -> bool {
        let makes = |other: &Tool| {
            self.media(other).next().is_none() && self.media(tool).any(|of| *of == other.returns)
        };
        heard.spans.says_something() && self.spoken_of(&heard.clause, SURE).any(makes)
    }

    /// The tools of which a clause speaks with a higher probability than this.
    pub(super) fn spoken_of<'t>(
        &'t self,
        clause: &Clause,
        probability: f32,
    ) -> impl Iterator<Item = &'t Tool> {
        let mentions = clause.alignments.iter().zip(&self.graph.toolbox().tools);
        mentions
            .filter(move |(alignment, _)| alignment.mention > probability)
            .map(|(_, tool)| tool)
    }

    /// Whether a clause speaks of several things at once.
    pub(super) fn means_several(&self, heard: &HeardClause) -> bool {
        self.tokens[heard.clause.tokens.clone()]
            .iter()
            .any(|token| {
                let word = self.text[token.start..token.end].to_lowercase();
                matches!(token.kind, Kind::Reference { several: true, .. })
                    || ["both", "all", "each", "everything", "everyone", "every"]
                        .contains(&word.as_str())
            })
    }

    /// Adds the newest file of each type that a clause speaks of (“the picture”) and that nothing
    /// chosen is, where it is the only one.
    fn add_spoken_of(&self, subjects: &mut Vec<Subject>, heard: &HeardClause, tool: &Tool) {
        let toolbox = self.graph.toolbox();
        for token in &self.tokens[heard.clause.tokens.clone()] {
            let Kind::Reference {
                of: Some(of),
                several: false,
            } = &token.kind
            else {
                continue;
            };
            let of = ResourceType::new(*of);
            let is_there = subjects
                .iter()
                .any(|subject| toolbox.fits(&subject.resource_type, &of));
            if is_there || subjects.is_empty() || !self.media(tool).any(|wanted| *wanted == of) {
                continue;
            }
            let files = self.known.fitting(&of, toolbox);
            if let [only] = files.as_slice() {
                subjects.push(self.file(*only, false));
            }
        }
    }

    /// Whether a clause asks for several things of a type to be joined before it works on them:
    /// “both, mixed, under the film”.
    fn is_joined_first(&self, heard: &HeardClause, tool: &Tool, subjects: &[Subject]) -> bool {
        let several = |of: &ResourceType| {
            subjects
                .iter()
                .filter(|subject| subject.resource_type == *of)
                .count()
                > 1
        };
        self.spoken_of(&heard.clause, MEANT)
            .any(|other| other.name != tool.name && self.joins(other) && several(&other.returns))
    }

    /// What an earlier clause made; where a tool that works on media can do nothing with that (a
    /// count, an answer), what that clause worked on.
    fn made_by(&self, subtasks: &[SubtaskId], tool: &Tool, takes_media: bool) -> Vec<Subject> {
        let toolbox = self.graph.toolbox();
        let mut found = Vec::new();
        for subtask in subtasks.iter().map(|id| self.subtask(*id)) {
            let made = &subtask.goal.returns.resource_type;
            let is_words = ["text", "category", "tags", "title"].contains(&made.as_str());
            let fits = tool
                .args
                .iter()
                .any(|argument| toolbox.fits(made, &argument.resource_type));
            if takes_media && is_words && !fits {
                found.extend(self.worked_on(subtask.goal.id));
                continue;
            }
            found.push(self.result(subtask.goal.id, true));
        }
        found
    }

    /// The files and results that a subtask works on.
    fn worked_on(&self, subtask: SubtaskId) -> Vec<Subject> {
        let arguments = &self.subtask(subtask).goal.args;
        let of = |argument: &patchbay_domain::Argument| {
            let InputValue::One(name) = &argument.value else {
                return None;
            };
            let depends_on = self
                .done
                .subtasks
                .iter()
                .find(|other| other.goal.returns.value == *name);
            let is_file = self
                .known
                .resources
                .iter()
                .any(|resource| resource.name == *name);
            (is_file || depends_on.is_some()).then(|| Subject {
                resource_type: argument.resource_type.clone(),
                value: argument.value.clone(),
                depends_on: depends_on.map(|other| other.goal.id),
                named: false,
            })
        };
        arguments.iter().filter_map(of).collect()
    }
}
