//! What a clause works on, as far as the encoder tells: files, and results of earlier clauses.

use std::ops::Range;
use std::sync::LazyLock;

use patchbay_domain::{InputValue, ResourceParameter, ResourceType, SubtaskId, Tool};
use regex::Regex;

use super::super::clauses::Clause;
use super::super::reader::HeardClause;
use super::super::spoken::{called, place_of};
use super::candidates::{MEANT, SURE};
use super::{FileIndex, Reading, Subject};
use crate::words::tokens::{Kind, Token};

impl Reading<'_> {
    /// What a clause works on: one list of subjects for each subtask that it becomes. `by_clause`:
    /// the subtasks that each earlier clause became.
    pub(super) fn resolve_inputs(
        &mut self,
        heard: &HeardClause,
        tool: &Tool,
        by_clause: &[Vec<SubtaskId>],
    ) -> Vec<Vec<Subject>> {
        let named =
            self.exclude_files_needing_no_change(self.named_in(heard.clause.tokens.clone()));
        if let Some(mut subjects) = self
            .pointed(tool, &named)
            .or_else(|| self.said_by_place(heard, tool, &named, by_clause))
        {
            self.order_as_mentioned(&mut subjects, heard, tool);
            return self.spread(subjects, tool);
        }
        if named.is_empty()
            && by_clause.is_empty()
            && self.takes_back()
            && let Some(mut before) = self.before_the_last(tool)
        {
            self.add_region(&mut before, heard, tool);
            self.find_its_image(&mut before, heard, tool, &named);
            return self.spread(before, tool);
        }
        let mut subjects = self.likely_subjects(heard, tool, &named, by_clause);
        if subjects.is_empty() {
            subjects = self.subjects_at_hand(heard, tool, &named, by_clause);
        }
        self.go_on_with_what_was_made(&mut subjects, heard, tool, by_clause);
        if self.types {
            self.find_mask(&mut subjects, tool);
        }
        self.add_region(&mut subjects, heard, tool);
        self.find_its_image(&mut subjects, heard, tool, &named);
        let mut seen: Vec<InputValue> = Vec::new();
        subjects.retain(|subject| {
            let new = !seen.contains(&subject.value);
            seen.push(subject.value.clone());
            new
        });
        self.order_as_mentioned(&mut subjects, heard, tool);
        if self.is_joined_first(heard, tool, &subjects)
            || self.is_audio_of_another(heard, tool, &subjects)
        {
            return vec![subjects];
        }
        self.spread(subjects, tool)
    }

    /// Puts the files that a clause mentions in the order in which it does, before the others, for a tool that takes two of
    /// a type one by one (“put the webcam over the game”); for one that takes many, where it mentions all of them.
    fn order_as_mentioned(&self, subjects: &mut [Subject], heard: &HeardClause, tool: &Tool) {
        let takes_several = |one: &ResourceParameter| {
            let alike = |other: &&ResourceParameter| other.resource_type == one.resource_type;
            one.many || tool.args.iter().filter(alike).count() > 1
        };
        if !tool.args.iter().any(takes_several) {
            return;
        }
        let names: Vec<&String> = subjects
            .iter()
            .flat_map(|subject| subject.value.values())
            .collect();
        let places_in = |words: &str| -> Vec<Option<usize>> {
            let words = words.to_lowercase();
            let place = |subject: &Subject| match &subject.value {
                InputValue::One(name) => called(name, names.iter().copied())
                    .iter()
                    .find_map(|called| place_of(&words, called)),
                InputValue::Many(_) => None,
            };
            subjects.iter().map(place).collect()
        };
        let mut places = places_in(self.span(heard.clause.tokens.clone()));
        if tool.args.iter().any(|one| one.many) {
            if places.contains(&None) {
                // “Join them: the garden first, then the dinner”.
                places = places_in(self.text);
            }
            if places.contains(&None) {
                return;
            }
        }
        let mut ordered: Vec<(usize, Subject)> = places
            .iter()
            .map(|place| place.unwrap_or(usize::MAX))
            .zip(subjects.iter().cloned())
            .collect();
        ordered.sort_by_key(|(place, _)| *place);
        for (subject, (_, next)) in subjects.iter_mut().zip(ordered) {
            *subject = next;
        }
    }

    /// The files and results that the encoder finds likely, with what words say of their versions
    /// and of others that belong to them.
    fn likely_subjects(
        &self,
        heard: &HeardClause,
        tool: &Tool,
        named: &[FileIndex],
        by_clause: &[Vec<SubtaskId>],
    ) -> Vec<Subject> {
        let mut candidates = self.result_candidates(heard, tool, named, by_clause);
        candidates.extend(self.file_candidates(heard, tool, named, by_clause));
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
        self.add_target_video(&mut subjects, heard, tool, by_clause);
        subjects
    }

    /// What a clause works on where nothing is likely: files that it names; for a tool that takes
    /// images, videos or audio, what is implied, else what the clause before made, else what is
    /// newest; for words about several things, the files of this request.
    fn subjects_at_hand(
        &mut self,
        heard: &HeardClause,
        tool: &Tool,
        named: &[FileIndex],
        by_clause: &[Vec<SubtaskId>],
    ) -> Vec<Subject> {
        if !named.is_empty() {
            return named.iter().map(|file| self.file(*file, true)).collect();
        }
        let wanted: Vec<ResourceType> = self.media(tool).cloned().collect();
        if wanted.is_empty() {
            let means_files = !heard.spans.says_something() && self.means_several(heard);
            let files = self.known.new_files().filter(|_| means_files);
            return files.map(|file| self.file(file, false)).collect();
        }
        let mut subjects = self.implied(&wanted, &[], true);
        if subjects.is_empty()
            && let Some(before) = by_clause.last()
        {
            subjects = self.made_by(before, tool);
        }
        if subjects.is_empty() {
            subjects = self
                .known
                .newest()
                .map(|file| self.file(file, false))
                .collect();
        }
        subjects
    }

    /// Files that are named, without those of which words say that they need nothing: “a.jpg and
    /// b.jpg, c.jpg has none”. All of them where that leaves none.
    fn exclude_files_needing_no_change(&self, named: Vec<FileIndex>) -> Vec<FileIndex> {
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
        // A tool that takes all of them at once joins them itself: “combine the scans into one pdf”.
        let takes_all = |one: &ResourceParameter| {
            one.many
                && subjects.iter().any(|subject| {
                    self.graph
                        .toolbox()
                        .fits(&subject.resource_type, &one.resource_type)
                })
        };
        if tool.args.iter().any(takes_all) {
            return false;
        }
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
}
