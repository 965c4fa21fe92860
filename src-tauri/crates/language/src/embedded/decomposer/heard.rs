//! A clause as the encoder heard it becomes subtasks.

use std::sync::LazyLock;

use patchbay_domain::{InputValue, ResourceType, Tool};
use patchbay_planner::{Clarification, TextSpans};
use regex::Regex;

use super::super::reader::HeardClause;
use super::super::tokens::Kind;
use super::{Reading, Subject};

/// From here on a clause works on a source.
const MEANT: f32 = 0.5;
/// From here on it may, where nothing else is.
const PERHAPS: f32 = 0.05;
/// From here on it works on several results at once.
const SURE: f32 = 0.85;
/// Files whose probabilities differ by less cannot be told apart.
const DOUBT: f32 = 0.2;
/// What a source that the tool cannot take as it is counts.
const UNFIT: f32 = 0.15;

/// Something that a clause may work on.
struct Candidate {
    probability: f32,
    /// The same, less where the tool cannot take it as it is.
    weight: f32,
    /// The argument of the key tool that it fits.
    place: Option<usize>,
    /// Whether an earlier clause made it.
    is_result: bool,
    subjects: Vec<Subject>,
}

impl Reading<'_> {
    /// Writes a clause down; `by_clause`: the subtasks that each earlier clause became. Answers those of this one.
    /// `end`: the token where the next clause begins.
    pub(super) fn read_heard(&mut self, heard: &HeardClause, end: usize, by_clause: &[Vec<usize>]) -> Vec<usize> {
        let clause = &heard.clause;
        let instruction = self.span(clause.tokens.clone()).trim().to_owned();
        if let Some(clarification) = self.about_the_files(clause.tokens.start..end.max(clause.tokens.end)) {
            self.done.clarification.get_or_insert(clarification);
            return Vec::new();
        }
        if heard.is_courtesy(self.tokens) {
            return by_clause.last().cloned().unwrap_or_default();
        }
        let toolbox = self.graph.toolbox();
        let likeness = |tool: &usize| clause.alignments[*tool].likeness;
        let Some(key) = (0..toolbox.tools.len()).max_by(|a, b| {
            likeness(a).total_cmp(&likeness(b)).then_with(|| toolbox.tools[*b].name.cmp(&toolbox.tools[*a].name))
        }) else {
            return Vec::new();
        };
        let tool = &toolbox.tools[key];
        if self.joins_the_one_before(clause, tool, &instruction) {
            return by_clause.last().cloned().unwrap_or_default();
        }
        let mut spans = heard.spans.clone();
        if !spans.says_something() {
            spans = self.spans(clause, key, &instruction);
        }
        spans.instruction = instruction;
        let first = self.done.subtasks.len();
        let lists = self.heard_subjects(heard, tool, by_clause);
        if let Some(question) = self.open_question(heard, tool, &spans, &lists) {
            self.done.clarification.get_or_insert(question);
            return Vec::new();
        }
        for subjects in lists {
            self.push(clause, tool, subjects, spans.clone());
        }
        (first..self.done.subtasks.len()).collect()
    }

    /// What has to be asked before the clause can be done: which of several, which at all, or what in the picture.
    fn open_question(
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
                Kind::Files(files) => {
                    files.iter().any(|file| toolbox.fits(&self.known.resources[*file].resource_type, of))
                }
                _ => false,
            })
        };
        for token in tokens {
            let Kind::Reference { of: Some(of), several: false } = &token.kind else { continue };
            let of = ResourceType::new(*of);
            let is_file = [ResourceType::IMAGE, ResourceType::VIDEO, ResourceType::AUDIO].contains(&of);
            if !is_file || names(&of) || !self.media(tool).any(|wanted| *wanted == of) {
                continue;
            }
            let words = &self.text[token.start..token.end];
            if !subjects().any(|subject| toolbox.fits(&subject.resource_type, &of)) {
                let question = format!("Which {of} do you mean by “{words}”? Add it, or name one that is here.");
                return Some(Clarification { question, choices: Vec::new() });
            }
            let rivals = self.rivals(heard, &of);
            if rivals.len() > 1 {
                let question = format!("Which one do you mean by “{words}”: {}?", rivals.join(" or "));
                return Some(Clarification { question, choices: rivals });
            }
        }
        let takes = |of: &ResourceType| tool.args.iter().any(|argument| argument.resource_type == *of);
        let is_part = takes(&ResourceType::MASK) || takes(&ResourceType::BBOX) || takes(&ResourceType::POINT);
        let shown = subjects().any(|subject| {
            let name = subject.value.values().first();
            let clicked = name.and_then(|name| self.request.points.get(name)).is_some_and(|points| !points.is_empty());
            clicked || [ResourceType::MASK, ResourceType::BBOX, ResourceType::POINT].contains(&subject.resource_type)
        });
        let points = tokens.len() <= 4
            && tokens.iter().any(|token| {
                let word = self.text[token.start..token.end].to_lowercase();
                matches!(token.kind, Kind::Reference { of: None, several: false } | Kind::Word(_))
                    && matches!(
                        word.as_str(),
                        "this" | "that" | "this one" | "that one" | "her" | "him" | "here" | "there"
                    )
            });
        if is_part && points && !shown && !spans.says_something() {
            let question = "What do you mean? Click on it in the picture, or say what it is.".to_owned();
            return Some(Clarification { question, choices: Vec::new() });
        }
        None
    }

    /// The names of the files of a type between which the encoder cannot decide.
    fn rivals(&self, heard: &HeardClause, of: &ResourceType) -> Vec<String> {
        let fits =
            |index: &usize| self.known.resources.get(*index).is_some_and(|resource| resource.resource_type == *of);
        let best = (0..heard.files.len()).filter(fits).map(|index| heard.files[index]).fold(0.0, f32::max);
        let sure = best > SURE || heard.earlier.iter().any(|probability| *probability > best);
        let newest = (0..heard.files.len()).filter(fits).map(|index| self.known.age(index)).min();
        let close = |index: &usize| {
            Some(self.known.age(*index)) == newest
                && heard.files[*index] > best - DOUBT
                && heard.files[*index] > PERHAPS
        };
        if sure {
            return Vec::new();
        }
        (0..heard.files.len())
            .filter(fits)
            .filter(close)
            .map(|index| self.known.resources[index].name.clone())
            .collect()
    }

    fn heard_subjects(&mut self, heard: &HeardClause, tool: &Tool, by_clause: &[Vec<usize>]) -> Vec<Vec<Subject>> {
        let takes_media = self.media(tool).next().is_some();
        let named: Vec<usize> = self.tokens[heard.clause.tokens.clone()]
            .iter()
            .filter_map(|token| if let Kind::Files(files) = &token.kind { Some(files.iter().copied()) } else { None })
            .flatten()
            .collect();
        if let Some(subjects) = self.said_by_place(heard, tool, &named) {
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
            candidates.extend(self.candidate(made, *probability, tool, true));
        }
        for (file, probability) in heard.files.iter().enumerate() {
            let subject = self.file(file, named.contains(&file));
            candidates.extend(self.candidate(vec![subject], *probability, tool, false));
        }
        let mut subjects = self.chosen(candidates, tool);
        if subjects.is_empty() {
            subjects.extend(named.iter().map(|file| self.file(*file, true)));
        }
        if subjects.is_empty() && takes_media {
            let wanted: Vec<ResourceType> = self.media(tool).cloned().collect();
            subjects = self.implied(&wanted, &[], true);
        }
        find_mask(&mut subjects, tool);
        self.add_region(&mut subjects, tool);
        let mut seen: Vec<InputValue> = Vec::new();
        subjects.retain(|subject| {
            let new = !seen.contains(&subject.value);
            seen.push(subject.value.clone());
            new
        });
        self.spread(subjects, tool)
    }

    /// Whether the request takes back what was made last: “undo that”, “no, …”.
    fn takes_back(&self) -> bool {
        static BACK: LazyLock<Regex> = LazyLock::new(|| {
            Regex::new(r"(?i)^\s*(?:no|nope|wrong|hm+)\b|\bundo\b|\binstead\s*$|\bi meant\b|\bgo back\b")
                .expect("a valid expression")
        });
        BACK.is_match(self.text)
    }

    /// What was there before the last turn made something of it.
    fn before_the_last(&self, tool: &Tool) -> Option<Vec<Subject>> {
        let toolbox = self.graph.toolbox();
        let of = self.media(tool).next()?;
        let fits = |index: &usize| {
            self.known.age(*index) != 1 && toolbox.fits(&self.known.resources[*index].resource_type, of)
        };
        let fitting: Vec<usize> = (0..self.known.resources.len()).filter(fits).collect();
        let newest = fitting.iter().map(|index| self.known.age(*index)).min()?;
        let files = fitting.into_iter().filter(|index| self.known.age(*index) == newest);
        Some(files.map(|index| self.file(index, false)).collect())
    }

    /// “The original”, “the last one”, “the second picture”: a source by its place.
    fn said_by_place(&self, heard: &HeardClause, tool: &Tool, named: &[usize]) -> Option<Vec<Subject>> {
        static PLACE: LazyLock<Regex> = LazyLock::new(|| {
            Regex::new(
                r"(?i)\b(original|first|second|third|fourth|last|other)(?: (?:one|image|picture|photo|pic|video|clip|film|sound|recording|track|text)\b|\s*$)",
            )
            .expect("a valid expression")
        });
        if !named.is_empty() || self.joins(tool) {
            return None;
        }
        let words = self.span(heard.clause.tokens.clone());
        let place = PLACE.captures(words)?.get(1)?.as_str().to_lowercase();
        let toolbox = self.graph.toolbox();
        let wanted: Vec<ResourceType> = self.media(tool).cloned().collect();
        let of = wanted.first()?;
        if place == "original" {
            return Some(vec![self.file(self.known.original(of, toolbox)?, true)]);
        }
        let files = self.known.fitting(of, toolbox);
        let index = match place.as_str() {
            "first" => 0,
            "second" => 1,
            "other" if files.len() == 2 => 1,
            "third" => 2,
            "fourth" => 3,
            "last" => files.len().checked_sub(1)?,
            _ => return None,
        };
        let rest: Vec<Subject> = wanted[1..]
            .iter()
            .flat_map(|of| self.known.fitting(of, toolbox))
            .filter(|file| Some(file) != files.get(index))
            .map(|file| self.file(file, false))
            .take(1)
            .collect();
        (files.len() > 1).then_some(())?;
        Some(std::iter::once(self.file(*files.get(index)?, true)).chain(rest).collect())
    }

    /// A region that was given with the request says what is meant.
    fn add_region(&self, subjects: &mut Vec<Subject>, tool: &Tool) {
        let mask = ResourceType::MASK;
        let wanted = tool.args.iter().any(|argument| argument.resource_type == mask);
        if !wanted || subjects.iter().any(|subject| subject.resource_type == mask) {
            return;
        }
        let regions = (0..self.known.given).filter(|file| self.known.resources[*file].resource_type == mask);
        subjects.extend(regions.map(|file| self.file(file, false)));
    }

    /// What may be worked on, less likely where the tool cannot take it as it is.
    fn candidate(&self, subjects: Vec<Subject>, probability: f32, tool: &Tool, is_result: bool) -> Option<Candidate> {
        let toolbox = self.graph.toolbox();
        let first = subjects.first()?;
        let place = tool.args.iter().position(|argument| toolbox.fits(&first.resource_type, &argument.resource_type));
        let weight = if place.is_some() { probability } else { probability * UNFIT };
        Some(Candidate { probability, weight, place, is_result, subjects })
    }

    /// The sources that a clause works on. A tool with one place for a kind of source takes either results or files, and
    /// of results the likeliest, unless several are as likely.
    fn chosen(&self, candidates: Vec<Candidate>, tool: &Tool) -> Vec<Subject> {
        let best = candidates.iter().map(|candidate| candidate.weight).fold(0.0, f32::max);
        if best < PERHAPS {
            return Vec::new();
        }
        let joins = self.joins(tool);
        let mut kept: Vec<&Candidate> = Vec::new();
        let mut ordered: Vec<&Candidate> = candidates.iter().collect();
        ordered.sort_by(|a, b| b.weight.total_cmp(&a.weight));
        for candidate in ordered {
            let enough = candidate.probability > MEANT || kept.is_empty();
            let rival = kept.iter().find(|other| other.place == candidate.place);
            let beside = rival.is_none_or(|rival| {
                joins
                    || (rival.is_result == candidate.is_result
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
        // In the order in which they were given or made.
        let is_kept = |candidate: &&Candidate| kept.iter().any(|other| std::ptr::eq(*other, *candidate));
        candidates.iter().filter(is_kept).flat_map(|candidate| candidate.subjects.clone()).collect()
    }

    /// Whether a tool takes two of one kind.
    fn joins(&self, tool: &Tool) -> bool {
        let media: Vec<&ResourceType> = self.media(tool).collect();
        media.iter().enumerate().any(|(place, of)| media[..place].contains(of))
    }

    fn media<'t>(&self, tool: &'t Tool) -> impl Iterator<Item = &'t ResourceType> {
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
}

/// Of two pictures for a tool that wants a picture and a mask, the second is the mask.
fn find_mask(subjects: &mut [Subject], tool: &Tool) {
    let images = tool.args.iter().filter(|argument| argument.resource_type == ResourceType::IMAGE).count();
    let masks = tool.args.iter().filter(|argument| argument.resource_type == ResourceType::MASK).count();
    let plain = subjects.iter().all(|subject| subject.resource_type == ResourceType::IMAGE);
    if let [_, second] = subjects
        && (images, masks, plain) == (1, 1, true)
    {
        second.resource_type = ResourceType::MASK;
    }
}
