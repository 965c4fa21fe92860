//! What is read off the hidden states of a request: its clauses, the words to copy, the tools and
//! the sources.

use std::ops::Range;

use candle_core::{D, Result, Tensor};
use candle_nn::{Linear, Module, VarBuilder, linear, linear_no_bias};
use patchbay_reader::network::WIDTH;

use super::input::Input;
use super::tools::ToolVectors;

/// What it costs to cut a request into clauses, as logarithms of probabilities.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Cut {
    /// What each beginning of a clause costs.
    pub enter: f32,
    /// What each end of one costs, where words outside all clauses follow.
    pub leave: f32,
}

impl Cut {
    /// The costs with which the clauses come out likeliest.
    pub const LIKELIEST: Self = Self {
        enter: 0.5,
        leave: 0.25,
    };
}
/// Width of the vectors that point at sources.
const POINTER: usize = 128;

/// What a span is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// A thing that is in what was given.
    Object,
    /// What a result is to show, sound like or say.
    Content,
    /// A title.
    Title,
}

const ROLES: [Role; 3] = [Role::Object, Role::Content, Role::Title];

/// A clause as the encoder understands it.
#[derive(Debug, Clone)]
pub struct ReadClause {
    /// Its bytes in the request.
    pub bytes: Range<usize>,
    /// How alike it is to each tool: a scaled cosine, as trained.
    pub tools: Vec<f32>,
    /// The same for what no tool can do.
    pub nothing: f32,
    /// The same as the base model sees it: a plain cosine.
    pub base: Vec<f32>,
    /// From 0 to 1: whether each tool is asked for on the way.
    pub help: Vec<f32>,
    /// From 0 to 1: whether it works on each file.
    pub files: Vec<f32>,
    /// From 0 to 1: whether it works on something that is not there.
    pub missing: f32,
    /// From 0 to 1: whether it works on what each earlier clause made.
    pub earlier: Vec<f32>,
}

/// A request as the encoder understands it.
#[derive(Debug, Clone)]
pub struct Reading {
    /// What is wished for, in order.
    pub clauses: Vec<ReadClause>,
    /// Whether no wish was found, and the only clause is all that was said.
    pub is_doubtful: bool,
    /// Words to copy, by their bytes.
    pub spans: Vec<(Role, Range<usize>)>,
}

/// The linear layers on top of the hidden states.
pub struct Heads {
    boundary: Linear,
    span: Linear,
    clause_key: Linear,
    tool_key: Linear,
    clause_help: Linear,
    tool_help: Linear,
    base: Linear,
    nothing: Tensor,
    pointer: Linear,
    file: Linear,
    missing: Linear,
    earlier: Linear,
    scale: f32,
    help_scale: Vec<f32>,
    source_bias: Vec<f32>,
    missing_bias: f32,
}

impl Heads {
    pub(super) fn new(vars: &VarBuilder) -> Result<Self> {
        let square = |name: &str| linear_no_bias(WIDTH, WIDTH, vars.pp(name));
        let pointing = |name: &str| linear(WIDTH, POINTER, vars.pp(name));
        Ok(Self {
            boundary: linear(WIDTH, 3, vars.pp("boundary"))?,
            span: linear(WIDTH, 1 + 2 * ROLES.len(), vars.pp("span"))?,
            clause_key: square("clause_key")?,
            tool_key: square("tool_key")?,
            clause_help: square("clause_help")?,
            tool_help: square("tool_help")?,
            base: square("base")?,
            nothing: normalised(&vars.get((1, WIDTH), "nothing")?)?,
            pointer: pointing("pointer")?,
            file: pointing("file")?,
            missing: pointing("missing")?,
            earlier: pointing("earlier")?,
            scale: vars.get((), "scale")?.to_scalar::<f32>()?.exp().min(60.0),
            help_scale: vars.get(2, "help_scale")?.to_vec1()?,
            source_bias: vars.get(2, "source_bias")?.to_vec1()?,
            missing_bias: vars.get((), "missing_bias")?.to_scalar()?,
        })
    }

    pub(super) fn tools(&self, texts: &Tensor) -> Result<ToolVectors> {
        Ok(ToolVectors {
            key: normalised(&self.tool_key.forward(texts)?)?,
            help: normalised(&self.tool_help.forward(texts)?)?,
            base: normalised(&self.base.forward(texts)?)?,
        })
    }

    /// What texts mean, as the base model sees it; shapes `(texts, width)`.
    pub(super) fn meaning(&self, texts: &Tensor) -> Result<Tensor> {
        normalised(&self.base.forward(texts)?)
    }

