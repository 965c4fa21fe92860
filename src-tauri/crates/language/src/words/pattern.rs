//! An example request as a pattern with slots, and how well it aligns with a piece of a request.
//!
//! The alignment is a global one with costs for what is left over on either side (Needleman and
//! Wunsch 1970), where a slot may take several words. A word counts as much as it tells tools apart
//! (inverse document frequency over tools; Spärck Jones 1972).

mod align;
mod part;

use std::collections::{HashMap, HashSet};
use std::ops::Range;
use std::sync::Arc;

use patchbay_domain::{NamedResource, TextRole, Tool, ToolIndex, Toolbox};

use super::lexicon;
use super::tokens::{Kind, Token, tokenize};
use part::{Part, split};

/// One example of one tool.
#[derive(Debug)]
pub struct Pattern {
    /// The tool, by its index.
    pub tool: ToolIndex,
    parts: Vec<Part>,
    /// The most that an alignment can reach.
    best: f32,
}

/// What a slot took, as a range of tokens.
#[derive(Debug, Clone, PartialEq)]
pub struct Capture {
    /// What the words are for; none: a title.
    pub role: Option<TextRole>,
    /// The tokens.
    pub tokens: Range<usize>,
}

/// How a pattern aligns with tokens.
#[derive(Debug, Clone, Default)]
pub struct Alignment {
    /// Points for what was found, less what is left over on either side.
    pub points: f32,
    /// From 0 to 1: the share of the best that can be reached.
    pub likeness: f32,
    /// From 0 to 1: the share of an example's words that are there, whatever else is.
    pub mention: f32,
    /// What the word slots took.
    pub captures: Vec<Capture>,
}

/// Every example of a toolbox.
#[derive(Debug)]
pub struct Patterns {
    all: Arc<[Pattern]>,
    weights: HashMap<String, f32>,
    /// What a word that no example holds counts.
    unknown: f32,
    /// Words that examples begin with: a wish begins with one.
    pub openers: HashSet<String>,
    /// For tools without examples: the words of name and description.
    described: Vec<(ToolIndex, HashSet<String>)>,
}

const EXTRA_FILE: f32 = 1.6;
/// A likeness that is not worth an alignment.
const NEGLIGIBLE: f32 = 0.15;
const NOTHING: f32 = f32::NEG_INFINITY;

impl Patterns {
    /// The patterns of a toolbox's examples.
    pub fn new(toolbox: &Toolbox) -> Self {
        let mut examples = Vec::new();
        let mut described = Vec::new();
        for index in toolbox.indices() {
            let tool = &toolbox[index];
            for example in &tool.examples {
                examples.push((index, split(example, toolbox)));
            }
            if tool.examples.is_empty() {
                described.push((index, described_by(tool)));
            }
        }
        let mut tools_with: HashMap<String, HashSet<ToolIndex>> = HashMap::new();
        let mut openers = HashSet::new();
        for (tool, parts) in &examples {
            for (position, part) in parts.iter().enumerate() {
                if let Part::Word(word, _) = part {
                    tools_with.entry(word.clone()).or_default().insert(*tool);
                    if position == 0 && !lexicon::is_light(word) {
                        openers.insert(word.clone());
                    }
                }
            }
        }
        for (tool, words) in &described {
            for word in words {
                tools_with.entry(word.clone()).or_default().insert(*tool);
            }
        }
        let count = toolbox.tools.len() as f32;
        let weights: HashMap<String, f32> = tools_with
            .into_iter()
            .map(|(word, tools)| {
                let weight = (1.0 + count / tools.len() as f32).ln();
                let weight = if lexicon::is_light(&word) {
                    weight * 0.25
                } else {
                    weight
                };
                (word, weight)
            })
            .collect();
        let patterns = examples
            .into_iter()
            .map(|(tool, mut parts)| {
                for part in &mut parts {
                    if let Part::Word(word, weight) = part {
                        *weight = weights[word];
                    }
                }
                let best = parts.iter().map(Part::worth).sum::<f32>().max(0.1);
                Pattern { tool, parts, best }
            })
            .collect();
        Self {
            all: patterns,
            weights,
            unknown: (1.0 + count).ln() * 0.5,
            openers,
            described,
        }
    }

