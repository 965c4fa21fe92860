//! An example request as a pattern with slots, and how well it aligns with a piece of a request.
//!
//! The alignment is a global one with costs for what is left over on either side (Needleman and Wunsch 1970), where a
//! slot may take several words. A word counts as much as it tells tools apart (inverse document frequency over tools;
//! Spärck Jones 1972).

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use patchbay_domain::{NamedResource, ResourceType, TextRole, Toolbox};

use super::lexicon;
use super::tokens::{Kind, TIME, Token, UNIT, tokenize};

/// A part of a pattern.
#[derive(Debug, Clone, PartialEq)]
enum Part {
    /// A word, and how much it counts.
    Word(String, f32),
    /// A file of a type; at least so many.
    File(ResourceType, usize),
    /// `it`, `this`.
    Reference,
    /// Words that are copied.
    Words(TextRole),
    /// A text: words or a text file.
    Text,
    /// A title in words.
    Title,
}

/// One example of one tool.
#[derive(Debug)]
pub struct Pattern {
    /// The tool, by its index.
    pub tool: usize,
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
    all: Vec<Pattern>,
    weights: HashMap<String, f32>,
    /// What a word that no example holds counts.
    unknown: f32,
    /// Words that examples begin with: a wish begins with one.
    pub openers: HashSet<String>,
    /// For tools without examples: the words of name and description.
    described: Vec<(usize, HashSet<String>)>,
}

const FILE: f32 = 1.0;
const REFERENCE: f32 = 0.6;
const SLOT: f32 = 0.5;
const EXTRA_FILE: f32 = 1.6;
/// A likeness that is not worth an alignment.
const NEGLIGIBLE: f32 = 0.15;
const NOTHING: f32 = f32::NEG_INFINITY;

