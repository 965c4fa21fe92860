//! Files and earlier results that a clause may work on, as likely as the encoder finds them, where
//! words do not make them more or less so.

use patchbay_domain::{InputValue, ResourceType, SubtaskId, Tool};

use super::super::reader::HeardClause;
use super::candidates::{Candidate, MEANT, NAMED, SURE};
use super::{ClauseIndex, FileIndex, Reading, Subject};

impl Reading<'_> {
    /// What earlier clauses made. Where words speak of one of them as a result, that is surely
    /// meant. The files that the first clause lists stand beside what it made.
    pub(super) fn result_candidates(
        &self,
        heard: &HeardClause,
        tool: &Tool,
        named: &[FileIndex],
        by_clause: &[Vec<SubtaskId>],
    ) -> Vec<Candidate> {
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
            let made = self.made_by(&by_clause[clause.0], tool);
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
        candidates
    }

    /// The files of this request and of earlier turns. Those that a clause names, or means by a
    /// word of their names, are surely meant, unless it leaves them out; others of their kind are
    /// not.
    pub(super) fn file_candidates(
        &self,
        heard: &HeardClause,
        tool: &Tool,
        named: &[FileIndex],
        by_clause: &[Vec<SubtaskId>],
    ) -> Vec<Candidate> {
        let mut candidates: Vec<Candidate> = Vec::new();
        let by_word = self.older_by_word(heard, named, by_clause);
        let left_out_from = self.leaves_out(heard);
        let only_named = !self.joins(tool) && left_out_from.is_none();
        // “b.png and c.png too, but …”; all of them, where nothing is left out.
        let meant_by_name = left_out_from.map_or(named.to_vec(), |token| {
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
        candidates
    }

    /// The files that the first clause means by a word of their names, where it names none and this
    /// request brings none of their types.
    fn older_by_word(
        &self,
        heard: &HeardClause,
        named: &[FileIndex],
        by_clause: &[Vec<SubtaskId>],
    ) -> Vec<FileIndex> {
        if !named.is_empty() || !by_clause.is_empty() {
            return Vec::new();
        }
        let is_new = |of: &ResourceType| {
            self.known.resources[..self.known.given]
                .iter()
                .any(|r| r.resource_type == *of)
        };
        let mut by_word = self.said_by_word(heard);
        by_word.retain(|file| !is_new(&self.known[*file].resource_type));
        by_word
    }

    /// Whether a file that is named stands in the place of another that a tool could only take as a
    /// kind of that: an image in the place of the depth map that was made of it.
    fn is_instead(&self, named: &ResourceType, other: &ResourceType, tool: &Tool) -> bool {
        let toolbox = self.graph.toolbox();
        self.media(tool).all(|wanted| wanted != other)
            && self
                .media(tool)
                .any(|wanted| toolbox.fits(named, wanted) && toolbox.fits(other, wanted))
    }

    /// What an earlier clause made; where a tool that works on media can do nothing with that (a
    /// count, an answer), what that clause worked on.
    pub(super) fn made_by(&self, subtasks: &[SubtaskId], tool: &Tool) -> Vec<Subject> {
        let toolbox = self.graph.toolbox();
        let takes_media = self.media(tool).next().is_some();
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
