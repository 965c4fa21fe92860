//! Other readings of a request: where the likeliest one leaves something undone, the request is cut into clauses
//! otherwise. “Make it vertical. The whole picture in the middle, a blurred version behind it” is one wish, “3 times in a
//! row, without sound, as mp4” are three.

use std::ops::Range;

use patchbay_domain::Request;
use patchbay_phrases::values;
use patchbay_planner::{Decomposition, ToolGraph};

use super::super::reader::{Beside, Heard};
use super::super::spoken::with_any_place;
use super::EmbeddedDecomposer;
use super::reading::Reading;
use crate::encoder::heads::Cut;
use crate::words::background::{begins_a_wish, stays};

/// The costs at which a request is cut, the likeliest first, then into fewer clauses, with fewer words outside all of
/// them, and into more.
const CUTS: [Cut; 7] = [
    Cut::LIKELIEST,
    cut(2.5, 0.25),
    cut(0.5, 3.0),
    cut(5.0, 0.25),
    cut(4.0, 3.0),
    cut(-1.5, 0.25),
    cut(-3.0, 0.25),
];

const fn cut(enter: f32, leave: f32) -> Cut {
    Cut { enter, leave }
}

impl EmbeddedDecomposer {
    /// What a request becomes where its clauses are cut otherwise than in the likeliest reading, likelier ones first.
    pub(super) fn reread(&self, request: &Request, graph: &ToolGraph) -> Vec<Decomposition> {
        let settled = self.settled(request);
        let request = settled.as_ref().unwrap_or(request);
        if let Some(meant) = self.stands_for(request) {
            return self.reread(&meant, graph);
        }
        let others = self.read(request, graph, |reading| self.heard_otherwise(&reading));
        let read = |heard: Heard| {
            self.read(request, graph, |mut reading| {
                self.follow(&heard, &mut reading);
                reading.done
            })
        };
        others.into_iter().map(read).collect()
    }

    /// What the encoder hears with other cuts, each once, without those that lose a wish.
    fn heard_otherwise(&self, reading: &Reading<'_>) -> Vec<Heard> {
        let Some(reader) = self.reader(reading.graph.toolbox()) else {
            return Vec::new();
        };
        let clauses = |heard: &Heard| -> Vec<Range<usize>> {
            let clauses = heard.clauses().iter();
            clauses.map(|clause| clause.bytes.clone()).collect()
        };
        let names: Vec<&String> = reading
            .known
            .resources
            .iter()
            .map(|one| &one.name)
            .collect();
        let mut seen: Vec<Vec<Range<usize>>> = Vec::new();
        let mut others = Vec::new();
        for mut heard in reader.readings(reading.request, reading.text, reading.known, &CUTS) {
            cut_clauses(&mut heard, reading);
            let cut = clauses(&heard);
            let is_new = !seen.contains(&cut);
            if let Some(likeliest) = seen.first().filter(|_| is_new)
                && !loses_a_wish(&heard, likeliest, &self.beside(reading), &names)
            {
                others.push(heard);
            }
            seen.push(cut);
        }
        others
    }
}

/// Cuts what was heard where lines and values end.
pub(super) fn cut_clauses(heard: &mut Heard, reading: &Reading<'_>) {
    let (text, toolbox) = (reading.text, reading.graph.toolbox());
    if reading.known.resources.is_empty() && heard.is_one_question(text, toolbox) {
        heard.join(text);
    }
    heard.split_lines(reading.tokens, text);
    heard.keep_values_whole(text);
    heard.keep_limits(text, reading.openers);
}

/// Whether a reading loses a wish of the likeliest one: `clauses` are the bytes of the likeliest one's. Of those that it
/// makes one clause of, all but one have to give that clause's tool a value, or say what is to stay as it is. `names`: of
/// the files that there are.
fn loses_a_wish(
    heard: &Heard,
    clauses: &[Range<usize>],
    beside: &Beside<'_>,
    names: &[&String],
) -> bool {
    let adds_nothing = |bytes: &Range<usize>| stays(&beside.text[bytes.clone()]);
    let meets =
        |one: &Range<usize>, other: &Range<usize>| one.start < other.end && other.start < one.end;
    let is_read = |bytes: &Range<usize>| {
        let mut all = heard.clauses().iter();
        all.any(|clause| meets(bytes, &clause.bytes)) || adds_nothing(bytes)
    };
    let is_silent = |place: usize| {
        let read = &heard.clauses()[place];
        let parts: Vec<&Range<usize>> = clauses
            .iter()
            .filter(|bytes| meets(bytes, &read.bytes))
            .collect();
        if parts.len() < 2 {
            return false;
        }
        let clause = heard.clause(read, beside).clause;
        let Some(key) = clause.key_tool(beside.toolbox) else {
            return true;
        };
        let tool = &beside.toolbox[key];
        let gives_a_value = |words: &str| !values::said(tool, words).is_empty();
        let says_nothing = |bytes: &&&Range<usize>| {
            let words = &beside.text[(**bytes).clone()];
            let placed = || with_any_place(words, names, tool);
            !gives_a_value(words)
                && !adds_nothing(bytes)
                && !placed().iter().any(|words| gives_a_value(words))
        };
        // A wish of its own among them is none of the others'.
        let is_wish = |bytes: &&&Range<usize>| {
            begins_a_wish(&beside.text[(**bytes).clone()], &beside.patterns.openers)
        };
        parts.iter().filter(says_nothing).count() > 1
            || parts[1..]
                .iter()
                .filter(says_nothing)
                .any(|bytes| is_wish(&bytes))
    };
    !clauses.iter().all(is_read) || (0..heard.clauses().len()).any(is_silent)
}
