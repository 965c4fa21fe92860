//! Scores of the sentences that say most: R. Mihalcea and P. Tarau, "`TextRank`: bringing order
//! into texts" (2004).

use std::collections::{HashMap, HashSet};

use crate::shared::language::Language;

const DAMPING: f64 = 0.85;
/// Change below which the scores have settled.
const PRECISION: f64 = 1e-4;
const MOST_ROUNDS: usize = 50;

/// A score for each sentence: the higher, the more of the text it speaks of. `check` is called
/// often and stops it.
pub(crate) fn scores<E>(
    sentences: &[String],
    language: &Language,
    check: &dyn Fn() -> Result<(), E>,
) -> Result<Vec<f64>, E> {
    let words: Vec<HashSet<String>> = sentences
        .iter()
        .map(|sentence| language.content_stems(sentence).into_iter().collect())
        .collect();
    let edges = similarities(&words, check)?;
    let weights: Vec<f64> = edges
        .iter()
        .map(|row| row.iter().map(|(_, weight)| weight).sum())
        .collect();
    let mut scores = vec![1.0; sentences.len()];
    for _ in 0..MOST_ROUNDS {
        check()?;
        let next: Vec<f64> = edges
            .iter()
            .map(|row| {
                let received: f64 = row
                    .iter()
                    .map(|&(from, weight)| weight / weights[from] * scores[from])
                    .sum();
                1.0 - DAMPING + DAMPING * received
            })
            .collect();
        let change = next
            .iter()
            .zip(&scores)
            .map(|(new, old)| (new - old).abs())
            .fold(0.0, f64::max);
        scores = next;
        if change < PRECISION {
            break;
        }
    }
    Ok(scores)
}

/// For each sentence the others that share words with it: how many, over the logarithms of their
/// lengths (equation 1 of section 4.1).
fn similarities<E>(
    words: &[HashSet<String>],
    check: &dyn Fn() -> Result<(), E>,
) -> Result<Vec<Vec<(usize, f64)>>, E> {
    let mut where_used: HashMap<&str, Vec<usize>> = HashMap::new();
    for (index, sentence) in words.iter().enumerate() {
        for word in sentence {
            where_used.entry(word).or_default().push(index);
        }
    }
    let mut edges = Vec::with_capacity(words.len());
    for (index, sentence) in words.iter().enumerate() {
        check()?;
        let mut shared = vec![0_u32; words.len()];
        for word in sentence {
            for &other in &where_used[word.as_str()] {
                shared[other] += 1;
            }
        }
        let length = (sentence.len() as f64).ln_1p();
        let others = shared
            .iter()
            .enumerate()
            .filter(|&(other, count)| other != index && *count > 0);
        edges.push(
            others
                .map(|(other, count)| {
                    (
                        other,
                        f64::from(*count) / (length + (words[other].len() as f64).ln_1p()),
                    )
                })
                .collect(),
        );
    }
    Ok(edges)
}
