//! What a clause works on: files that it names, results of clauses before it, files at hand.

use patchbay_domain::value::output_of;
use patchbay_domain::{InputValue, ResourceType, SubtaskId, Tool};
use patchbay_planner::InterpretedSubtask;

use super::super::clauses::Clause;
use super::{FileIndex, Reading, Subject};
use crate::words::tokens::Kind;

impl Reading<'_> {
    /// What the clause works on: one list of subjects for each subtask that it becomes.
    pub(super) fn subjects(&mut self, clause: &Clause, tool: &Tool) -> Vec<Vec<Subject>> {
        let toolbox = self.graph.toolbox();
        let media = |argument: &&patchbay_domain::ResourceParameter| {
            !toolbox.fits(&argument.resource_type, &ResourceType::TEXT)
        };
        let mut named: Vec<FileIndex> = Vec::new();
        let mut references: Vec<(Option<&'static str>, bool)> = Vec::new();
        for token in &self.tokens[clause.tokens.clone()] {
            match &token.kind {
                Kind::Files(files) => {
                    let new: Vec<FileIndex> = files
                        .iter()
                        .filter(|file| !named.contains(file))
                        .copied()
                        .collect();
                    named.extend(new);
                }
                Kind::Reference { of, several } => references.push((*of, *several)),
                _ => {}
            }
        }
        let mut subjects: Vec<Subject> = named.iter().map(|file| self.file(*file, true)).collect();
        // Arguments of the key tool that nothing named serves are looked for in what came before.
        let takes: Vec<&patchbay_domain::ResourceParameter> = tool.args.iter().collect();
        let mut wanted: Vec<ResourceType> = takes
            .iter()
            .filter(|a| media(a))
            .map(|a| a.resource_type.clone())
            .collect();
        let takes_text = takes.iter().any(|argument| !media(argument));
        for subject in &subjects {
            let served = wanted
                .iter()
                .position(|w| toolbox.fits(&subject.resource_type, w));
            if let Some(served) = served {
                wanted.remove(served);
            }
        }
        if subjects.is_empty() {
            subjects = self.implied(&wanted, &references, takes_text);
        } else {
            // “… with the mask”, “under the music”: a reference that names a type of its own.
            for (of, several) in references.iter().filter(|(of, _)| of.is_some()) {
                let of = ResourceType::new(of.unwrap_or_default());
                if let Some(position) = wanted
                    .iter()
                    .position(|w| toolbox.fits(w, &of) || toolbox.fits(&of, w))
                {
                    let found =
                        self.implied(&[wanted.remove(position)], &[(None, *several)], false);
                    subjects.extend(found);
                }
            }
        }
        self.spread(subjects, tool)
    }

    pub(super) fn file(&self, index: FileIndex, named: bool) -> Subject {
        let resource = &self.known[index];
        Subject {
            resource_type: resource.resource_type.clone(),
            value: InputValue::One(resource.name.clone()),
            depends_on: None,
            named,
        }
    }

    /// The subtask of that id: they are counted from 0, in the order in which they are written
    /// down.
    pub(super) fn subtask(&self, id: SubtaskId) -> &InterpretedSubtask {
        &self.done.subtasks[id.0]
    }

    /// What an earlier subtask makes.
    pub(super) fn result(&self, subtask: SubtaskId, named: bool) -> Subject {
        let goal = &self.subtask(subtask).goal;
        Subject {
            resource_type: goal.returns.resource_type.clone(),
            value: InputValue::One(goal.returns.value.clone()),
            depends_on: Some(subtask),
            named,
        }
    }

    /// What a clause that names no file is about: the result before, or the files at hand.
    pub(super) fn implied(
        &mut self,
        wanted: &[ResourceType],
        references: &[(Option<&'static str>, bool)],
        takes_text: bool,
    ) -> Vec<Subject> {
        let toolbox = self.graph.toolbox();
        let mut found: Vec<Subject> = Vec::new();
        for want in wanted {
            // Results of the clause before, where they are what is wanted.
            let results: Vec<Subject> = self.results_before(want);
            if !results.is_empty() {
                found.extend(results);
                continue;
            }
            let files = self.known.fitting(want, toolbox);
            let singular = references
                .iter()
                .any(|(of, several)| of.is_some() && !several);
            if files.len() > 1 && singular && wanted.len() == 1 && self.known.is_new(files[0]) {
                let names: Vec<String> =
                    files.iter().map(|f| self.known[*f].name.clone()).collect();
                self.ask(
                    format!("Which one do you mean: {}?", names.join(", ")),
                    names,
                );
                return Vec::new();
            }
            found.extend(files.into_iter().map(|file| self.file(file, false)));
        }
        if !found.is_empty() {
            return found;
        }
        if wanted.is_empty() {
            // A tool that takes only words works on what was written before, or on what the files
            // say.
            let text = self.results_before(&ResourceType::TEXT);
            if !text.is_empty() {
                return text;
            }
        }
        if wanted.is_empty() && !takes_text {
            return found;
        }
        // What the tool takes has to be made first: from what the clause before was about, else
        // from what was given.
        let focus = self.focus();
        if focus.is_empty() {
            self.known
                .new_files()
                .map(|file| self.file(file, false))
                .collect()
        } else {
            focus
        }
    }

    /// What the newest subtasks (those of one clause) worked on.
    pub(super) fn focus(&self) -> Vec<Subject> {
        let Some(last) = self.done.subtasks.last() else {
            return Vec::new();
        };
        let mut focus: Vec<Subject> = Vec::new();
        for subtask in self
            .done
            .subtasks
            .iter()
            .filter(|subtask| subtask.spans.instruction == last.spans.instruction)
        {
            for argument in &subtask.goal.args {
                let InputValue::One(name) = &argument.value else {
                    continue;
                };
                if self
                    .known
                    .resources
                    .iter()
                    .any(|resource| resource.name == *name)
                    && !focus.iter().any(|subject| subject.value == argument.value)
                {
                    focus.push(Subject {
                        resource_type: argument.resource_type.clone(),
                        value: argument.value.clone(),
                        depends_on: None,
                        named: false,
                    });
                }
            }
        }
        focus
    }

    /// The results of the newest subtasks (those of one clause) that can be passed as `want`.
    pub(super) fn results_before(&self, want: &ResourceType) -> Vec<Subject> {
        let toolbox = self.graph.toolbox();
        let mut found: Vec<Subject> = Vec::new();
        let mut clause: Option<String> = None;
        for subtask in self.done.subtasks.iter().rev() {
            let made = &subtask.goal.returns.resource_type;
            // Edges and depth are about an image, they do not become “the picture”.
            let fits = made == want
                || (toolbox.fits(made, want)
                    && made == &ResourceType::MASK
                    && want != &ResourceType::IMAGE);
            let same_clause = clause
                .as_ref()
                .is_none_or(|clause| *clause == subtask.spans.instruction);
            if !same_clause {
                break;
            }
            if fits {
                clause = Some(subtask.spans.instruction.clone());
                found.push(self.result(subtask.goal.id, false));
            }
        }
        found.reverse();
        found
    }

    /// Many files of one kind with one wish are one subtask for each, unless the tool takes several
    /// of them.
    pub(super) fn spread(&mut self, subjects: Vec<Subject>, tool: &Tool) -> Vec<Vec<Subject>> {
        let mut types: Vec<ResourceType> = Vec::new();
        for subject in &subjects {
            if !types.contains(&subject.resource_type) {
                types.push(subject.resource_type.clone());
            }
        }
        let takes = |of: &ResourceType| {
            tool.args
                .iter()
                .filter(|argument| self.graph.toolbox().fits(of, &argument.resource_type))
                .count()
        };
        let several = types.iter().find(|of| {
            let count = subjects
                .iter()
                .filter(|subject| subject.resource_type == **of)
                .count();
            count > 1 && count > takes(of).max(1)
        });
        let Some(several) = several else {
            return vec![subjects];
        };
        let fits = |of: &ResourceType| self.graph.toolbox().fits(several, of);
        let fitting = tool.args.iter().filter(|one| fits(&one.resource_type));
        let takes_many: Vec<bool> = fitting.map(|one| one.many).collect();
        // What several subtasks make is joined one after the other, as each knows one before it.
        let are_files = subjects.iter().all(|subject| subject.depends_on.is_none());
        if let Some(place) = takes_many.iter().position(|many| *many)
            && (takes_many.len() == 1 || are_files)
        {
            let beside = (place, takes_many.len() - place - 1);
            return vec![gathered(subjects, several, beside)];
        }
        if takes(several) >= 2 {
            return self.chained(&subjects, several);
        }
        let shared: Vec<Subject> = subjects
            .iter()
            .filter(|s| s.resource_type != *several)
            .cloned()
            .collect();
        subjects
            .iter()
            .filter(|subject| subject.resource_type == *several)
            .map(|one| {
                std::iter::once(one.clone())
                    .chain(shared.iter().cloned())
                    .collect()
            })
            .collect()
    }

    /// A tool that joins two joins many one after the other.
    pub(super) fn chained(
        &self,
        subjects: &[Subject],
        several: &ResourceType,
    ) -> Vec<Vec<Subject>> {
        let mut rest = subjects
            .iter()
            .filter(|subject| subject.resource_type == *several)
            .cloned();
        let mut first: Vec<Subject> = rest.by_ref().take(2).collect();
        let mut lists = Vec::new();
        let mut next = SubtaskId(self.done.subtasks.len());
        loop {
            lists.push(std::mem::take(&mut first));
            let Some(one) = rest.next() else { break };
            let before = Subject {
                resource_type: several.clone(),
                value: InputValue::One(output_of(next)),
                depends_on: Some(next),
                named: false,
            };
            first = vec![before, one];
            next.0 += 1;
        }
        lists
    }
}

/// The subjects with all of one type as one, for a tool that takes many, but for so many at the
/// start and at the end that it takes one by one: “the logo on a, b and c”.
fn gathered(
    subjects: Vec<Subject>,
    several: &ResourceType,
    (before, after): (usize, usize),
) -> Vec<Subject> {
    let (mut of_it, others): (Vec<Subject>, Vec<Subject>) = subjects
        .into_iter()
        .partition(|subject| subject.resource_type == *several);
    let last = of_it.split_off(of_it.len().saturating_sub(after));
    let many = of_it.split_off(before.min(of_it.len()));
    let values = many.iter().flat_map(|subject| subject.value.values());
    let value = InputValue::Many(values.cloned().collect());
    let many = many.into_iter().next();
    let many = many.map(|first| Subject { value, ..first });
    of_it
        .into_iter()
        .chain(many)
        .chain(last)
        .chain(others)
        .collect()
}
