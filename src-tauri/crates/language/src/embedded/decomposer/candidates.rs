//! Which of the files and earlier results a clause works on, each being more or less likely.

use patchbay_domain::{ResourceType, SubtaskId, Tool};

use super::types::is_region;
use super::{Reading, Subject};

/// From here on a clause works on a source.
pub(super) const MEANT: f32 = 0.5;
/// From here on it may, where nothing else is.
pub(super) const PERHAPS: f32 = 0.05;
/// From here on it works on a file that it names.
pub(super) const NAMED: f32 = 0.2;
/// From here on it works on several results at once.
pub(super) const SURE: f32 = 0.85;
/// What a source that the tool cannot take as it is counts.
const UNFIT: f32 = 0.04;

/// Something that a clause may work on.
pub(super) struct Candidate {
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
    /// What may be worked on, less likely where the tool cannot take it as it is.
    pub(super) fn candidate(
        &self,
        subjects: Vec<Subject>,
        probability: f32,
        tool: &Tool,
        age: Option<usize>,
    ) -> Option<Candidate> {
        let toolbox = self.graph.toolbox();
        let first = subjects.first()?;
        let takes = |fits: &dyn Fn(&ResourceType) -> bool| {
            tool.args.iter().position(|a| fits(&a.resource_type))
        };
        let place = takes(&|of| first.resource_type == *of)
            .or_else(|| takes(&|of| toolbox.fits(&first.resource_type, of)));
        let weight = if place.is_some() {
            probability
        } else {
            probability * UNFIT
        };
        let named = age.is_some() && first.named;
        Some(Candidate {
            probability,
            weight,
            place,
            is_result: age.is_none(),
            age,
            named,
            subjects,
        })
    }

    /// The sources that a clause works on. A tool with one place for a kind of source takes either
    /// results or files, of results the likeliest, unless several are as likely, and of files those
    /// that came together: an image and what was made of it are not meant at once, unless words say
    /// so (`several`). `makes_another`: the clause asks for something to be made from words that is
    /// joined with the one that is there.
    pub(super) fn chosen(
        &self,
        mut candidates: Vec<Candidate>,
        tool: &Tool,
        several: bool,
        makes_another: bool,
    ) -> Vec<Subject> {
        if !is_any_likely(&candidates) {
            return Vec::new();
        }
        let joins = self.joins(tool);
        if joins {
            leave_out_what_was_given(&mut candidates);
        } else {
            self.leave_out_what_is_on_the_way(&mut candidates, several);
        }
        let mut kept = likeliest_for_each_place(&candidates, joins, several);
        if let ([only], true) = (kept.as_slice(), joins)
            && only.subjects.len() == 1
            && !makes_another
        {
            // Two are needed.
            let other = likeliest_beside(only, &candidates);
            kept.extend(other);
        }
        self.fill_places(&candidates, &mut kept, tool);
        // In the order in which they were given or made.
        let is_kept =
            |candidate: &&Candidate| kept.iter().any(|other| std::ptr::eq(*other, *candidate));
        candidates
            .iter()
            .filter(is_kept)
            .flat_map(|candidate| candidate.subjects.clone())
            .collect()
    }

    /// Leaves out results of which a later one was made, where that takes their place: of results
    /// that were made of each other the last is meant, unless several are.
    fn leave_out_what_is_on_the_way(&self, candidates: &mut Vec<Candidate>, several: bool) {
        let on_the_way: Vec<SubtaskId> = candidates
            .iter()
            .filter(|candidate| candidate.is_result && candidate.probability > MEANT && !several)
            .flat_map(|candidate| {
                candidate
                    .subjects
                    .iter()
                    .filter_map(|subject| subject.depends_on)
            })
            .flat_map(|id| self.subtask(id).goal.depends_on.clone())
            .collect();
        let is_on_the_way = |candidate: &Candidate| {
            candidate.is_result
                && candidate
                    .subjects
                    .iter()
                    .all(|s| s.depends_on.is_some_and(|id| on_the_way.contains(&id)))
        };
        let is_last = |candidate: &&Candidate| candidate.is_result && !is_on_the_way(candidate);
        if candidates.iter().filter(is_last).count() == 0 {
            return;
        }
        let place_taken = |candidate: &Candidate| {
            candidates.iter().any(|other| {
                other.is_result
                    && other.place == candidate.place
                    && other.probability > MEANT
                    && !is_on_the_way(other)
            })
        };
        let left_out: Vec<bool> = candidates
            .iter()
            .map(|candidate| is_on_the_way(candidate) && place_taken(candidate))
            .collect();
        let mut left_out = left_out.into_iter();
        candidates.retain(|_| !left_out.next().unwrap_or(false));
    }

