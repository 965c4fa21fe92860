//! All that is known of how well tools fit a request, as one ranking.

use std::collections::HashMap;

use super::clauses::clauses;
use super::dense::Dense;
use super::files::with_kinds;
use super::lexical::Lexical;
use super::{Described, words};

/// Weight of the clause that fits a tool best, beside the whole request. Of .3, .5, .7 and 1, on
/// three sets of requests, .3 and more find more tools of requests with several wishes, and .3
/// loses the least of the others.
const CLAUSE: f32 = 0.3;
/// Weight of the best tool of a server for its other tools: what one request needs often lies with
/// one server.
const SERVER: f32 = 0.2;
/// Weight of likeness in meaning, from 0 to 1; words have the rest.
const MEANING: f32 = 0.65;
/// Score added to a tool whose name the request gives: more than all else together.
const NAMED: f32 = 3.0;
/// How far in front a tool has to stand whichever way one looks.
const SURE: usize = 4;
/// The fewest words of a clause that is looked at by itself.
const LEAST_WORDS: usize = 2;
/// Clauses that are looked at; the rest of a very long request counts as part of the whole.
const MOST_CLAUSES: usize = 32;

/// Finds tools for requests.
pub struct Retriever {
    lexical: Lexical,
    dense: Option<Dense>,
    /// For each tool its server's number.
    servers: Vec<usize>,
    /// Places of the tools of a name, by the name in lower case and by its words.
    named: HashMap<String, Vec<usize>>,
}

impl Retriever {
    /// Finds by words alone.
    pub fn new(tools: &[Described]) -> Self {
        let mut numbers: HashMap<&str, usize> = HashMap::new();
        let mut servers = Vec::with_capacity(tools.len());
        let mut named: HashMap<String, Vec<usize>> = HashMap::with_capacity(tools.len());
        for (index, tool) in tools.iter().enumerate() {
            let next = numbers.len();
            servers.push(*numbers.entry(&tool.server).or_insert(next));
            let (literal, spoken) = (tool.name.to_lowercase(), spoken(&tool.name));
            if spoken != literal {
                named.entry(spoken).or_default().push(index);
            }
            named.entry(literal).or_default().push(index);
        }
        named.remove("");
        Self {
            lexical: Lexical::new(tools),
            dense: None,
            servers,
            named,
        }
    }

    /// Finds by words and by meaning.
    #[must_use]
    pub fn with_dense(mut self, dense: Dense) -> Self {
        self.dense = Some(dense);
        self
    }

    /// The tools that fit a request best, at most `most`, best first: each one's place in the list
    /// that the retriever was made from, and its score above 0. Tools of one score stand in the
    /// order of that list.
    pub fn find(&self, request: &str, most: usize) -> Vec<(usize, f32)> {
        if request.trim().is_empty() {
            return Vec::new();
        }
        let parts = self.wishes(request);
        let mut scores = self.by_words(request, &parts);
        if let Some(dense) = &self.dense {
            let alike = to_one(dense.scores(request, &parts));
            for (score, alike) in scores.iter_mut().zip(alike) {
                *score = (1.0 - MEANING) * *score + MEANING * alike;
            }
        }
        self.lift_servers(&mut scores);
        for index in self.named_in(request) {
            scores[index] += NAMED;
        }
        best(&scores, most)
    }

    /// The tools that are among the first [`SURE`] for a request both by words and by meaning, best
    /// first; by words alone where no vectors are at hand.
    pub fn surest(&self, request: &str) -> Vec<usize> {
        let parts = self.wishes(request);
        let first = |scores: Vec<f32>| -> Vec<usize> {
            let best = best(&scores, SURE).into_iter();
            best.map(|(place, _)| place).collect()
        };
        let by_words = first(self.by_words(request, &parts));
        let both = self.find(request, SURE).into_iter().map(|(place, _)| place);
        match &self.dense {
            None => both.filter(|place| by_words.contains(place)).collect(),
            Some(dense) => {
                let by_meaning = first(dense.scores(request, &parts));
                both.filter(|place| by_words.contains(place) && by_meaning.contains(place))
                    .collect()
            }
        }
    }

    /// The clauses of a request that are looked at by themselves.
    pub fn wishes<'a>(&self, request: &'a str) -> Vec<&'a str> {
        let mut parts = clauses(request);
        parts.retain(|part| self.lexical.words(part) >= LEAST_WORDS);
        parts.truncate(MOST_CLAUSES);
        parts
    }

    /// How well each tool fits by words, from 0 to 1.
    fn by_words(&self, request: &str, parts: &[&str]) -> Vec<f32> {
        let mut scores = to_one(self.lexical.scores(&with_kinds(request)));
        if parts.len() < 2 {
            return scores;
        }
        let mut most = vec![0.0_f32; scores.len()];
        for part in parts {
            for (most, score) in most
                .iter_mut()
                .zip(to_one(self.lexical.scores(&with_kinds(part))))
            {
                *most = most.max(score);
            }
        }
        for (score, most) in scores.iter_mut().zip(most) {
            *score += CLAUSE * most;
        }
        to_one(scores)
    }

    /// Lifts each tool by the best of its server.
    fn lift_servers(&self, scores: &mut [f32]) {
        let count = self.servers.iter().max().map_or(0, |last| last + 1);
        let mut most = vec![0.0_f32; count];
        for (&server, &score) in self.servers.iter().zip(scores.iter()) {
            most[server] = most[server].max(score);
        }
        for (&server, score) in self.servers.iter().zip(scores.iter_mut()) {
            *score += SERVER * most[server];
        }
    }

    /// The tools whose names a request gives: it is the name, or the name stands in it as an
    /// identifier of several words.
    fn named_in(&self, request: &str) -> Vec<usize> {
        let whole = [request.trim().to_lowercase(), spoken(request)];
        let written = request
            .split_whitespace()
            .map(|word| word.trim_matches(|letter: char| !letter.is_alphanumeric()))
            .filter(|word| words::parts(word).len() > 1)
            .map(str::to_lowercase);
        let mut found: Vec<usize> = whole
            .into_iter()
            .chain(written)
            .filter_map(|name| self.named.get(&name))
            .flatten()
            .copied()
            .collect();
        found.sort_unstable();
        found.dedup();
        found
    }
}

fn spoken(name: &str) -> String {
    words::parts(name).join(" ")
}

/// Scores over the highest of them.
fn to_one(mut scores: Vec<f32>) -> Vec<f32> {
    let most = scores.iter().copied().fold(0.0, f32::max);
    if most > 0.0 {
        for score in &mut scores {
            *score /= most;
        }
    }
    scores
}

fn best(scores: &[f32], most: usize) -> Vec<(usize, f32)> {
    let mut ranked: Vec<(usize, f32)> = scores
        .iter()
        .copied()
        .enumerate()
        .filter(|(_, score)| *score > 0.0)
        .collect();
    let order = |a: &(usize, f32), b: &(usize, f32)| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0));
    if most < ranked.len() {
        ranked.select_nth_unstable_by(most, order);
        ranked.truncate(most);
    }
    ranked.sort_unstable_by(order);
    ranked
}
