//! Reading of the hidden states of the second look: whether a tool fits, its sources, and its
//! parameters' values.

use candle_core::{Device, Result, Tensor};
use candle_nn::{Linear, Module, VarBuilder, linear};
use patchbay_domain::Span;
use patchbay_lattice::Form;

use crate::activation::Gelu;
use crate::asks::{Asks, asks};
use crate::blocks::Block;
use crate::encoder::rows;
use crate::first::{MOST_WISHES, POINTER, largest};
use crate::look::{Look, Wished};
use crate::network::WIDTH;
use crate::options::{MEANS, OptionOf};
use crate::words::Words;

/// Number of rows in the table of an option's distances from a wish's words: in them, seven steps
/// before and seven behind.
const FAR: usize = 16;
/// Weight of an absent value in training, where present ones count 1.
const ABSENT_WEIGHT: f32 = 0.5;
/// Maximum number of tokens of words that are copied.
const LONGEST_SPAN: usize = 40;
/// Number of answers to a question that are looked at.
const MOST_ANSWERS: usize = 8;

/// The linear layers of the second look.
pub(crate) struct SecondHeads {
    pub(crate) mark: Tensor,
    fits: Linear,
    source: Linear,
    source_keys: [Linear; 3],
    source_bias: Vec<f32>,
    query: [Linear; 2],
    closed_key: Linear,
    special: Tensor,
    form: Tensor,
    means: Tensor,
    first: Linear,
    second: Linear,
    option: Linear,
    far: Vec<f32>,
    span_begin: Linear,
    span_end: Linear,
}

/// The likeliest answers to a question with their probabilities, likeliest first.
pub(crate) type Answers = Vec<(Chosen, f32)>;

/// Choice of a parameter's value.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Chosen {
    Absent,
    /// A value that another call finds.
    Found,
    /// Words as they are, from one token to another.
    Span(usize, usize),
    /// A value that stands to choose, by its place.
    Closed(usize),
    /// One of the options, by its place.
    Option(usize),
    /// A value that follows from the one that a changed step has, and the words that say so where some do.
    Value(String, Option<Span>),
}

impl SecondHeads {
    pub(crate) fn new(vars: &VarBuilder) -> Result<Self> {
        let pointing = |name: &str| linear(WIDTH, POINTER, vars.pp(name));
        let square = |name: &str| linear(WIDTH, WIDTH, vars.pp(name));
        // The mark of no wish adds nothing.
        let marks = vars.get((MOST_WISHES + 1, WIDTH), "mark.weight")?;
        let none = marks.narrow(0, 0, 1)?.zeros_like()?;
        Ok(Self {
            mark: Tensor::cat(&[&none, &marks.narrow(0, 1, MOST_WISHES)?], 0)?,
            fits: linear(WIDTH, 1, vars.pp("fits"))?,
            source: pointing("source")?,
            source_keys: [
                pointing("source_keys.0")?,
                pointing("source_keys.1")?,
                pointing("source_keys.2")?,
            ],
            source_bias: vars.get(3, "source_bias")?.to_vec1()?,
            query: [
                linear(2 * WIDTH, WIDTH, vars.pp("query.0"))?,
                square("query.2")?,
            ],
            closed_key: linear(2 * WIDTH, WIDTH, vars.pp("closed_key"))?,
            special: vars.get((3, WIDTH), "special")?,
            form: vars.get((Form::COUNT, WIDTH), "form.weight")?,
            means: vars.get((MEANS.len(), WIDTH), "means.weight")?,
            first: square("first")?,
            second: square("second")?,
            option: square("option.1")?,
            far: vars.get((FAR, 1), "far.weight")?.flatten_all()?.to_vec1()?,
            span_begin: square("span_begin")?,
            span_end: square("span_end")?,
        })
    }

    /// Returns the probability that a wish's tool is the one that is meant.
    pub(crate) fn fits(&self, look: &Look, wish: usize) -> Result<f32> {
        let state = look.states.narrow(0, look.begins[wish], 1)?;
        Ok(logistic(
            self.fits.forward(&state)?.flatten_all()?.to_vec1::<f32>()?[0],
        ))
    }

