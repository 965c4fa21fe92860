//! Sources that words tell apart by their place: “the original”, “the last one”, “number two”.

use std::sync::LazyLock;

use patchbay_domain::{InputValue, ResourceType, SubtaskId, Tool};
use patchbay_planner::InterpretedSubtask;
use regex::Regex;

use super::super::reader::HeardClause;
use super::candidates::MEANT;
use super::{FileIndex, Reading, Subject};
use crate::words::tokens::Kind;

/// A place among several of a kind.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    Original,
    Number(usize),
    Middle,
    Last,
    Other,
    /// Of several all but the one that was worked on last.
    Others,
    /// What the newest was made of.
    Before,
    Newest,
}

impl Reading<'_> {
    /// “The original”, “the last one”, “the second picture”: sources by their places.
    pub(super) fn said_by_place(
        &self,
        heard: &HeardClause,
        tool: &Tool,
        named: &[FileIndex],
        by_clause: &[Vec<SubtaskId>],
    ) -> Option<Vec<Subject>> {
        if self.joins(tool) {
            return None;
        }
        let places = self.places_said(heard);
        let toolbox = self.graph.toolbox();
        let is_named = |of: &ResourceType| {
            named
                .iter()
                .any(|file| toolbox.fits(&self.known[*file].resource_type, of))
        };
        let takes_media = self.media(tool).next().is_some();
        let wanted: Vec<ResourceType> = if takes_media {
            self.media(tool)
                .filter(|of| !is_named(of))
                .cloned()
                .collect()
        } else {
            tool.args
                .iter()
                .take(1)
                .map(|argument| argument.resource_type.clone())
                .collect()
        };
        // “Try the other one” of two audio clips, where there is one video.
        let several = |of: &&ResourceType| {
            let group = self.known.group(of, toolbox);
            let alike = |file: &FileIndex| self.known.status(*file) == self.known.status(group[0]);
            group.len() > 1 && group.iter().all(alike)
        };
        let of = if places == [Place::Other] {
            wanted.iter().find(several)
        } else {
            wanted.first()
        }?;
        let further: Vec<ResourceType> = wanted
            .iter()
            .filter(|other| *other != of)
            .cloned()
            .collect();
        let mut chosen: Vec<FileIndex> = Vec::new();
        let fits = |file: &FileIndex| toolbox.fits(&self.known[*file].resource_type, of);
        let newest = self.known.files().find(fits);
        // “The finished film” is what this request makes, where it makes one.
        if places.contains(&Place::Newest)
            && by_clause.iter().flatten().any(|id| self.makes(*id, of))
        {
            return None;
        }
        if places.contains(&Place::Original) {
            chosen.push(self.known.original(of, toolbox)?);
        } else if places.contains(&Place::Before) {
            chosen.extend(self.known.made_from(newest?).iter().copied().filter(fits));
        } else if places.contains(&Place::Newest) {
            chosen.extend(newest);
        } else if places.contains(&Place::Others) {
            chosen = self.all_but_the_last(of);
        } else {
            let group = self.known.group(of, toolbox);
            let index = |place: &Place| match place {
                Place::Number(number) => Some(number - 1),
                Place::Middle if group.len() == 3 => Some(1),
                Place::Last => group.len().checked_sub(1),
                Place::Other if group.len() == 2 => Some(self.left_behind(&group)),
                _ => None,
            };
            for place in &places {
                chosen.push(*group.get(index(place).filter(|_| group.len() > 1)?)?);
            }
        }
        let first = *chosen.first()?;
        let beside = self.beside(heard, &further, first, by_clause);
        let then = self.follows_another(heard);
        let files = named.iter().chain(&chosen).map(|file| {
            let made = self.newest_of(*file).filter(|_| then);
            made.map_or_else(|| self.file(*file, true), |id| self.result(id, true))
        });
        let mut subjects: Vec<Subject> = files.chain(beside).collect();
        self.add_region(&mut subjects, heard, tool);
        Some(subjects)
    }

    /// Of several that came together those that were not worked on last; none where that was all of
    /// them.
    fn all_but_the_last(&self, of: &ResourceType) -> Vec<FileIndex> {
        let group = self.known.group(of, self.graph.toolbox());
        let newest = group.iter().map(|file| self.known.age(*file)).min();
        group
            .into_iter()
            .filter(|file| Some(self.known.age(*file)) != newest)
            .collect()
    }

    /// Whether a clause comes after what an earlier one made: “then”, “after that”.
    fn follows_another(&self, heard: &HeardClause) -> bool {
        static THEN: LazyLock<Regex> = LazyLock::new(|| {
            Regex::new(r"(?i)\b(?:then|after that|afterwards)\b").expect("a valid expression")
        });
        let before = heard.clause.tokens.start.saturating_sub(3);
        THEN.is_match(self.span(before..heard.clause.tokens.end))
    }

    /// The newest subtask that made of a file another of its type.
    fn newest_of(&self, file: FileIndex) -> Option<SubtaskId> {
        let file = &self.known[file];
        let is_of_it = |made: &&InterpretedSubtask| {
            made.goal.returns.resource_type == file.resource_type
                && made
                    .goal
                    .args
                    .iter()
                    .any(|argument| argument.value == InputValue::One(file.name.clone()))
        };
        self.done
            .subtasks
            .iter()
            .rfind(is_of_it)
            .map(|made| made.goal.id)
    }

    /// The places that a clause names; where it only says “that one”, the beginning of which the
    /// words before it speak: “the very first was the best. Make that one larger.”
    fn places_said(&self, heard: &HeardClause) -> Vec<Place> {
        let tokens = heard.clause.tokens.clone();
        let said = places(self.span(tokens.clone()));
        let refers = self.tokens[tokens.clone()]
            .iter()
            .any(|token| matches!(token.kind, Kind::Reference { .. }));
        if said.is_empty() && self.done.subtasks.is_empty() && refers {
            return places(self.span(0..tokens.start))
                .into_iter()
                .filter(|place| *place == Place::Original)
                .collect();
        }
        said
    }

    /// Of two the one that was worked on longer ago; of two as old the second. What was made last
    /// may bear the name of the one that it was made of.
    fn left_behind(&self, group: &[FileIndex]) -> usize {
        let last = self
            .known
            .files()
            .find(|file| self.known.age(*file) == 1 && !group.contains(file));
        let shares = |file: FileIndex| {
            last.is_some_and(|last| {
                self.known
                    .words(last)
                    .any(|word| self.known.words(file).any(|other| other == word))
            })
        };
        if shares(group[0]) != shares(group[1]) {
            return usize::from(shares(group[0]));
        }
        usize::from(self.known.age(group[0]) <= self.known.age(group[1]))
    }

    /// What “the other one” may be: those of more than two that were not worked on last.
    pub(super) fn others(&self, heard: &HeardClause, tool: &Tool) -> Vec<String> {
        let is_said = places(self.span(heard.clause.tokens.clone())).contains(&Place::Other);
        let Some(of) = self
            .media(tool)
            .next()
            .filter(|_| is_said && self.known.given == 0 && !self.joins(tool))
        else {
            return Vec::new();
        };
        let left = self.all_but_the_last(of);
        let left = if left.is_empty() {
            self.known.group(of, self.graph.toolbox())
        } else {
            left
        };
        left.iter()
            .map(|file| self.known[*file].name.clone())
            .filter(|_| left.len() > 1)
            .collect()
    }

    /// What a clause works on besides what it names by its place: of each further type the
    /// likeliest, where one is likely.
    fn beside(
        &self,
        heard: &HeardClause,
        wanted: &[ResourceType],
        chosen: FileIndex,
        by_clause: &[Vec<SubtaskId>],
    ) -> Vec<Subject> {
        let toolbox = self.graph.toolbox();
        let likeliest = |of: &ResourceType| {
            let fits = |file: &FileIndex| {
                *file != chosen && toolbox.fits(&self.known[*file].resource_type, of)
            };
            let files = self.known.files().filter(fits);
            let files = files.map(|file| {
                (
                    heard.files.get(file.0).copied().unwrap_or(0.0),
                    self.file(file, false),
                )
            });
            let results = by_clause
                .iter()
                .zip(&heard.earlier)
                .flat_map(|(made, probability)| {
                    let fitting = made.iter().filter(|id| self.makes(**id, of));
                    fitting.map(|id| (*probability, self.result(*id, false)))
                });
            let likely = files
                .chain(results)
                .filter(|(probability, _)| *probability > MEANT);
            likely
                .max_by(|a, b| a.0.total_cmp(&b.0))
                .map(|(_, subject)| subject)
        };
        wanted.iter().filter_map(likeliest).collect()
    }

    /// Whether a subtask of this request makes something of a type.
    fn makes(&self, subtask: SubtaskId, of: &ResourceType) -> bool {
        self.graph
            .toolbox()
            .fits(&self.subtask(subtask).goal.returns.resource_type, of)
    }
}