    /// Reads hidden states of shape `(ids, WIDTH)`, cut into clauses at these costs.
    pub(super) fn read(
        &self,
        hidden: &Tensor,
        input: &Input,
        tools: &ToolVectors,
        cut: Cut,
    ) -> Result<Reading> {
        let own = hidden.narrow(0, 1, input.bytes.len())?;
        let mut places = clause_places(&self.boundary.forward(&own)?, cut)?;
        places.retain(|place| has_words(place, input));
        let spans = runs(&best(&self.span.forward(&own)?)?)
            .into_iter()
            .map(|(role, tokens)| {
                (
                    ROLES[role],
                    input.bytes[tokens.start].start..input.bytes[tokens.end - 1].end,
                )
            })
            .collect();
        if input.bytes.is_empty() {
            return Ok(Reading {
                clauses: Vec::new(),
                is_doubtful: true,
                spans,
            });
        }
        let is_doubtful = places.is_empty();
        if is_doubtful {
            places.push(0..input.bytes.len());
        }
        let clauses = places
            .iter()
            .map(|place| own.narrow(0, place.start, place.len())?.mean_keepdim(0))
            .collect::<Result<Vec<_>>>()?;
        let clauses = Tensor::cat(&clauses, 0)?;
        let alike = |head: &Linear, tools: &Tensor| -> Result<Tensor> {
            normalised(&head.forward(&clauses)?)?.matmul(&tools.t()?)
        };
        let scaled = |tools: &Tensor| {
            (alike(&self.clause_key, tools)? * f64::from(self.scale))?.to_vec2::<f32>()
        };
        let (key, nothing) = (scaled(&tools.key)?, scaled(&self.nothing)?);
        let base = alike(&self.base, &tools.base)?.to_vec2::<f32>()?;
        let help = alike(&self.clause_help, &tools.help)?.to_vec2::<f32>()?;
        let asks = (self.pointer.forward(&clauses)? / (POINTER as f64).sqrt())?;
        let pointed = |head: &Linear, at: &[usize]| -> Result<Vec<Vec<f32>>> {
            let slots: Vec<u32> = at.iter().map(|place| *place as u32).collect();
            if slots.is_empty() {
                return Ok(vec![Vec::new(); places.len()]);
            }
            let slots = hidden.index_select(&Tensor::new(slots, hidden.device())?, 0)?;
            asks.matmul(&head.forward(&slots)?.t()?)?.to_vec2::<f32>()
        };
        let files = pointed(&self.file, &input.files)?;
        let missing = pointed(&self.missing, &[input.missing])?;
        let earlier = asks
            .matmul(&self.earlier.forward(&clauses)?.t()?)?
            .to_vec2::<f32>()?;
        let logistic = |value: f32| 1.0 / (1.0 + (-value).exp());
        let is_meant = |score: &f32| logistic(score + self.source_bias[0]);
        let read = |index: usize| ReadClause {
            bytes: input.bytes[places[index].start].start..input.bytes[places[index].end - 1].end,
            tools: key[index].clone(),
            nothing: nothing[index][0],
            base: base[index].clone(),
            help: help[index]
                .iter()
                .map(|cosine| logistic(cosine * self.help_scale[0].exp() + self.help_scale[1]))
                .collect(),
            files: files[index].iter().map(is_meant).collect(),
            missing: logistic(missing[index][0] + self.missing_bias),
            earlier: earlier[index][..index]
                .iter()
                .map(|score| logistic(score + self.source_bias[1]))
                .collect(),
        };
        Ok(Reading {
            clauses: (0..places.len()).map(read).collect(),
            spans,
            is_doubtful,
        })
    }
}

/// Where clauses are: the likeliest way to tag all tokens as outside (0), the beginning of a clause
/// (1) or inside one (2), found with Viterbi's algorithm, so that one doubtful token neither cuts a
/// clause nor makes one.
fn clause_places(scores: &Tensor, cut: Cut) -> Result<Vec<Range<usize>>> {
    let Cut { enter, leave } = cut;
    let likely = candle_nn::ops::log_softmax(scores, D::Minus1)?.to_vec2::<f32>()?;
    // What it costs to go from one tag (the row) to the next.
    let step = [
        [0.0, enter, f32::INFINITY],
        [leave, enter, 0.0],
        [leave, enter, 0.0],
    ];
    let mut best: [f32; 3] = [0.0, f32::NEG_INFINITY, f32::NEG_INFINITY];
    let mut came_from: Vec<[usize; 3]> = Vec::with_capacity(likely.len());
    for scores in &likely {
        let mut from = [0; 3];
        let mut next = [f32::NEG_INFINITY; 3];
        for tag in 0..3 {
            for before in 0..3 {
                let total = best[before] - step[before][tag] + scores[tag];
                if total > next[tag] {
                    (next[tag], from[tag]) = (total, before);
                }
            }
        }
        best = next;
        came_from.push(from);
    }
    let mut tag = (0..3)
        .max_by(|a, b| best[*a].total_cmp(&best[*b]))
        .unwrap_or(0);
    let mut tags = vec![0; likely.len()];
    for token in (0..likely.len()).rev() {
        tags[token] = tag;
        tag = came_from[token][tag];
    }
    let mut places: Vec<Range<usize>> = Vec::new();
    for (token, tag) in tags.into_iter().enumerate() {
        match (tag, places.last_mut()) {
            (2, Some(clause)) => clause.end = token + 1,
            (1, _) => places.push(token..token + 1),
            _ => {}
        }
    }
    Ok(places)
}

/// A clause of nothing but punctuation asks for nothing.
fn has_words(place: &Range<usize>, input: &Input) -> bool {
    place.len() > 1 || input.bytes[place.start].len() > 1
}

fn normalised(vectors: &Tensor) -> Result<Tensor> {
    vectors.broadcast_div(&(vectors.sqr()?.sum_keepdim(D::Minus1)?.sqrt()? + 1e-9)?)
}

fn best(scores: &Tensor) -> Result<Vec<u32>> {
    scores.argmax(D::Minus1)?.to_vec1()
}

/// Runs of tags: 0 is outside, `1 + 2 * role` begins, `2 + 2 * role` goes on.
fn runs(tags: &[u32]) -> Vec<(usize, Range<usize>)> {
    let mut found: Vec<(usize, Range<usize>)> = Vec::new();
    for (token, tag) in tags.iter().enumerate() {
        let Some(inside) = tag.checked_sub(1) else {
            continue;
        };
        let (role, goes_on) = ((inside / 2) as usize, inside % 2 == 1);
        match found.last_mut() {
            Some((last, range)) if goes_on && *last == role && range.end == token => {
                range.end = token + 1;
            }
            _ => found.push((role, token..token + 1)),
        }
    }
    found
}