    /// Returns the probabilities that a wish works on each file, each step, and the result of each
    /// wish before it.
    pub(crate) fn sources(&self, look: &Look, words: &Words, wish: usize) -> Result<[Vec<f32>; 3]> {
        let asked = self
            .source
            .forward(&look.states.narrow(0, look.begins[wish], 1)?)?;
        let mut found = [Vec::new(), Vec::new(), Vec::new()];
        for (kind, places) in [&words.files[..], &words.steps, &look.begins[..wish]]
            .into_iter()
            .enumerate()
        {
            if places.is_empty() {
                continue;
            }
            let keys = self.source_keys[kind].forward(&rows(&look.states, places)?)?;
            let scores = asked.matmul(&keys.t()?)?.squeeze(0)?.to_vec1::<f32>()?;
            let share =
                |score: f32| logistic(score / (POINTER as f32).sqrt() + self.source_bias[kind]);
            found[kind] = scores.into_iter().map(share).collect();
        }
        Ok(found)
    }

    /// Returns the likeliest answers to each question of a wish's tool with their probabilities, likeliest first, and that
    /// nothing is said among them; `closed`: the vectors of the tool's values.
    pub(crate) fn values(
        &self,
        look: &Look,
        words: &Words,
        number: usize,
        wish: &Wished<'_>,
        closed: Option<&Tensor>,
        options: &[OptionOf],
    ) -> Result<Vec<Answers>> {
        let begins = look.begins[number];
        let questions: Vec<usize> = wish
            .block
            .questions
            .iter()
            .map(|place| begins + place)
            .collect();
        let asked = rows(&look.states, &questions)?;
        let own = look
            .states
            .narrow(0, begins, 1)?
            .broadcast_as(asked.shape())?;
        let queries = self.query[0].forward(&Tensor::cat(&[&asked, &own], 1)?)?;
        let queries = self.query[1].forward(&queries.apply_op1_no_bwd(&Gelu)?)?;
        let mut keys = vec![self.special.clone()];
        let asks: Vec<Asks<'_>> = asks(wish.tool).collect();
        let counts: Vec<usize> = asks.iter().map(|one| one.closed(wish.tool).len()).collect();
        if let Some(vectors) = closed {
            keys.push(self.closed_keys(look, begins, &wish.block, &counts, vectors)?);
        }
        if !options.is_empty() {
            keys.push(self.options(&look.states, options)?);
        }
        let scores = (queries.matmul(&Tensor::cat(&keys, 0)?.t()?)? / (WIDTH as f64).sqrt())?;
        let mut scores = scores.to_vec2::<f32>()?;
        let first_option = 3 + counts.iter().sum::<usize>();
        let mut first_closed = 3;
        let mut chosen = Vec::new();
        for (row, (one, count)) in scores.iter_mut().zip(asks.iter().zip(&counts)) {
            for (place, score) in row.iter_mut().enumerate() {
                let is_open = match place {
                    0 => {
                        *score -= ABSENT_WEIGHT.ln();
                        true
                    }
                    1 => one.is_findable(),
                    2 => one.is_span(),
                    _ if place < first_option => {
                        (first_closed..first_closed + count).contains(&place)
                    }
                    _ => {
                        let option = &options[place - first_option];
                        *score += self.far[distance(option.first.0, wish.tokens)];
                        one.kind() == Some(option.kind)
                    }
                };
                if !is_open {
                    *score = f32::NEG_INFINITY;
                }
            }
            let meant = |place: usize| match place {
                0 => Chosen::Absent,
                1 => Chosen::Found,
                2 => Chosen::Span(0, 0),
                _ if place < first_option => Chosen::Closed(place - first_closed),
                _ => Chosen::Option(place - first_option),
            };
            chosen.push(
                likeliest(row)
                    .into_iter()
                    .map(|(place, share)| (meant(place), share))
                    .collect(),
            );
            first_closed += count;
        }
        self.copy(look, words, &queries, &mut chosen)?;
        Ok(chosen)
    }

    /// Finds the first and the last token of the words that are copied.
    fn copy(
        &self,
        look: &Look,
        words: &Words,
        queries: &Tensor,
        chosen: &mut [Answers],
    ) -> Result<()> {
        let is_copied = |(one, _): &(Chosen, f32)| matches!(one, Chosen::Span(..));
        if words.bytes.is_empty() || !chosen.iter().flatten().any(is_copied) {
            return Ok(());
        }
        let text = look.states.narrow(0, 1, words.bytes.len())?;
        let begins = queries
            .matmul(&self.span_begin.forward(&text)?.t()?)?
            .to_vec2::<f32>()?;
        let ends = queries
            .matmul(&self.span_end.forward(&text)?.t()?)?
            .to_vec2::<f32>()?;
        for (row, answers) in chosen.iter_mut().enumerate() {
            for (one, _) in answers {
                if matches!(one, Chosen::Span(..)) {
                    let begin = largest(&begins[row]);
                    let until = (begin + LONGEST_SPAN).min(ends[row].len());
                    *one = Chosen::Span(begin + 1, begin + 1 + largest(&ends[row][begin..until]));
                }
            }
        }
        Ok(())
    }