impl Patterns {
    /// The patterns of a toolbox's examples.
    pub fn new(toolbox: &Toolbox) -> Self {
        let mut examples = Vec::new();
        let mut described = Vec::new();
        for (index, tool) in toolbox.tools.iter().enumerate() {
            for example in &tool.examples {
                examples.push((index, split(example, toolbox)));
            }
            if tool.examples.is_empty() {
                let text = format!("{} {}", tool.name.replace(['_', '-'], " "), tool.description);
                described.push((index, words_of(&text)));
            }
        }
        let mut tools_with: HashMap<String, HashSet<usize>> = HashMap::new();
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
                let weight = if lexicon::is_light(&word) { weight * 0.25 } else { weight };
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
        Self { all: patterns, weights, unknown: (1.0 + count).ln() * 0.5, openers, described }
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
    pub fn align(&self, tokens: &[Token], resources: &[NamedResource], toolbox: &Toolbox) -> Vec<Alignment> {
        let mut best: Vec<Alignment> = vec![Alignment { points: NOTHING, ..Alignment::default() }; toolbox.tools.len()];
        let leaving: Vec<f32> = tokens.iter().map(|token| self.cost_of_leaving(token)).collect();
        let words: HashSet<&str> = tokens
            .iter()
            .filter_map(|token| if let Kind::Word(word) = &token.kind { Some(word.as_str()) } else { None })
            .collect();
        let mut mention = vec![0.0_f32; best.len()];
        for pattern in &self.all {
            mention[pattern.tool] = mention[pattern.tool].max(pattern.mention(&words));
            if pattern.points_at_best(&words) <= best[pattern.tool].points.max(NEGLIGIBLE * pattern.best) {
                continue;
            }
            let alignment = pattern.align(tokens, &leaving, resources, toolbox);
            let known = &mut best[pattern.tool];
            if alignment.points > known.points {
                *known = alignment;
            }
        }
        let said: Vec<&str> = words.into_iter().filter(|word| !lexicon::is_light(word)).collect();
        for (tool, words) in &self.described {
            let weigh = |word: &str| self.weights.get(word).copied().unwrap_or(self.unknown);
            let shared: f32 = said.iter().filter(|word| words.contains(**word)).map(|word| weigh(word)).sum();
            let all: f32 = said.iter().map(|word| weigh(word)).sum::<f32>().max(0.1);
            best[*tool] = Alignment {
                points: shared - 0.4 * (all - shared),
                likeness: shared / all,
                mention: shared / all,
                captures: Vec::new(),
            };
        }
        // Points compare: what a pattern leaves over is taken off, and one that explains more words has more.
        let most = best.iter().map(|alignment| alignment.points).fold(0.1, f32::max);
        let surest = best.iter().filter(|a| a.points >= most).map(|a| a.likeness).fold(0.0, f32::max);
        for (alignment, mention) in best.iter_mut().zip(mention) {
            alignment.mention = alignment.mention.max(mention);
            alignment.likeness = (alignment.points / most).max(0.0) * surest;
        }
        best
    }
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

/// The parts of an example: `{image}` and other types are file slots, `{object}`, `{content}`, … slots for words.
fn split(example: &str, toolbox: &Toolbox) -> Vec<Part> {
    let mut parts: Vec<Part> = Vec::new();
    let mut rest = example;
    while !rest.is_empty() {
        let (before, slot, after) = match rest.split_once('{').and_then(|(before, tail)| {
            let (slot, after) = tail.split_once('}')?;
            Some((before, slot, after))
        }) {
            Some((before, slot, after)) => (before, Some(slot), after),
            None => (rest, None, ""),
        };
        for token in tokenize(before, &[]) {
            match token.kind {
                Kind::Word(word) => parts.push(Part::Word(word, 0.0)),
                Kind::Reference { of: Some(of), .. } => parts.push(Part::File(ResourceType::new(of), 1)),
                Kind::Reference { of: None, .. } => parts.push(Part::Reference),
                _ => {}
            }
        }
        match slot {
            Some("object") => parts.push(Part::Words(TextRole::Object)),
            Some("content") => parts.push(Part::Words(TextRole::Content)),
            Some("question") => parts.push(Part::Words(TextRole::Question)),
            Some("text") => parts.push(Part::Text),
            Some("title") => parts.push(Part::Title),
            Some(name) => push_file(&mut parts, ResourceType::new(name)),
            None => {}
        }
        rest = after;
    }
    debug_assert!(parts.iter().all(|part| match part {
        Part::File(of, _) => toolbox.declares(of),
        _ => true,
    }));
    parts
}

/// `{image} and {image}` is one slot for a list.
fn push_file(parts: &mut Vec<Part>, of: ResourceType) {
    let length = parts.len();
    if length >= 2
        && parts[length - 1] == Part::Word("and".to_owned(), 0.0)
        && let Part::File(before, count) = &mut parts[length - 2]
        && *before == of
    {
        *count += 1;
        parts.pop();
        return;
    }
    parts.push(Part::File(of, 1));
}

impl Part {
    /// What it counts when it is found.
    fn worth(&self) -> f32 {
        match self {
            Self::Word(_, weight) => *weight,
            Self::File(..) => FILE,
            Self::Reference => REFERENCE,
            Self::Words(_) | Self::Text | Self::Title => SLOT,
        }
    }

    /// What it costs when it is not found.
    fn missing(&self) -> f32 {
        match self {
            Self::Word(_, weight) => 0.55 * weight,
            Self::File(_, 1) => 0.45,
            Self::Reference => 0.15,
            Self::Words(_) | Self::Text => 0.6,
            Self::Title | Self::File(..) => 1.0,
        }
    }

    /// The points for taking one token that is no word slot's; none where it does not fit.
    fn takes(&self, token: &Token, resources: &[NamedResource], toolbox: &Toolbox) -> Option<f32> {
        match (self, &token.kind) {
            (Self::Word(word, weight), Kind::Word(said)) => (word == said).then_some(*weight),
            (Self::File(of, count), Kind::Files(files)) => {
                let fits = files
                    .iter()
                    .all(|file| resources.get(*file).is_some_and(|r| can_be(&r.resource_type, of, toolbox)));
                let exact = files.first().is_some_and(|f| resources[*f].resource_type == *of);
                let enough = if files.len() >= *count { 0.0 } else { 0.8 };
                fits.then_some(FILE - enough - if exact { 0.0 } else { 0.25 })
            }
            (Self::File(of, count), Kind::Reference { of: said, several }) => {
                let fits = said.is_none_or(|said| {
                    let said = ResourceType::new(said);
                    toolbox.fits(of, &said) || toolbox.fits(&said, of)
                });
                fits.then_some(if *count > 1 && !several { 0.1 } else { FILE - 0.2 })
            }
            (Self::Reference, Kind::Reference { of: None, .. }) => Some(REFERENCE),
            (Self::Reference, Kind::Reference { .. } | Kind::Files(_)) => Some(REFERENCE - 0.2),
            (Self::Text, Kind::Files(files)) => files
                .iter()
                .all(|file| resources.get(*file).is_some_and(|r| r.resource_type == ResourceType::TEXT))
                .then_some(FILE),
            (Self::Text, Kind::Reference { of, .. }) => of.is_none_or(|of| of == "text").then_some(0.4),
            _ => None,
        }
    }

    /// How many words a slot may take, and what each after the second costs.
    fn span(&self) -> Option<(usize, f32)> {
        match self {
            Self::Words(TextRole::Object) => Some((7, 0.12)),
            Self::Words(_) | Self::Text => Some((40, 0.03)),
            Self::Title => Some((12, 0.05)),
            _ => None,
        }
    }
}

/// Whether a file can be meant as that type: it is one, or a picture that words can declare to be a mask, a depth map.
fn can_be(given: &ResourceType, of: &ResourceType, toolbox: &Toolbox) -> bool {
    toolbox.fits(given, of)
        || (given == &ResourceType::IMAGE && toolbox.fits(of, given))
        || (of == &ResourceType::AUDIO && given == &ResourceType::VIDEO)
}

impl Pattern {
    /// The share of its words, by what they count, that are among `words`.
    fn mention(&self, words: &HashSet<&str>) -> f32 {
        let (mut there, mut all) = (0.0, 0.0);
        for part in &self.parts {
            if let Part::Word(word, weight) = part {
                all += weight;
                there += if words.contains(word.as_str()) { *weight } else { 0.0 };
            }
        }
        if all > 0.5 { there / all } else { 0.0 }
    }

    /// The most points that an alignment with tokens of these words can reach.
    fn points_at_best(&self, words: &HashSet<&str>) -> f32 {
        let points = |part: &Part| match part {
            Part::Word(word, _) if !words.contains(word.as_str()) => -part.missing(),
            part => part.worth(),
        };
        self.parts.iter().map(points).sum::<f32>()
    }

    fn align(&self, tokens: &[Token], leaving: &[f32], resources: &[NamedResource], toolbox: &Toolbox) -> Alignment {
        let (rows, columns) = (self.parts.len() + 1, tokens.len() + 1);
        let mut points = vec![NOTHING; rows * columns];
        // How each cell was reached: the rows and columns to step back.
        let mut back: Vec<(u8, u8)> = vec![(0, 0); rows * columns];
        let at = |row: usize, column: usize| row * columns + column;
        points[0] = 0.0;
        for row in 0..rows {
            for column in 0..columns {
                let mut best = (points[at(row, column)], back[at(row, column)]);
                let mut offer = |value: f32, step: (u8, u8)| {
                    if value > best.0 {
                        best = (value, step);
                    }
                };
                if column > 0 {
                    offer(points[at(row, column - 1)] - leaving[column - 1], (0, 1));
                }
                if row > 0 {
                    let part = &self.parts[row - 1];
                    offer(points[at(row - 1, column)] - part.missing(), (1, 0));
                    if column > 0
                        && let Some(gain) = part.takes(&tokens[column - 1], resources, toolbox)
                    {
                        offer(points[at(row - 1, column - 1)] + gain, (1, 1));
                    }
                    if let Some((most, cost)) = part.span() {
                        for length in 1..=most.min(column) {
                            let token = &tokens[column - length];
                            let is_object = matches!(part, Part::Words(TextRole::Object));
                            let copied = match &token.kind {
                                Kind::Files(_) => false,
                                Kind::Break => !is_object && length > 1,
                                // “Cut out the first ten seconds” is not about a thing to be seen.
                                Kind::Word(word) if word == TIME || word == UNIT => !is_object,
                                _ => true,
                            };
                            if !copied {
                                break;
                            }
                            let light = length == 1 && matches!(&token.kind, Kind::Word(w) if lexicon::is_light(w));
                            let only_light = if light { 1.0 } else { 0.0 };
                            let gain = SLOT - only_light - cost * length.saturating_sub(2) as f32;
                            offer(points[at(row - 1, column - length)] + gain, (1, length as u8));
                        }
                    }
                }
                points[at(row, column)] = best.0;
                back[at(row, column)] = best.1;
            }
        }
        let total = points[at(rows - 1, columns - 1)];
        let mut captures = Vec::new();
        let (mut row, mut column) = (rows - 1, columns - 1);
        while row > 0 || column > 0 {
            let (up, left) = back[at(row, column)];
            if up == 0 && left == 0 {
                break;
            }
            if up == 1 && left > 0 {
                let role = match &self.parts[row - 1] {
                    Part::Words(role) => Some(Some(*role)),
                    Part::Text => Some(Some(TextRole::Content)),
                    Part::Title => Some(None),
                    _ => None,
                };
                let range = column - left as usize..column;
                let is_file = matches!(tokens[range.start].kind, Kind::Files(_) | Kind::Reference { .. }) && left == 1;
                if let Some(role) = role.filter(|_| !is_file) {
                    captures.push(Capture { role, tokens: range });
                }
            }
            row -= up as usize;
            column -= left as usize;
        }
        captures.reverse();
        Alignment { points: total, likeness: (total / self.best).clamp(0.0, 1.0), mention: 0.0, captures }
    }
}
