//! An inverted index over fields of unlike weight. Scores are those of BM25F (Robertson, Zaragoza
//! and Taylor 2004): a word's counts are normalised by each field's length, weighted, summed, and
//! only then saturated.

use std::collections::HashMap;

use super::Described;
use super::words::Stems;

/// Weight of a word's count in a field, and the share of the field's length by which that is
/// reduced (from 0 to 1).
struct Field {
    weight: f32,
    by_length: f32,
}

/// Name, description, server's name, its description, names of inputs, what is said of them.
const FIELDS: [Field; 6] = [
    Field {
        weight: 3.0,
        by_length: 0.4,
    },
    Field {
        weight: 1.0,
        by_length: 0.6,
    },
    Field {
        weight: 1.0,
        by_length: 0.4,
    },
    Field {
        weight: 0.3,
        by_length: 0.6,
    },
    Field {
        weight: 0.5,
        by_length: 0.6,
    },
    Field {
        weight: 0.3,
        by_length: 0.6,
    },
];
/// How soon more of the same word counts no more.
const SATURATION: f32 = 1.2;

/// Index of the tools in which each word stands, with its score in each.
pub struct Lexical {
    stems: Stems,
    postings: HashMap<String, Vec<(u32, f32)>>,
    tools: usize,
}

impl Lexical {
    /// Reads all tools.
    pub fn new(tools: &[Described]) -> Self {
        let stems = Stems::default();
        let counted: Vec<[HashMap<String, f32>; FIELDS.len()]> =
            tools.iter().map(|tool| counts(&stems, tool)).collect();
        let mut lengths = [0.0_f32; FIELDS.len()];
        for fields in &counted {
            for (length, field) in lengths.iter_mut().zip(fields) {
                *length += field.values().sum::<f32>() / tools.len() as f32;
            }
        }
        let mut postings: HashMap<String, Vec<(u32, f32)>> = HashMap::new();
        for (index, fields) in counted.into_iter().enumerate() {
            for (word, frequency) in weighted(fields, &lengths) {
                postings
                    .entry(word)
                    .or_default()
                    .push((index as u32, frequency));
            }
        }
        for entries in postings.values_mut() {
            let with = entries.len() as f32;
            let rarity = (1.0 + (tools.len() as f32 - with + 0.5) / (with + 0.5)).ln();
            for (_, value) in entries {
                *value = rarity * *value / (*value + SATURATION);
            }
        }
        Self {
            stems,
            postings,
            tools: tools.len(),
        }
    }

    /// Returns the number of words of a text that are searched for.
    pub fn words(&self, text: &str) -> usize {
        self.stems.of(text).len()
    }

    /// Returns each tool's score for a text; 0 if it shares no word with it.
    pub fn scores(&self, text: &str) -> Vec<f32> {
        let mut scores = vec![0.0; self.tools];
        let mut words: Vec<(String, f32)> = count(self.stems.of(text)).into_iter().collect();
        // Sums of floats depend on their order, and a map has none.
        words.sort_by(|a, b| a.0.cmp(&b.0));
        for (word, times) in words {
            let factor = 1.0 + times.ln();
            for &(index, value) in self.postings.get(&word).into_iter().flatten() {
                scores[index as usize] += factor * value;
            }
        }
        scores
    }
}

fn counts(stems: &Stems, tool: &Described) -> [HashMap<String, f32>; FIELDS.len()] {
    let (mut names, mut said) = (String::new(), String::new());
    for input in &tool.inputs {
        let (name, rest) = input.split_once(char::is_whitespace).unwrap_or((input, ""));
        names.push_str(name);
        names.push(' ');
        said.push_str(rest);
        said.push(' ');
    }
    [
        &tool.name,
        &tool.description,
        &tool.server,
        &tool.server_description,
        &names,
        &said,
    ]
    .map(|text| count(stems.of(text)))
}

fn count(words: Vec<String>) -> HashMap<String, f32> {
    let mut counts = HashMap::new();
    for word in words {
        *counts.entry(word).or_insert(0.0) += 1.0;
    }
    counts
}

/// A tool's words with their counts over all fields. `lengths`: how long each field is on average.
fn weighted(
    fields: [HashMap<String, f32>; FIELDS.len()],
    lengths: &[f32; FIELDS.len()],
) -> HashMap<String, f32> {
    let mut all = HashMap::new();
    for ((field, words), average) in FIELDS.iter().zip(fields).zip(lengths) {
        let length: f32 = words.values().sum();
        let normal =
            1.0 - field.by_length + field.by_length * length / average.max(f32::MIN_POSITIVE);
        for (word, times) in words {
            *all.entry(word).or_insert(0.0) += field.weight * times / normal;
        }
    }
    all
}