    /// Adds for each kind of thing that a tool takes and nothing kept is, the likeliest that is
    /// one.
    fn fill_places<'c>(
        &self,
        candidates: &'c [Candidate],
        kept: &mut Vec<&'c Candidate>,
        tool: &Tool,
    ) {
        let toolbox = self.graph.toolbox();
        for (place, argument) in tool.args.iter().enumerate() {
            let of = &argument.resource_type;
            let is_open = kept.iter().all(|candidate| candidate.place != Some(place));
            if kept.is_empty() || !is_open || is_region(of) || toolbox.fits(of, &ResourceType::TEXT)
            {
                continue;
            }
            let fitting = candidates
                .iter()
                .filter(|candidate| candidate.place == Some(place));
            let likeliest = fitting.max_by(|a, b| a.weight.total_cmp(&b.weight));
            kept.extend(likeliest.filter(|candidate| candidate.weight > PERHAPS));
        }
    }
}

/// Whether a clause may work on any of the candidates.
fn is_any_likely(candidates: &[Candidate]) -> bool {
    let best = candidates
        .iter()
        .map(|candidate| candidate.weight)
        .fold(0.0, f32::max);
    best >= PERHAPS
        || candidates
            .iter()
            .any(|candidate| candidate.probability > SURE)
}

/// Leaves out files other than those that a clause names, where it surely means several that
/// earlier turns made.
fn leave_out_what_was_given(candidates: &mut Vec<Candidate>) {
    let made = |candidate: &Candidate| {
        candidate.age.is_some_and(|age| age % 2 == 1) && candidate.probability > MEANT
    };
    if candidates
        .iter()
        .filter(|candidate| made(candidate))
        .count()
        > 1
    {
        candidates
            .retain(|candidate| candidate.age.is_none() || candidate.named || made(candidate));
    }
}

/// The likeliest candidate for each place of a tool, and those beside it that are meant with it,
/// the likeliest first.
fn likeliest_for_each_place(
    candidates: &[Candidate],
    joins: bool,
    several: bool,
) -> Vec<&Candidate> {
    let mut kept: Vec<&Candidate> = Vec::new();
    let mut ordered: Vec<&Candidate> = candidates.iter().collect();
    ordered.sort_by(|a, b| b.weight.total_cmp(&a.weight));
    for candidate in ordered {
        let enough = candidate.probability > MEANT || kept.is_empty();
        let rival = kept.iter().find(|other| other.place == candidate.place);
        let beside = rival.is_none_or(|rival| {
            let together =
                several || rival.age == candidate.age || (rival.named && candidate.named);
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
    kept
}

/// The likeliest candidate other than `only` that the tool can take; of equals the first.
fn likeliest_beside<'c>(only: &Candidate, candidates: &'c [Candidate]) -> Option<&'c Candidate> {
    let mut rest = candidates
        .iter()
        .filter(|other| other.place.is_some() && !std::ptr::eq(*other, only));
    let first = rest.next();
    let likelier = |best: &'_ Candidate, other: &'_ Candidate| other.weight > best.weight;
    first.map(|first| {
        rest.fold(
            first,
            |best, other| if likelier(best, other) { other } else { best },
        )
    })
}
