//! How well a tool fits what a clause works on, where the words alone leave open which tool is
//! meant.

use std::sync::LazyLock;

use patchbay_domain::{ResourceType, SubtaskId, TextRole, Tool, ToolIndex};
use patchbay_planner::TextSpans;
use regex::Regex;

use super::super::clauses::Clause;
use super::super::reader::HeardClause;
use super::candidates::MEANT;
use super::types::{is_about_a_part, is_file, is_region, takes_box_only, texts_of};
use super::{Reading, Subject};
use crate::words::tokens::Kind;

/// Score factor for a tool that accepts none of the clause's inputs.
const UNFIT: f32 = 0.45;
/// The same for one that takes images, videos or audio, where there is nothing at all: many a
/// question or task of words sounds like it.
const NOTHING_THERE: f32 = 0.15;
/// The same for each image, video or audio clip that a tool takes and of which there is none.
const NOWHERE: f32 = 0.7;
/// The same for one that follows instructions about a part of an image, where no part is named,
/// shown or known.
const NO_PART: f32 = 0.5;
/// The same for each text that a tool takes and of which there is none: nobody compares a text with
/// itself.
const ONE_TEXT: f32 = 0.7;
/// How surely subtitles are what is said.
const SAID: f32 = 0.9;
/// From here on another tool is asked for on the way.
pub(super) const ASKED_FOR: f32 = 0.6;

