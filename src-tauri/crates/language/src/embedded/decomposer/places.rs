//! Sources that words name by their place in the conversation: “the original”, “the last one”, “undo that”.

use std::sync::LazyLock;

use patchbay_domain::{ResourceType, Tool};
use regex::Regex;

use super::super::reader::HeardClause;
use super::super::tokens::Kind;
use super::heard_sources::MEANT;
use super::{Reading, Subject};
use crate::encoder::input::Status;

impl Reading<'_> {
    /// Whether the request takes back what was made last: “undo that”, “no, …”.
    pub(super) fn takes_back(&self) -> bool {
        static BACK: LazyLock<Regex> = LazyLock::new(|| {
            Regex::new(r"(?i)^\s*(?:no|nope|wrong|hm+)\b|\bundo\b|\binstead\s*$|\bi meant\b|\bgo back\b")
                .expect("a valid expression")
        });
        BACK.is_match(self.text)
    }

    /// Whether a clause names what it leaves out: “all but b.png”.
    pub(super) fn leaves_out(&self, heard: &HeardClause) -> bool {
        static BUT: LazyLock<Regex> = LazyLock::new(|| {
            Regex::new(
                r"(?i)\b(?:all|every|these|rest|others?|ex?cept|but|apart|not|without|besides|than|minus|excluding)\b",
            )
            .expect("a valid expression")
        });
        BUT.is_match(self.span(heard.clause.tokens.clone()))
    }

    /// What was there before the last turn made something of it.
    pub(super) fn before_the_last(&self, tool: &Tool) -> Option<Vec<Subject>> {
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
    pub(super) fn said_by_place(&self, heard: &HeardClause, tool: &Tool, named: &[usize]) -> Option<Vec<Subject>> {
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
            let original = self.known.original(of, toolbox)?;
            let beside = self.beside(heard, &wanted[1..], original);
            return Some(std::iter::once(self.file(original, true)).chain(beside).collect());
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
        (files.len() > 1).then_some(())?;
        let chosen = *files.get(index)?;
        let beside = self.beside(heard, &wanted[1..], chosen);
        Some(std::iter::once(self.file(chosen, true)).chain(beside).collect())
    }

    /// What a clause works on besides what it names by its place: of each further type the likeliest, where one is likely.
    fn beside(&self, heard: &HeardClause, wanted: &[ResourceType], chosen: usize) -> Vec<Subject> {
        let toolbox = self.graph.toolbox();
        let probability = |file: &usize| heard.files.get(*file).copied().unwrap_or(0.0);
        let likeliest = |of: &ResourceType| {
            (0..self.known.resources.len())
                .filter(|file| *file != chosen && toolbox.fits(&self.known.resources[*file].resource_type, of))
                .filter(|file| probability(file) > MEANT)
                .max_by(|a, b| probability(a).total_cmp(&probability(b)))
        };
        wanted.iter().filter_map(likeliest).map(|file| self.file(file, false)).collect()
    }

    /// A file that a clause names as something to work on and that is not there.
    pub(super) fn not_here(&self, heard: &HeardClause) -> Option<&str> {
        static FILE: LazyLock<Regex> = LazyLock::new(|| {
            Regex::new(
                r"(?i)(?:\b(as|to|into|called|named|call it|name)\s+)?[\w-]+\.(?:png|jpe?g|webp|gif|bmp|tiff?|heic|avif|mp4|mov|mkv|webm|avi|m4v|wav|mp3|flac|ogg|opus|m4a|aac|aiff?|txt|md|srt|vtt)\b",
            )
            .expect("a valid expression")
        });
        let range = heard.clause.tokens.clone();
        let tokens = &self.tokens[range.clone()];
        let (start, end) = (tokens.first()?.start, tokens.last()?.end);
        let is_known = |place: usize| {
            tokens.iter().any(|t| !matches!(t.kind, Kind::Word(_) | Kind::Break) && (t.start..t.end).contains(&place))
        };
        FILE.captures_iter(&self.text[start..end]).find_map(|found| {
            let whole = found.get(0)?;
            let is_target = found.get(1).is_some();
            (!is_target && !is_known(start + whole.end() - 1)).then_some(whole.as_str())
        })
    }

    /// The words of a clause for something that was given, where nothing ever was: “the one I sent yesterday”.
    pub(super) fn never_given(&self, heard: &HeardClause) -> Option<&str> {
        static SENT: LazyLock<Regex> = LazyLock::new(|| {
            Regex::new(
                r"(?i)\b(?:the|that|those) (?:one|image|picture|photo|pic|video|clip|film|file|sound|song|recording|text)s?(?: that| which)? (?:i|we) (?:sent|gave|uploaded|attached|showed|shared|dropped|posted)\b(?: you)?(?: (?:yesterday|before|earlier|last \w+))?",
            )
            .expect("a valid expression")
        });
        let found = SENT.find(self.span(heard.clause.tokens.clone()))?;
        let given = (0..self.known.resources.len()).any(|index| self.known.status(index) != Status::Made);
        (!given).then_some(found.as_str())
    }

    /// The files in which something was pointed at, where that can tell a tool what is meant.
    pub(super) fn pointed(&self, tool: &Tool, named: &[usize]) -> Option<Vec<Subject>> {
        let region = [ResourceType::MASK, ResourceType::POINT];
        let wanted = region.contains(&tool.returns) || tool.args.iter().any(|a| region.contains(&a.resource_type));
        if !wanted || !named.is_empty() {
            return None;
        }
        let pointed_at = |index: &usize| {
            let name = &self.known.resources[*index].name;
            self.request.points.get(name).is_some_and(|points| !points.is_empty())
        };
        let found: Vec<Subject> =
            (0..self.known.resources.len()).filter(pointed_at).map(|index| self.file(index, true)).collect();
        (!found.is_empty()).then_some(found)
    }

    /// A region that was given with the request says what is meant; so does the newest where a clause speaks of one
    /// (“the mask”) and nothing says that it is an older one.
    pub(super) fn add_region(&self, subjects: &mut Vec<Subject>, heard: &HeardClause, tool: &Tool) {
        static SPOKEN: LazyLock<Regex> = LazyLock::new(|| {
            Regex::new(r"(?i)\b(?:the|that|this|same|new|my)(?: \w+)? (?:mask|region|selection|outline)\b")
                .expect("a valid expression")
        });
        static OLDER: LazyLock<Regex> = LazyLock::new(|| {
            Regex::new(r"(?i)\b(?:first|old|older|earlier|original|other|second)\b[\w ]* (?:mask|region)")
                .expect("a valid expression")
        });
        let mask = ResourceType::MASK;
        let wanted = tool.args.iter().any(|argument| argument.resource_type == mask);
        let is_mask = |file: &usize| self.known.resources[*file].resource_type == mask;
        let words = self.span(heard.clause.tokens.clone());
        let has_one = subjects.iter().any(|subject| subject.resource_type == mask);
        if !wanted || subjects.iter().any(|subject| subject.resource_type == mask && subject.named) {
            return;
        }
        if !has_one {
            let regions = (0..self.known.given).filter(is_mask);
            subjects.extend(regions.map(|file| self.file(file, false)));
        }
        if SPOKEN.is_match(words) && !OLDER.is_match(words) {
            let newest = (0..self.known.resources.len()).filter(is_mask).min_by_key(|file| self.known.age(*file));
            let given = subjects.iter().filter(|subject| subject.resource_type == mask && subject.depends_on.is_none());
            if let Some(newest) = newest
                && given.count() == subjects.iter().filter(|subject| subject.resource_type == mask).count()
            {
                subjects.retain(|subject| subject.resource_type != mask);
                subjects.push(self.file(newest, false));
            }
        }
    }

    /// The words of a clause for one more than there are: “the third one” of two.
    pub(super) fn beyond_the_last(&self, heard: &HeardClause, tool: &Tool) -> Option<&str> {
        static PLACE: LazyLock<Regex> = LazyLock::new(|| {
            Regex::new(
                r"(?i)\bthe (second|third|fourth|fifth) (?:one|image|picture|photo|video|clip|film|recording|track)\b",
            )
            .expect("a valid expression")
        });
        let found = PLACE.captures(self.span(heard.clause.tokens.clone()))?;
        let of = self.media(tool).next()?;
        let most = (0..self.known.resources.len())
            .filter(|file| self.graph.toolbox().fits(&self.known.resources[*file].resource_type, of))
            .fold(std::collections::BTreeMap::<usize, usize>::new(), |mut by_age, file| {
                *by_age.entry(self.known.age(file)).or_default() += 1;
                by_age
            })
            .into_values()
            .max()?;
        let place = match found.get(1)?.as_str().to_lowercase().as_str() {
            "second" => 2,
            "third" => 3,
            "fourth" => 4,
            _ => 5,
        };
        (place > most && self.done.subtasks.is_empty()).then(|| found.get(0).map_or("", |words| words.as_str()))
    }
}