/// The places that words name.
fn places(words: &str) -> Vec<Place> {
    static PLACE: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(
            r"(?ix)\b(?:
                (?P<before>(?:version|one|image|picture|photo|clip|film|take)\ before(?:\ (?:that|this|it)(?:\ one)?)?(?:[,.:;]|$))
              | (?:the|that)\ (?P<previous>previous|preceding)\ (?:one|version|image|picture|photo|clip|film|take|state|step|text)
              | the\ (?P<newest>finished|final|newest|latest|current)\ (?:one|version|image|picture|photo|clip|film|video|take|text|result)
              | (?:image|picture|photo|clip|film|video|one)\ (?:that\ )?i\ (?:gave|sent|showed)\ (?:you\ )?(?P<begin>first|originally|in\ the\ beginning)
              | (?:the|that)\ very\ (?P<very>first)\b
              | one\ in\ the\ (?P<central>middle)\b
              | (?P<nth>[1-5])(?:st|nd|rd|th)(?:\ one)?(?:[,.:;]|\ (?:in|as|into|ditto|too|please)\b|\s*$)
              | ^\W*(?:(?:and|now|ok|okay)\ )*(?:the\ )?(?P<begun>first|second|third|fourth|fifth)\ (?:in|as|into|ditto|too)\b
              | the\ (?P<others>other\ (?:two|three|four|ones)|others|rest)\b
              | the\ un(?P<undone>edited|touched|changed|translated|cropped|blurred|cut|filtered|coloured|colored|trimmed|altered|marked|modified|sharpened|titled|mixed|retouched)\ (?:one|version|image|picture|photo|clip|film|video|take|text|sound|recording)
              | (?P<place>original|first|second|third|fourth|fifth|last|middle|other)
                (?: \ of\ (?:the|these|those|them)\b | (?:\ (?:one|image|picture|photo|pic|shot|video|clip|film|sound|recording|track|text|version|result|file|item|product|scan|slide|frame|still|take|piece|song|tune|draft)\b) | \s*$
                  | \ (?:and|&)\ (?:the\ )?(?P<further>first|second|third|fourth|fifth|last)\b )
              | (?:number|no\.|\#|image|picture|photo|pic|clip|still|frame|track)\ ?(?P<number>[1-9]|one|two|three|four|five)\b
            )",
        )
        .expect("a valid expression")
    });
    let place = |word: &str| match word.to_lowercase().as_str() {
        "original" => Place::Original,
        "last" => Place::Last,
        "middle" => Place::Middle,
        "other" => Place::Other,
        "first" | "one" | "1" => Place::Number(1),
        "second" | "two" | "2" => Place::Number(2),
        "third" | "three" | "3" => Place::Number(3),
        "fourth" | "four" | "4" => Place::Number(4),
        digits => Place::Number(digits.parse().unwrap_or(5)),
    };
    let mut found = Vec::new();
    for said in PLACE.captures_iter(words) {
        let is_said = |name: &str| said.name(name).is_some();
        if is_said("before") || is_said("previous") || is_said("undone") {
            found.push(Place::Before);
        }
        if is_said("others") {
            found.push(Place::Others);
        }
        if is_said("newest") {
            found.push(Place::Newest);
        }
        if is_said("begin") || is_said("very") {
            found.push(Place::Original);
        }
        for name in ["place", "further", "number", "central", "nth", "begun"] {
            if let Some(word) = said.name(name) {
                if word.as_str().eq_ignore_ascii_case("second") && is_a_time(&words[..word.start()])
                {
                    continue;
                }
                let place = place(word.as_str());
                if !found.contains(&place) {
                    found.push(place);
                }
            }
        }
    }
    found
}

/// Whether “second” behind these words is a time: “5 frames per second”.
fn is_a_time(before: &str) -> bool {
    let last = before.split_whitespace().next_back().unwrap_or_default();
    let last = last.to_lowercase();
    matches!(&*last, "per" | "a" | "each" | "every" | "half" | "/")
        || last.ends_with(|letter: char| letter.is_ascii_digit())
}
