//! Reading of the hidden states of the first look: acts of words, wishes, their tools, and the
//! earlier steps that they change.

use candle_core::{D, Result, Tensor};
use candle_nn::ops::{sigmoid, softmax_last_dim};
use candle_nn::{LayerNorm, Linear, Module, VarBuilder, layer_norm, linear, linear_no_bias};
use patchbay_domain::{Act, Segment};

use crate::activation::Gelu;
use crate::encoder::rows;
use crate::network::WIDTH;
use crate::words::Words;

/// Width of the vectors that point at something.
pub(crate) const POINTER: usize = 128;
/// Maximum number of wishes of a request.
pub(crate) const MOST_WISHES: usize = 8;
const LONGEST_ANCHOR: usize = 24;

/// Acts in the order of their labels.
const ACTS: [Act; 12] = [
    Act::Wish,
    Act::Told,
    Act::Correction,
    Act::Amendment,
    Act::Undo,
    Act::Again,
    Act::Question,
    Act::Answer,
    Act::Choice,
    Act::Aside,
    Act::Courtesy,
    Act::Impossible,
];

/// Change that a wish makes to an earlier step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Change {
    Amends,
    Undo,
    Again,
}

const CHANGES: [Change; 3] = [Change::Amends, Change::Undo, Change::Again];

/// A tool of the toolbox by its place, or a change of a step by its place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum About {
    Tool(usize),
    Change(Change, usize),
}

/// Tools and changes that a wish could be about, likeliest first, each with its probability.
pub(crate) type Abouts = Vec<(About, f32)>;

/// The linear layers of the first look.
pub(crate) struct FirstHeads {
    acts: Linear,
    anchor: Linear,
    count: Linear,
    asks: Linear,
    wish: Linear,
    wish_norm: LayerNorm,
    clause_key: Linear,
    tool_key: Linear,
    tool_scale: f64,
    tool_query: Linear,
    pub(crate) own: Tensor,
    changes: Tensor,
    step: Linear,
    step_key: Linear,
}

/// Findings of the first look.
pub(crate) struct First {
    hidden: Tensor,
    pub(crate) segments: Vec<Segment>,
    /// Probability that the likeliest of all words is part of something that no tool does.
    pub(crate) impossible: f32,
    /// Probability that it has to be asked back.
    pub(crate) asks: f32,
    /// Probability that there are as many wishes as were found.
    pub(crate) count: f32,
    /// The tokens of each wish.
    pub(crate) anchors: Vec<Vec<usize>>,
}

impl FirstHeads {
    pub(crate) fn new(vars: &VarBuilder, tools: usize) -> Result<Self> {
        let scale = vars.get((), "tool_scale")?.to_scalar::<f32>()?;
        Ok(Self {
            acts: linear(WIDTH, 1 + 2 * ACTS.len(), vars.pp("acts"))?,
            anchor: linear(WIDTH, 3, vars.pp("anchor"))?,
            count: linear(WIDTH, MOST_WISHES + 1, vars.pp("count"))?,
            asks: linear(WIDTH, 1, vars.pp("asks"))?,
            wish: linear(2 * WIDTH, WIDTH, vars.pp("wish.0"))?,
            wish_norm: layer_norm(WIDTH, 1e-5, vars.pp("wish.2"))?,
            clause_key: linear_no_bias(WIDTH, WIDTH, vars.pp("clause_key"))?,
            tool_key: linear_no_bias(WIDTH, WIDTH, vars.pp("tool_key"))?,
            tool_scale: f64::from(scale.exp().min(60.0)),
            tool_query: linear(WIDTH, WIDTH, vars.pp("tool_query"))?,
            own: vars.get((tools, WIDTH), "tool_own.weight")?,
            changes: vars.get((CHANGES.len(), WIDTH), "changes")?,
            step: linear(WIDTH, POINTER, vars.pp("step"))?,
            step_key: linear(WIDTH, POINTER, vars.pp("step_key"))?,
        })
    }

    /// The keys of tools by the vectors of their texts.
    pub(crate) fn keys(&self, texts: &Tensor) -> Result<Tensor> {
        normalised(&self.tool_key.forward(texts)?)
    }

    /// Reads hidden states of shape `(ids, WIDTH)`.
    pub(crate) fn read(&self, hidden: Tensor, words: &Words) -> Result<First> {
        let all = hidden.narrow(0, 0, 1)?;
        let counts = softmax_last_dim(&self.count.forward(&all)?)?
            .squeeze(0)?
            .to_vec1::<f32>()?;
        let wished = largest(&counts);
        let asks = sigmoid(&self.asks.forward(&all)?)?
            .squeeze(0)?
            .to_vec1::<f32>()?[0];
        let (mut segments, mut anchors, mut impossible) = (Vec::new(), Vec::new(), 0.0f32);
        if !words.bytes.is_empty() {
            let own = hidden.narrow(0, 1, words.bytes.len())?;
            let acts = softmax_last_dim(&self.acts.forward(&own)?)?.to_vec2::<f32>()?;
            segments = segments_of(&acts, words);
            let last = 1 + 2 * (ACTS.len() - 1);
            impossible = acts
                .iter()
                .map(|said| said[last] + said[last + 1])
                .fold(0.0, f32::max);
            let said = softmax_last_dim(&self.anchor.forward(&own)?)?.to_vec2::<f32>()?;
            anchors = anchors_of(&said, wished);
        }
        Ok(First {
            hidden,
            segments,
            impossible,
            asks,
            count: counts[wished],
            anchors,
        })
    }