impl Reading<'_> {
    /// A clause with lower likeness to tools that cannot take what it works on.
    pub(super) fn fitted(&self, heard: &HeardClause, by_clause: &[Vec<SubtaskId>]) -> Clause {
        let toolbox = self.graph.toolbox();
        let mut sources: Vec<&ResourceType> = Vec::new();
        for (file, probability) in heard.by_file() {
            let of = &self.known[file].resource_type;
            if probability > MEANT && !sources.contains(&of) {
                sources.push(of);
            }
        }
        for (clause, probability) in heard.by_earlier() {
            for id in &by_clause[clause.0] {
                let of = &self.subtask(*id).goal.returns.resource_type;
                if probability > MEANT && !sources.contains(&of) {
                    sources.push(of);
                }
            }
        }
        let mut clause = heard.clause.clone();
        let nothing_there = self.known.resources.is_empty() && self.done.subtasks.is_empty();
        if nothing_there {
            for (tool, alignment) in toolbox.tools.iter().zip(&mut clause.alignments) {
                if self.media(tool).next().is_some() {
                    alignment.likeness *= NOTHING_THERE;
                }
            }
        }
        self.hear_subtitles(heard, &mut clause, by_clause);
        if sources.is_empty() {
            return clause;
        }
        self.pass_on(&mut clause, &sources);
        self.ask_for_the_form(heard, &mut clause);
        let pointed = self
            .request
            .points
            .values()
            .any(|points| !points.is_empty());
        let lacks_part = self.lacks_part(heard, &sources);
        let on_the_way: Vec<&Tool> = self.spoken_of(&clause, ASKED_FOR).collect();
        let texts = self.texts_of_clause(heard, by_clause);
        for (tool, alignment) in toolbox.tools.iter().zip(&mut clause.alignments) {
            alignment.likeness *= ONE_TEXT.powi(texts_of(tool).saturating_sub(texts.max(1)) as i32);
            let nowhere = self
                .media(tool)
                .filter(|of| is_file(of) && !self.is_anywhere(of))
                .count();
            alignment.likeness *= NOWHERE.powi(nowhere as i32);
            if lacks_part && is_about_a_part(tool) {
                alignment.likeness *= NO_PART;
            }
            if pointed && takes_box_only(tool) {
                alignment.likeness *= UNFIT;
            }
            let takes =
                |of: &ResourceType| tool.args.iter().any(|a| toolbox.fits(of, &a.resource_type));
            // “A depth map of gate.jpg for a gingerbread house”: what is asked for on the way makes
            // it fit.
            let through = |of: &ResourceType| {
                let mut fitting = on_the_way.iter().filter(|maker| takes(&maker.returns));
                fitting.any(|maker| {
                    maker
                        .args
                        .iter()
                        .any(|a| toolbox.fits(of, &a.resource_type))
                })
            };
            let takes = |of: &&&ResourceType| takes(of) || through(of);
            let fitting = sources.iter().filter(takes).count() as f32 / sources.len() as f32;
            alignment.likeness *= UNFIT + (1.0 - UNFIT) * fitting;
        }
        let best = clause
            .alignments
            .iter()
            .map(|alignment| alignment.likeness)
            .fold(0.0, f32::max);
        for alignment in &mut clause.alignments {
            alignment.likeness /= best.max(f32::MIN_POSITIVE);
        }
        clause
    }

    /// Passes the mention of a tool that works on files of which there are none on to the likeliest
    /// that makes the same of files that are there: edges of a video, where there is no image.
    fn pass_on(&self, clause: &mut Clause, sources: &[&ResourceType]) {
        let toolbox = self.graph.toolbox();
        let takes = |tool: &Tool, holds: &dyn Fn(&ResourceType) -> bool| {
            let mut media = self.media(tool).peekable();
            media.peek().is_some() && media.all(holds)
        };
        for index in toolbox.indices() {
            let tool = &toolbox[index];
            let mention = clause.alignments[index.0].mention;
            let is_absent = |of: &ResourceType| {
                is_file(of)
                    && !self.is_anywhere(of)
                    && !(*of == ResourceType::AUDIO && self.holds_audio())
            };
            if mention < ASKED_FOR || !takes(tool, &is_absent) {
                continue;
            }
            let stands_in = |other: &ToolIndex| {
                toolbox[*other].returns == tool.returns
                    && takes(&toolbox[*other], &|of| sources.contains(&of))
            };
            let likeness = |other: &ToolIndex| clause.alignments[other.0].likeness;
            let other = toolbox
                .indices()
                .filter(stands_in)
                .max_by(|a, b| likeness(a).total_cmp(&likeness(b)));
            if let Some(other) = other {
                clause.alignments[other.0].mention =
                    clause.alignments[other.0].mention.max(mention);
            }
        }
    }

    /// Mentions tools that turn audio into words where a clause speaks of subtitles and gives no
    /// text for them.
    fn hear_subtitles(
        &self,
        heard: &HeardClause,
        clause: &mut Clause,
        by_clause: &[Vec<SubtaskId>],
    ) {
        static SUBTITLES: LazyLock<Regex> = LazyLock::new(|| {
            Regex::new(r"(?i)\b(?:sub-?titles?|sub-?titled|subs|(?:closed|burn(?:ed|t)?[ -]in|burn|hard|open) captions|captions (?:on|to|for))\b").expect("a valid expression")
        });
        let given = heard.files.iter().zip(&self.known.resources);
        let has_text = given
            .filter(|(probability, _)| **probability > MEANT)
            .any(|(_, file)| {
                self.graph
                    .toolbox()
                    .fits(&file.resource_type, &ResourceType::TEXT)
            });
        let earlier = heard
            .earlier
            .iter()
            .zip(by_clause)
            .filter(|(probability, _)| **probability > MEANT);
        let makes_text = earlier
            .flat_map(|(_, made)| made)
            .any(|id| self.subtask(*id).goal.returns.resource_type == ResourceType::TEXT);
        let says = heard.spans.says_something() || has_text || makes_text;
        if says || !SUBTITLES.is_match(self.span(heard.clause.tokens.clone())) {
            return;
        }
        for (tool, alignment) in self
            .graph
            .toolbox()
            .tools
            .iter()
            .zip(&mut clause.alignments)
        {
            let listens = tool.returns == ResourceType::TEXT
                && !tool.args.is_empty()
                && tool
                    .args
                    .iter()
                    .all(|argument| argument.resource_type == ResourceType::AUDIO);
            if listens {
                alignment.mention = alignment.mention.max(SAID);
            }
        }
    }

    /// The likeliest tool that does to a whole image what the tool `key` does to a part of it,
    /// where no part is named, shown or known.
    pub(super) fn about_all_of_it(
        &self,
        clause: &Clause,
        key: ToolIndex,
        spans: &TextSpans,
        lists: &[Vec<Subject>],
    ) -> Option<ToolIndex> {
        let toolbox = self.graph.toolbox();
        let shown = lists
            .iter()
            .flatten()
            .any(|subject| is_region(&subject.resource_type));
        if !is_about_a_part(&toolbox[key])
            || spans.says_something()
            || shown
            || !self.request.points.is_empty()
        {
            return None;
        }
        let whole = |tool: &Tool| -> Vec<(ResourceType, Option<TextRole>)> {
            let args = tool
                .args
                .iter()
                .filter(|argument| !is_region(&argument.resource_type));
            args.map(|argument| (argument.resource_type.clone(), argument.role))
                .collect()
        };
        let is_same = |other: &ToolIndex| {
            toolbox[*other].returns == toolbox[key].returns
                && toolbox[*other].args.len() < toolbox[key].args.len()
                && whole(&toolbox[*other]) == whole(&toolbox[key])
        };
        let likeness = |tool: &ToolIndex| clause.alignments[tool.0].likeness;
        toolbox
            .indices()
            .filter(is_same)
            .max_by(|a, b| likeness(a).total_cmp(&likeness(b)))
    }

    /// How many texts a clause has to work on: those that it quotes or says, files, and results of
    /// earlier clauses.
    fn texts_of_clause(&self, heard: &HeardClause, by_clause: &[Vec<SubtaskId>]) -> usize {
        let toolbox = self.graph.toolbox();
        let is_text = |of: &ResourceType| toolbox.fits(of, &ResourceType::TEXT);
        let quoted = self.tokens[heard.clause.tokens.clone()]
            .iter()
            .filter(|t| matches!(t.kind, Kind::Quote))
            .count();
        let said = quoted.max(usize::from(heard.spans.says_something()));
        let files = heard.files.iter().zip(&self.known.resources);
        let given = files
            .filter(|(meant, file)| **meant > MEANT && is_text(&file.resource_type))
            .count();
        let made = heard
            .earlier
            .iter()
            .zip(by_clause)
            .filter(|(meant, _)| **meant > MEANT);
        let made = made
            .flat_map(|(_, made)| made)
            .filter(|id| is_text(&self.subtask(**id).goal.returns.resource_type));
        said + given + made.count()
    }

    /// Whether a clause does not say which part of an image it is about.
    fn lacks_part(&self, heard: &HeardClause, sources: &[&ResourceType]) -> bool {
        let shown = !self.request.points.is_empty() || sources.iter().any(|of| is_region(of));
        let refers = self.tokens[heard.clause.tokens.clone()]
            .iter()
            .any(|token| {
                matches!(
                    token.kind,
                    Kind::Reference {
                        of: None,
                        several: false
                    }
                )
            });
        !shown && !refers && heard.spans.object.is_none() && heard.spans.content.is_none()
    }
}
