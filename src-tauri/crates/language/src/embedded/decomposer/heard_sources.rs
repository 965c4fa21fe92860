//! What a clause works on, as far as the encoder tells: files, and results of earlier clauses.

use patchbay_domain::{InputValue, ResourceType, Tool};

use super::super::reader::HeardClause;
use super::super::tokens::Kind;
use super::fit::is_region;
use super::{Reading, Subject};

/// From here on a clause works on a source.
pub(super) const MEANT: f32 = 0.5;
/// From here on it may, where nothing else is.
pub(super) const PERHAPS: f32 = 0.05;
/// From here on it works on several results at once.
pub(super) const SURE: f32 = 0.85;
/// What a source that the tool cannot take as it is counts.
const UNFIT: f32 = 0.04;

/// Something that a clause may work on.
struct Candidate {
    probability: f32,
    /// The same, less where the tool cannot take it as it is.
    weight: f32,
    /// The argument of the key tool that it fits.
    place: Option<usize>,
    /// Whether an earlier clause made it.
    is_result: bool,
    /// For a file: how long it has been there, and whether the clause names it.
    age: Option<usize>,
    named: bool,
    subjects: Vec<Subject>,
}

impl Reading<'_> {
    pub(super) fn heard_subjects(
        &mut self,
        heard: &HeardClause,
        tool: &Tool,
        by_clause: &[Vec<usize>],
    ) -> Vec<Vec<Subject>> {
        let takes_media = self.media(tool).next().is_some();
        let named: Vec<usize> = self.tokens[heard.clause.tokens.clone()]
            .iter()
            .filter_map(|token| if let Kind::Files(files) = &token.kind { Some(files.iter().copied()) } else { None })
            .flatten()
            .collect();
        if let Some(subjects) = self.pointed(tool, &named).or_else(|| self.said_by_place(heard, tool, &named)) {
            return self.spread(subjects, tool);
        }
        if named.is_empty()
            && by_clause.is_empty()
            && self.takes_back()
            && let Some(before) = self.before_the_last(tool)
        {
            return self.spread(before, tool);
        }
        let mut candidates: Vec<Candidate> = Vec::new();
        for (clause, probability) in heard.earlier.iter().enumerate() {
            let made = self.made_by(&by_clause[clause], tool, takes_media);
            candidates.extend(self.candidate(made, *probability, tool, None));
        }
        let only_named = !self.joins(tool) && !self.leaves_out(heard);
        let kind = |file: usize| &self.known.resources[file].resource_type;
        for (file, probability) in heard.files.iter().enumerate() {
            // A file that is named is what is meant, not others of its kind.
            if only_named && !named.contains(&file) && named.iter().any(|other| kind(*other) == kind(file)) {
                continue;
            }
            let subject = self.file(file, named.contains(&file));
            candidates.extend(self.candidate(vec![subject], *probability, tool, Some(self.known.age(file))));
        }
        let mut subjects = self.chosen(candidates, tool, self.means_several(heard));
        self.add_spoken_of(&mut subjects, heard, tool);
        if subjects.is_empty() {
            subjects.extend(named.iter().map(|file| self.file(*file, true)));
        }
        if subjects.is_empty() && takes_media {
            let wanted: Vec<ResourceType> = self.media(tool).cloned().collect();
            subjects = self.implied(&wanted, &[], true);
        }
        if self.types {
            self.find_mask(&mut subjects, tool);
        }
        self.add_region(&mut subjects, heard, tool);
        let mut seen: Vec<InputValue> = Vec::new();
        subjects.retain(|subject| {
            let new = !seen.contains(&subject.value);
            seen.push(subject.value.clone());
            new
        });
        if self.is_joined_first(heard, tool, &subjects) {
            return vec![subjects];
        }
        self.spread(subjects, tool)
    }

    /// Whether a clause speaks of several things at once.
    fn means_several(&self, heard: &HeardClause) -> bool {
        self.tokens[heard.clause.tokens.clone()].iter().any(|token| {
            let word = self.text[token.start..token.end].to_lowercase();
            matches!(token.kind, Kind::Reference { several: true, .. })
                || ["both", "all", "each", "everything", "everyone", "every"].contains(&word.as_str())
        })
    }

    /// Adds the newest file of each type that a clause speaks of (“the picture”) and that nothing chosen is, where it is
    /// the only one.
    fn add_spoken_of(&self, subjects: &mut Vec<Subject>, heard: &HeardClause, tool: &Tool) {
        let toolbox = self.graph.toolbox();
        for token in &self.tokens[heard.clause.tokens.clone()] {
            let Kind::Reference { of: Some(of), several: false } = &token.kind else { continue };
            let of = ResourceType::new(*of);
            let is_there = subjects.iter().any(|subject| toolbox.fits(&subject.resource_type, &of));
            if is_there || subjects.is_empty() || !self.media(tool).any(|wanted| *wanted == of) {
                continue;
            }
            let files = self.known.fitting(&of, toolbox);
            if let [only] = files.as_slice() {
                subjects.push(self.file(*only, false));
            }
        }
    }

    /// Whether a clause asks for several things of a type to be joined before it works on them: “both, mixed, under the film”.
    fn is_joined_first(&self, heard: &HeardClause, tool: &Tool, subjects: &[Subject]) -> bool {
        let tools = &self.graph.toolbox().tools;
        let several = |of: &ResourceType| subjects.iter().filter(|subject| subject.resource_type == *of).count() > 1;
        let spoken_of = heard.clause.alignments.iter().zip(tools).filter(|(alignment, _)| alignment.mention > MEANT);
        spoken_of
            .map(|(_, other)| other)
            .any(|other| other.name != tool.name && self.joins(other) && several(&other.returns))
    }

    /// What may be worked on, less likely where the tool cannot take it as it is.
    fn candidate(
        &self,
        subjects: Vec<Subject>,
        probability: f32,
        tool: &Tool,
        age: Option<usize>,
    ) -> Option<Candidate> {
        let toolbox = self.graph.toolbox();
        let first = subjects.first()?;
        let takes = |fits: &dyn Fn(&ResourceType) -> bool| tool.args.iter().position(|a| fits(&a.resource_type));
        let place =
            takes(&|of| first.resource_type == *of).or_else(|| takes(&|of| toolbox.fits(&first.resource_type, of)));
        let weight = if place.is_some() { probability } else { probability * UNFIT };
        let named = age.is_some() && first.named;
        Some(Candidate { probability, weight, place, is_result: age.is_none(), age, named, subjects })
    }

    /// The sources that a clause works on. A tool with one place for a kind of source takes either results or files, of
    /// results the likeliest, unless several are as likely, and of files those that came together: a picture and what was
    /// made of it are not meant at once, unless words say so (`several`).
    fn chosen(&self, mut candidates: Vec<Candidate>, tool: &Tool, several: bool) -> Vec<Subject> {
        let best = candidates.iter().map(|candidate| candidate.weight).fold(0.0, f32::max);
        if best < PERHAPS {
            return Vec::new();
        }
        let joins = self.joins(tool);
        if joins {
            let made =
                |candidate: &Candidate| candidate.age.is_some_and(|age| age % 2 == 1) && candidate.probability > MEANT;
            if candidates.iter().filter(|candidate| made(candidate)).count() > 1 {
                candidates.retain(|candidate| candidate.age.is_none() || candidate.named || made(candidate));
            }
        }
        // Of results that were made of each other the last is meant.
        let on_the_way: Vec<usize> = candidates
            .iter()
            .filter(|candidate| candidate.is_result && candidate.probability > MEANT && !several)
            .flat_map(|candidate| candidate.subjects.iter().filter_map(|subject| subject.depends_on))
            .flat_map(|id| self.done.subtasks[id].goal.depends_on.clone())
            .collect();
        let is_on_the_way = |candidate: &Candidate| {
            candidate.is_result
                && candidate.subjects.iter().all(|s| s.depends_on.is_some_and(|id| on_the_way.contains(&id)))
        };
        if !joins && candidates.iter().filter(|candidate| candidate.is_result && !is_on_the_way(candidate)).count() > 0
        {
            let place_taken = |candidate: &Candidate| {
                candidates.iter().any(|other| {
                    other.is_result
                        && other.place == candidate.place
                        && other.probability > MEANT
                        && !is_on_the_way(other)
                })
            };
            let left_out: Vec<bool> =
                candidates.iter().map(|candidate| is_on_the_way(candidate) && place_taken(candidate)).collect();
            let mut left_out = left_out.into_iter();
            candidates.retain(|_| !left_out.next().unwrap_or(false));
        }
        let mut kept: Vec<&Candidate> = Vec::new();
        let mut ordered: Vec<&Candidate> = candidates.iter().collect();
        ordered.sort_by(|a, b| b.weight.total_cmp(&a.weight));
        for candidate in ordered {
            let enough = candidate.probability > MEANT || kept.is_empty();
            let rival = kept.iter().find(|other| other.place == candidate.place);
            let beside = rival.is_none_or(|rival| {
                let together = several || rival.age == candidate.age || (rival.named && candidate.named);
                joins
                    || (rival.is_result == candidate.is_result
                        && together
                        && (!candidate.is_result || candidate.probability > SURE))
            });
            // What the tool has no place for is only worked on where nothing else is.
            let of_use = candidate.place.is_some() || kept.iter().all(|other| other.place.is_none());
            if enough && beside && of_use {
                kept.push(candidate);
            }
        }
        if joins && kept.len() == 1 {
            // Two are needed: the likeliest other one.
            let mut rest = candidates.iter().filter(|other| other.place.is_some() && !std::ptr::eq(*other, kept[0]));
            let first = rest.next();
            let likelier = |best: &'_ Candidate, other: &'_ Candidate| other.weight > best.weight;
            let other =
                first.map(|first| rest.fold(first, |best, other| if likelier(best, other) { other } else { best }));
            kept.extend(other);
        }
        self.fill_places(&candidates, &mut kept, tool);
        // In the order in which they were given or made.
        let is_kept = |candidate: &&Candidate| kept.iter().any(|other| std::ptr::eq(*other, *candidate));
        candidates.iter().filter(is_kept).flat_map(|candidate| candidate.subjects.clone()).collect()
    }

    /// Adds for each kind of thing that a tool takes and nothing kept is, the likeliest that is one.
    fn fill_places<'c>(&self, candidates: &'c [Candidate], kept: &mut Vec<&'c Candidate>, tool: &Tool) {
        let toolbox = self.graph.toolbox();
        for (place, argument) in tool.args.iter().enumerate() {
            let of = &argument.resource_type;
            let is_open = kept.iter().all(|candidate| candidate.place != Some(place));
            if kept.is_empty() || !is_open || is_region(of) || toolbox.fits(of, &ResourceType::TEXT) {
                continue;
            }
            let fitting = candidates.iter().filter(|candidate| candidate.place == Some(place));
            let likeliest = fitting.max_by(|a, b| a.weight.total_cmp(&b.weight));
            kept.extend(likeliest.filter(|candidate| candidate.weight > PERHAPS));
        }
    }

    /// Whether a tool takes two of one kind.
    pub(super) fn joins(&self, tool: &Tool) -> bool {
        let media: Vec<&ResourceType> = self.media(tool).collect();
        media.iter().enumerate().any(|(place, of)| media[..place].contains(of))
    }

    pub(super) fn media<'t>(&self, tool: &'t Tool) -> impl Iterator<Item = &'t ResourceType> {
        let toolbox = self.graph.toolbox();
        tool.args.iter().map(|argument| &argument.resource_type).filter(|of| !toolbox.fits(of, &ResourceType::TEXT))
    }

    /// What an earlier clause made; where a tool that works on media can do nothing with that (a count, an answer),
    /// what that clause worked on.
    fn made_by(&self, subtasks: &[usize], tool: &Tool, takes_media: bool) -> Vec<Subject> {
        let toolbox = self.graph.toolbox();
        let mut found = Vec::new();
        for subtask in subtasks.iter().map(|id| &self.done.subtasks[*id]) {
            let made = &subtask.goal.returns.resource_type;
            let is_words = ["text", "category", "tags", "title"].contains(&made.as_str());
            let fits = tool.args.iter().any(|argument| toolbox.fits(made, &argument.resource_type));
            if takes_media && is_words && !fits {
                found.extend(self.worked_on(subtask.goal.id));
                continue;
            }
            found.push(Subject {
                resource_type: made.clone(),
                value: InputValue::One(subtask.goal.returns.value.clone()),
                depends_on: Some(subtask.goal.id),
                named: true,
            });
        }
        found
    }

    /// The files and results that a subtask works on.
    fn worked_on(&self, subtask: usize) -> Vec<Subject> {
        let arguments = &self.done.subtasks[subtask].goal.args;
        let of = |argument: &patchbay_domain::Argument| {
            let InputValue::One(name) = &argument.value else { return None };
            let depends_on = self.done.subtasks.iter().find(|other| other.goal.returns.value == *name);
            let is_file = self.known.resources.iter().any(|resource| resource.name == *name);
            (is_file || depends_on.is_some()).then(|| Subject {
                resource_type: argument.resource_type.clone(),
                value: argument.value.clone(),
                depends_on: depends_on.map(|other| other.goal.id),
                named: false,
            })
        };
        arguments.iter().filter_map(of).collect()
    }

    /// Of two pictures that were given for a tool that wants a picture and a mask, the second is the mask.
    fn find_mask(&self, subjects: &mut [Subject], tool: &Tool) {
        let images = tool.args.iter().filter(|argument| argument.resource_type == ResourceType::IMAGE).count();
        let masks = tool.args.iter().filter(|argument| argument.resource_type == ResourceType::MASK).count();
        let given = &self.known.resources[..self.known.given];
        let is_plain = |subject: &Subject| {
            subject.resource_type == ResourceType::IMAGE
                && given.iter().any(|file| subject.value == InputValue::One(file.name.clone()))
        };
        let plain = subjects.iter().all(is_plain);
        let lower = self.text.to_lowercase();
        let is_spoken_of =
            ["mask", "region", "white part", "painted", "marked", "outline"].iter().any(|word| lower.contains(word));
        if let [_, second] = subjects
            && (images, masks, plain, is_spoken_of) == (1, 1, true, true)
        {
            second.resource_type = ResourceType::MASK;
        }
    }
}