    /// Returns the `most` likeliest tools and changes that each wish could be about.
    pub(crate) fn abouts(
        &self,
        first: &First,
        words: &Words,
        (keys, own): (&Tensor, &Tensor),
        most: usize,
    ) -> Result<Vec<Abouts>> {
        let clauses = first
            .anchors
            .iter()
            .map(|tokens| rows(&first.hidden, tokens)?.mean_keepdim(0))
            .collect::<Result<Vec<_>>>()?;
        let clauses = Tensor::cat(&clauses, 0)?;
        let all = first
            .hidden
            .narrow(0, 0, 1)?
            .broadcast_as(clauses.shape())?;
        let joined = Tensor::cat(&[&clauses, &all], 1)?;
        let wishes = self.wish.forward(&joined)?.apply_op1_no_bwd(&Gelu)?;
        let wishes = self.wish_norm.forward(&wishes)?;
        let alike = (normalised(&self.clause_key.forward(&clauses)?)?.matmul(&keys.t()?)?
            * self.tool_scale)?;
        let query = (self.tool_query.forward(&wishes)? / (WIDTH as f64).sqrt())?;
        let by_tool = (alike + query.matmul(&own.t()?)?)?;
        let has_steps = !words.steps.is_empty();
        let scores = if has_steps {
            Tensor::cat(&[&by_tool, &query.matmul(&self.changes.t()?)?], 1)?
        } else {
            by_tool.clone()
        };
        let shares = softmax_last_dim(&scores)?.to_vec2::<f32>()?;
        let count = by_tool.dim(1)?;
        let steps = if has_steps {
            let keys = self.step_key.forward(&rows(&first.hidden, &words.steps)?)?;
            let pointed = self.step.forward(&wishes)?.matmul(&keys.t()?)?;
            let pointed = (pointed / (keys.dim(1)? as f64).sqrt())?;
            softmax_last_dim(&pointed)?.to_vec2::<f32>()?
        } else {
            vec![Vec::new(); shares.len()]
        };
        let likeliest = |(shares, steps): (Vec<f32>, Vec<f32>)| {
            let (tools, changes) = shares.split_at(count);
            let tools = tools.iter().enumerate();
            let tools = tools.map(|(place, share)| (About::Tool(place), *share));
            let changes = CHANGES
                .into_iter()
                .zip(changes)
                .flat_map(|(change, share)| {
                    let steps = steps.iter().enumerate();
                    steps.map(move |(step, own)| (About::Change(change, step), share * own))
                });
            let mut all: Abouts = tools.chain(changes).collect();
            all.sort_by(|(_, a), (_, b)| b.total_cmp(a));
            all.truncate(most);
            all
        };
        Ok(shares.into_iter().zip(steps).map(likeliest).collect())
    }
}

/// The place of the largest number.
pub(crate) fn largest(numbers: &[f32]) -> usize {
    let order =
        (0..numbers.len()).max_by(|a, b| numbers[*a].total_cmp(&numbers[*b]).then(b.cmp(a)));
    order.unwrap_or(0)
}

fn normalised(vectors: &Tensor) -> Result<Tensor> {
    vectors.broadcast_div(&(vectors.sqr()?.sum_keepdim(D::Minus1)?.sqrt()? + 1e-12)?)
}

/// Builds segments from the probabilities that each token begins or goes on with each act.
fn segments_of(acts: &[Vec<f32>], words: &Words) -> Vec<Segment> {
    let mut segments: Vec<Segment> = Vec::new();
    for (token, said) in acts.iter().enumerate() {
        let Some(label) = largest(said).checked_sub(1) else {
            continue;
        };
        let span = words.span(token + 1, token + 1);
        match segments.last_mut() {
            Some(last) if label % 2 == 1 => last.span.to = span.to,
            _ => segments.push(Segment {
                span,
                act: ACTS[label / 2],
            }),
        }
    }
    segments
}

/// The tokens of as many wishes as there are: the surest first words, each with those that go on from it.
fn anchors_of(said: &[Vec<f32>], count: usize) -> Vec<Vec<usize>> {
    let mut order: Vec<usize> = (0..said.len()).collect();
    order.sort_by(|a, b| said[*b][1].total_cmp(&said[*a][1]));
    let mut is_taken = vec![false; said.len()];
    let mut found: Vec<Vec<usize>> = Vec::new();
    for begin in order {
        if found.len() == count {
            break;
        }
        if is_taken[begin.saturating_sub(1)..(begin + 2).min(said.len())].contains(&true) {
            continue;
        }
        let mut end = begin + 1;
        while end < said.len()
            && end - begin < LONGEST_ANCHOR
            && largest(&said[end]) == 2
            && !is_taken[end]
        {
            end += 1;
        }
        is_taken[begin..end].fill(true);
        found.push((begin + 1..=end).collect());
    }
    found.sort();
    found
}