    /// The same patterns for a toolbox in which other tools stand behind those of this one. The others
    /// are judged by their words; what the examples' words count stays as it is.
    #[must_use]
    pub fn beside(&self, others: impl IntoIterator<Item = ToolIndex>, toolbox: &Toolbox) -> Self {
        let others: Vec<_> = others
            .into_iter()
            .map(|index| (index, described_by(&toolbox[index])))
            .collect();
        let mut weights = self.weights.clone();
        let rare = (1.0 + toolbox.tools.len() as f32).ln();
        for word in others.iter().flat_map(|(_, words)| words) {
            weights.entry(word.clone()).or_insert(rare);
        }
        Self {
            all: Arc::clone(&self.all),
            weights,
            unknown: self.unknown,
            openers: self.openers.clone(),
            described: self.described.iter().cloned().chain(others).collect(),
        }
    }

    /// Whether one of these words, no number, is one that examples begin with.
    pub fn opens(&self, tokens: &[Token]) -> bool {
        let is_opener =
            |word: &str| word.chars().all(char::is_alphabetic) && self.openers.contains(word);
        tokens
            .iter()
            .any(|token| matches!(&token.kind, Kind::Word(word) if is_opener(word)))
    }

    fn cost_of_leaving(&self, token: &Token) -> f32 {
        match &token.kind {
            Kind::Word(word) if lexicon::is_light(word) => 0.03,
            Kind::Word(word) => 0.4 * self.weights.get(word).copied().unwrap_or(self.unknown),
            Kind::Files(_) => EXTRA_FILE,
            Kind::Reference { .. } => 0.15,
            Kind::Quote => 0.5,
            Kind::Break => 0.02,
        }
    }

    /// The best alignment for each tool; tools that bring no example are judged by their words.
    pub fn align(
        &self,
        tokens: &[Token],
        resources: &[NamedResource],
        toolbox: &Toolbox,
    ) -> Vec<Alignment> {
        let mut best: Vec<Alignment> = vec![
            Alignment {
                points: NOTHING,
                ..Alignment::default()
            };
            toolbox.tools.len()
        ];
        let leaving: Vec<f32> = tokens
            .iter()
            .map(|token| self.cost_of_leaving(token))
            .collect();
        let words: HashSet<&str> = tokens
            .iter()
            .filter_map(|token| {
                if let Kind::Word(word) = &token.kind {
                    Some(word.as_str())
                } else {
                    None
                }
            })
            .collect();
        let mut mention = vec![0.0_f32; best.len()];
        for pattern in self.all.iter() {
            mention[pattern.tool.0] = mention[pattern.tool.0].max(pattern.mention(&words));
            if pattern.points_at_best(&words)
                <= best[pattern.tool.0].points.max(NEGLIGIBLE * pattern.best)
            {
                continue;
            }
            let alignment = pattern.align(tokens, &leaving, resources, toolbox);
            let known = &mut best[pattern.tool.0];
            if alignment.points > known.points {
                *known = alignment;
            }
        }
        let said: Vec<&str> = words
            .into_iter()
            .filter(|word| !lexicon::is_light(word))
            .collect();
        for (tool, words) in &self.described {
            let weigh = |word: &str| self.weights.get(word).copied().unwrap_or(self.unknown);
            let shared: f32 = said
                .iter()
                .filter(|word| words.contains(**word))
                .map(|word| weigh(word))
                .sum();
            let all: f32 = said.iter().map(|word| weigh(word)).sum::<f32>().max(0.1);
            best[tool.0] = Alignment {
                points: shared - 0.4 * (all - shared),
                likeness: shared / all,
                mention: shared / all,
                captures: Vec::new(),
            };
        }
        // Points compare: what a pattern leaves over is taken off, and one that explains more words
        // has more.
        let most = best
            .iter()
            .map(|alignment| alignment.points)
            .fold(0.1, f32::max);
        let surest = best
            .iter()
            .filter(|a| a.points >= most)
            .map(|a| a.likeness)
            .fold(0.0, f32::max);
        for (alignment, mention) in best.iter_mut().zip(mention) {
            alignment.mention = alignment.mention.max(mention);
            alignment.likeness = (alignment.points / most).max(0.0) * surest;
        }
        best
    }
}

/// The words of a tool's name and description.
fn described_by(tool: &Tool) -> HashSet<String> {
    let name = tool.name.replace(['_', '-'], " ");
    words_of(&format!("{name} {}", tool.description))
}

fn words_of(text: &str) -> HashSet<String> {
    tokenize(text, &[])
        .into_iter()
        .filter_map(|token| match token.kind {
            Kind::Word(word) if !lexicon::is_light(&word) => Some(word),
            _ => None,
        })
        .collect()
}
