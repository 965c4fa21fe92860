//! Codes one after the other. The codebooks of a frame are not made at once: each is a step behind
//! the one before it, so that it is chosen in view of it (Copet et al. 2023, section 2.2, the
//! "delay" pattern).

use candle_core::{DType, Tensor};

use super::decoder::Decoder;
use super::sampling::{Draw, Sampling};
use crate::{InferenceError, Watch};

/// How music is made.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Options {
    /// Factor by which the text counts more than it would by itself (Ho and Salimans 2022,
    /// "Classifier-Free Diffusion Guidance"); at 1 and below nothing is asked without the text.
    pub guidance: f64,
    /// How codes are chosen.
    pub sampling: Sampling,
}

impl Default for Options {
    /// As `MusicGen`'s authors have it.
    fn default() -> Self {
        Self {
            guidance: 3.0,
            sampling: Sampling::default(),
        }
    }
}

/// Generates the codes of music to a text.
pub(super) struct CodeGenerator<'a> {
    pub(super) decoder: &'a Decoder,
    pub(super) options: Options,
    /// `(1, tokens, width)`.
    pub(super) text: &'a Tensor,
    /// Token that stands where a codebook has no code.
    pub(super) pad: u32,
}

impl CodeGenerator<'_> {
    /// The codes of `frames` frames, of each codebook; the first are those of `prompt`, which has
    /// as many of each.
    pub(super) fn generate(
        &self,
        prompt: &[Vec<u32>],
        frames: usize,
        draw: Draw,
        watch: Watch,
    ) -> Result<Vec<Vec<u32>>, InferenceError> {
        let mut codes = prompt.to_vec();
        let (books, known) = (codes.len(), codes.first().map_or(0, Vec::len));
        // The first step stands before all frames, and the last frame's last code is so many steps
        // behind it.
        let steps = frames + books;
        let mut memory = self
            .decoder
            .memory(self.text, self.options.guidance > 1.0, steps)?;
        let at = |step: usize| known as f64 / 10.0 + (step - known) as f64;
        let part = |from: usize, to: usize| watch.part(at(from) / at(steps), at(to) / at(steps));
        let started: Vec<Vec<u32>> = (0..=known).map(|step| self.delayed(&codes, step)).collect();
        let first = watch.part(0.0, at(known + 1) / at(steps));
        let mut hidden = self.decoder.write(&started, &mut memory, first)?;
        for step in known + 1..steps {
            let logits = self.guided(&hidden)?;
            for (book, logits) in logits.iter().enumerate().take(step) {
                if codes[book].len() == step - 1 - book && codes[book].len() < frames {
                    codes[book].push(
                        self.options
                            .sampling
                            .choose(logits, &mut *draw)
                            .ok_or_else(damaged)?,
                    );
                }
            }
            if step + 1 < steps {
                hidden = self.decoder.write(
                    &[self.delayed(&codes, step)],
                    &mut memory,
                    part(step, step + 1),
                )?;
            }
        }
        Ok(codes)
    }

    /// Returns the codes at a step: each codebook's code a step later than that of the one before
    /// it.
    fn delayed(&self, codes: &[Vec<u32>], step: usize) -> Vec<u32> {
        let code = |(book, codes): (usize, &Vec<u32>)| {
            let frame = step.checked_sub(1 + book);
            frame
                .and_then(|frame| codes.get(frame).copied())
                .unwrap_or(self.pad)
        };
        codes.iter().enumerate().map(code).collect()
    }

    /// The logits of each codebook behind the last of the frames.
    fn guided(&self, hidden: &Tensor) -> Result<Vec<Vec<f32>>, InferenceError> {
        let last = hidden.narrow(1, hidden.dim(1)? - 1, 1)?.contiguous()?;
        let logits = self
            .decoder
            .logits(&last)?
            .squeeze(1)?
            .to_dtype(DType::F32)?;
        let with_text = logits.get(0)?;
        if logits.dim(0)? == 1 {
            return Ok(with_text.to_vec2()?);
        }
        let without = logits.get(1)?;
        Ok((&without + ((with_text - &without)? * self.options.guidance)?)?.to_vec2()?)
    }
}

fn damaged() -> InferenceError {
    let reason = "which sound comes next cannot be told: its weights are damaged".to_owned();
    InferenceError::Candle(candle_core::Error::Msg(reason))
}
