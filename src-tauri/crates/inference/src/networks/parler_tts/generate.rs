//! Codes one step after the other. The codebooks of a frame are not made at once: each is a step
//! behind the one before it (Copet et al. 2023, section 2.2, the "delay" pattern), and ends only
//! behind it.

use candle_core::{DType, Tensor};

use super::config::GenerationConfig;
use crate::networks::musicgen::decoder::Decoder;
use crate::networks::musicgen::{Draw, Sampling};
use crate::{InferenceError, Watch};

/// Generates codes of speech in the voice of a description.
pub(super) struct CodeGenerator<'a> {
    pub(super) decoder: &'a Decoder,
    pub(super) generation: &'a GenerationConfig,
    pub(super) sampling: Sampling,
    /// The description, `(1, tokens, width)`.
    pub(super) described: &'a Tensor,
    /// The most tokens and steps together.
    pub(super) positions: usize,
    pub(super) codebooks: usize,
    /// Codes of each codebook; what is beyond is a mark.
    pub(super) codes: u32,
}

/// The codes that each codebook has so far.
struct GeneratedCodes {
    /// A mark of the start, then codes and at last the mark of the end.
    rows: Vec<Vec<u32>>,
    /// Which have ended.
    ended: Vec<bool>,
    /// The last codebook that may end: one more in the step behind the end of the one before it.
    may_end: usize,
}

impl CodeGenerator<'_> {
    /// The codes of each codebook that say what is embedded, `(tokens, width)`; as many of each.
    pub(super) fn generate(
        &self,
        text: &Tensor,
        draw: Draw,
        watch: Watch,
    ) -> Result<Vec<Vec<u32>>, InferenceError> {
        let (tokens, generation) = (text.dim(0)?, self.generation);
        let longest = generation
            .max_length
            .min(self.positions.saturating_sub(tokens));
        if longest < 2 * self.codebooks {
            return Err(InferenceError::Text(format!(
                "it has {tokens} tokens, which are too many to be said at once"
            )));
        }
        let start = generation.decoder_start_token_id;
        let mut said = GeneratedCodes {
            rows: vec![vec![start]; self.codebooks],
            ended: vec![false; self.codebooks],
            may_end: 0,
        };
        let mut memory = self
            .decoder
            .memory(self.described, false, tokens + longest)?;
        let first = Tensor::cat(
            &[
                text,
                &self.decoder.embedded(&[self.delayed(&said, 0, longest)])?,
            ],
            0,
        )?;
        let part = |step: usize| {
            watch.part(
                step as f64 / longest as f64,
                (step + 1) as f64 / longest as f64,
            )
        };
        let mut hidden = self.decoder.take(&first, &mut memory, part(0))?;
        for step in 1..longest {
            self.choose(&hidden, &mut said, step, &mut *draw)?;
            if said.ended.iter().all(|ended| *ended) || step + 1 == longest {
                break;
            }
            hidden = self.decoder.write(
                &[self.delayed(&said, step, longest)],
                &mut memory,
                part(step),
            )?;
        }
        Ok(self.frames(&said))
    }

    /// Adds the next token of each codebook, that of a step.
    fn choose(
        &self,
        hidden: &Tensor,
        said: &mut GeneratedCodes,
        step: usize,
        draw: Draw,
    ) -> Result<(), InferenceError> {
        let last = hidden.narrow(1, hidden.dim(1)? - 1, 1)?.contiguous()?;
        let logits: Vec<Vec<f32>> = self
            .decoder
            .logits(&last)?
            .squeeze(1)?
            .squeeze(0)?
            .to_dtype(DType::F32)?
            .to_vec2()?;
        let end = self.generation.eos_token_id;
        if said.ended[said.may_end] && said.may_end + 1 < self.codebooks {
            said.may_end += 1;
        }
        for (book, mut logits) in logits.into_iter().enumerate() {
            if said.ended[book] {
                said.rows[book].push(end);
                continue;
            }
            if book > said.may_end || step <= self.generation.min_new_tokens {
                logits[end as usize] = f32::NEG_INFINITY;
            }
            let token = self
                .sampling
                .choose(&logits, &mut *draw)
                .ok_or_else(damaged)?;
            said.ended[book] = token == end;
            said.rows[book].push(token);
        }
        Ok(())
    }

    /// Returns the tokens at a step, of at most `longest`: no code of a codebook before its delay,
    /// and its end behind what may be said.
    fn delayed(&self, said: &GeneratedCodes, step: usize, longest: usize) -> Vec<u32> {
        let token = |(book, row): (usize, &Vec<u32>)| match step {
            step if step <= book => self.generation.decoder_start_token_id,
            step if step > longest - self.codebooks + book => self.generation.eos_token_id,
            step => row[step],
        };
        said.rows.iter().enumerate().map(token).collect()
    }

    /// The codes without their delays, of the frames in which every codebook has one.
    fn frames(&self, said: &GeneratedCodes) -> Vec<Vec<u32>> {
        let count = said.rows[0].len().saturating_sub(self.codebooks);
        let code = |book: usize, frame: usize| said.rows[book][frame + book + 1];
        let whole: Vec<usize> = (0..count)
            .filter(|frame| (0..self.codebooks).all(|book| code(book, *frame) < self.codes))
            .collect();
        (0..self.codebooks)
            .map(|book| whole.iter().map(|frame| code(book, *frame)).collect())
            .collect()
    }
}

fn damaged() -> InferenceError {
    let reason = "which sound comes next cannot be told: its weights are damaged".to_owned();
    InferenceError::Candle(candle_core::Error::Msg(reason))
}
