//! In which form a result is wanted, where words say so beside what is to be done: heard rather
//! than read, boxes drawn.

use std::sync::LazyLock;

use patchbay_domain::{ResourceType, Tool, ToolIndex};
use regex::Regex;

use super::super::clauses::Clause;
use super::super::reader::HeardClause;
use super::Reading;

/// How surely what was the likeliest tool is asked for on the way to the form that is wanted.
const ON_THE_WAY: f32 = 0.9;

impl Reading<'_> {
    /// Makes the tool the likeliest that brings the likeliest one's result into the form that words
    /// ask for: “a spoken summary” is read aloud, “boxes with names round everything” are drawn.
    pub(super) fn ask_for_the_form(&self, heard: &HeardClause, clause: &mut Clause) {
        static SPOKEN: LazyLock<Regex> = LazyLock::new(|| {
            let texts =
                "summary|version|description|translation|answer|caption|recap|digest|transcript";
            Regex::new(&format!(
                r"(?i)\bspoken (?:\w+ )?(?:{texts})\b|\bread (?:me|us|(?:it|this|that|them) (?:out )?to (?:me|us))\b"
            ))
            .expect("a valid expression")
        });
        static BOXES: LazyLock<Regex> = LazyLock::new(|| {
            Regex::new(r"(?i)\bboxes (?:with (?:names|labels|their names) )?(?:a?round|over|onto)\b|\b(?:draw|paint)\b.*\bboxes\b|\blabel\b.*\bwith boxes\b")
                .expect("a valid expression")
        });
        let words = self.span(heard.clause.tokens.clone());
        let toolbox = self.graph.toolbox();
        let likeness = |clause: &Clause, tool: ToolIndex| clause.alignments[tool.0].likeness;
        let best = toolbox
            .indices()
            .max_by(|a, b| likeness(clause, *a).total_cmp(&likeness(clause, *b)));
        let Some(best) = best else { return };
        let made = &toolbox[best].returns;
        let text = |of: &ResourceType| toolbox.fits(of, &ResourceType::TEXT);
        let reads = |tool: &Tool| {
            tool.returns == ResourceType::AUDIO
                && tool.args.len() == 1
                && text(&tool.args[0].resource_type)
        };
        let draws = |tool: &Tool| {
            tool.returns == ResourceType::IMAGE
                && tool.args.len() == 2
                && tool
                    .args
                    .iter()
                    .any(|argument| argument.resource_type == ResourceType::BBOX)
                && tool
                    .args
                    .iter()
                    .any(|argument| argument.resource_type == ResourceType::IMAGE)
        };
        let forms: &dyn Fn(&Tool) -> bool = if text(made) && SPOKEN.is_match(words) {
            &reads
        } else if *made == ResourceType::BBOX && BOXES.is_match(words) {
            &draws
        } else {
            return;
        };
        let forming = toolbox.indices().filter(|tool| forms(&toolbox[*tool]));
        let likeliest =
            forming.max_by(|a, b| likeness(clause, *a).total_cmp(&likeness(clause, *b)));
        if let Some(likeliest) = likeliest {
            clause.alignments[likeliest.0].likeness = likeness(clause, best) * 1.01;
            clause.alignments[best.0].mention = clause.alignments[best.0].mention.max(ON_THE_WAY);
        }
    }
}