    /// The keys of a tool's closed values: their meaning, and their words in the block, where they
    /// stand there.
    fn closed_keys(
        &self,
        look: &Look,
        begins: usize,
        block: &Block,
        counts: &[usize],
        vectors: &Tensor,
    ) -> Result<Tensor> {
        let (mut first, mut last) = (Vec::new(), Vec::new());
        for (own, count) in block.closed.iter().zip(counts) {
            for place in 0..*count {
                let (from, to) = own
                    .get(place)
                    .map_or((0, 0), |(from, to)| (begins + from, begins + to));
                first.push(from);
                last.push(to);
            }
        }
        let there = ((rows(&look.states, &first)? + rows(&look.states, &last)?)? / 2.0)?;
        self.closed_key
            .forward(&Tensor::cat(&[vectors, &there], 1)?)
    }

    /// Vectors of options.
    fn options(&self, states: &Tensor, options: &[OptionOf]) -> Result<Tensor> {
        let table = |table: &Tensor, of: fn(&OptionOf) -> usize| {
            rows(table, &options.iter().map(of).collect::<Vec<_>>())
        };
        let middle = |ends: &[(usize, usize)]| -> Result<Tensor> {
            let (first, last): (Vec<usize>, Vec<usize>) = ends.iter().copied().unzip();
            (rows(states, &first)? + rows(states, &last)?)? / 2.0
        };
        let firsts: Vec<(usize, usize)> = options.iter().map(|one| one.first).collect();
        let seconds: Vec<(usize, usize)> = options
            .iter()
            .map(|one| one.second.unwrap_or(one.first))
            .collect();
        let has_second: Vec<f32> = options
            .iter()
            .map(|one| f32::from(one.second.is_some()))
            .collect();
        let has_second = Tensor::new(has_second, &Device::Cpu)?.unsqueeze(1)?;
        let own = (table(&self.form, |one| one.form)? + table(&self.means, |one| one.means)?)?;
        let first = self.first.forward(&middle(&firsts)?)?;
        let second = self
            .second
            .forward(&middle(&seconds)?)?
            .broadcast_mul(&has_second)?;
        self.option
            .forward(&((own + first)? + second)?.apply_op1_no_bwd(&Gelu)?)
    }
}

/// The places of the likeliest scores of a row with their shares, likeliest first, and the first one among them.
fn likeliest(row: &[f32]) -> Vec<(usize, f32)> {
    let highest = row[largest(row)];
    let sum: f32 = row.iter().map(|score| (score - highest).exp()).sum();
    let share = |place: usize| (place, (row[place] - highest).exp() / sum);
    let mut places: Vec<usize> = (0..row.len())
        .filter(|place| row[*place].is_finite())
        .collect();
    places.sort_by(|a, b| row[*b].total_cmp(&row[*a]));
    let absent = places.iter().position(|place| *place == 0).unwrap_or(0);
    if absent >= MOST_ANSWERS {
        places.swap(absent, MOST_ANSWERS - 1);
    }
    places.truncate(MOST_ANSWERS);
    places.into_iter().map(share).collect()
}

fn logistic(value: f32) -> f32 {
    1.0 / (1.0 + (-value).exp())
}

/// Distance of a token from a wish's words: 0 in them, 1 to 7 before and 9 to 15 behind, by powers
/// of two.
fn distance(place: usize, anchor: &[usize]) -> usize {
    let (first, last) = (anchor[0], anchor[anchor.len() - 1]);
    let size = |away: usize| (away.ilog2() as usize + 1).min(7);
    if place < first {
        size(first - place)
    } else if place > last {
        8 + size(place - last)
    } else {
        0
    }
}

#[cfg(test)]
mod tests {
    use super::distance;

    #[test]
    fn distances_are_powers_of_two_with_their_side() {
        let anchor = [10, 11, 12];
        assert_eq!(distance(11, &anchor), 0);
        assert_eq!(distance(9, &anchor), 1);
        assert_eq!(distance(1, &anchor), 4);
        assert_eq!(distance(13, &anchor), 9);
        assert_eq!(distance(1000, &anchor), 15);
    }
}
