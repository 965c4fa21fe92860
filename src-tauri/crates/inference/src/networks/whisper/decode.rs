//! Decoding of a window: its language, then token by token, greedily or by sampling at a
//! temperature.

use candle_core::{DType, Tensor};

use super::alignment::Looks;
use super::config::GenerationConfig;
use super::decoder::{Decoder, Memory};
use super::logit_filters::{LogitFilters, sum_of_exponents};
use crate::networks::musicgen::Draw;
use crate::{InferenceError, Watch};

/// Decodes the text of a window token by token.
pub(super) struct TokenDecoder<'a> {
    pub(super) decoder: &'a Decoder,
    pub(super) config: &'a GenerationConfig,
    /// The most tokens of a window's text, those that begin it among them.
    pub(super) longest: usize,
    /// Tokens that stand before the text, as its beginning; empty if there are none.
    pub(super) prompt: &'a [u32],
}

/// The tokens of a window.
#[derive(Debug, Clone, PartialEq)]
pub struct DecodedTokens {
    /// The tokens, times among them, without those that begin the text and the one that ends it.
    pub ids: Vec<u32>,
    /// The mean of the natural logarithms of how likely each of them and the end was.
    pub mean_log_probability: f64,
    /// How likely it was that nobody speaks, from 0 to 1.
    pub no_speech: f64,
}

impl TokenDecoder<'_> {
    /// The token of the language that is spoken: the likeliest first one. None where the model
    /// knows one language only.
    pub(super) fn language(
        &self,
        heard: &Tensor,
        watch: Watch,
    ) -> Result<Option<u32>, InferenceError> {
        if self.config.lang_to_id.is_empty() {
            return Ok(None);
        }
        let mut memory = self.decoder.memory(heard, watch)?;
        let logits = self.logits(self.config.decoder_start_token_id, &mut memory)?;
        let mut languages: Vec<u32> = self.config.lang_to_id.values().copied().collect();
        languages.sort_unstable();
        let logit = |token: &u32| {
            logits
                .get(*token as usize)
                .copied()
                .unwrap_or(f32::NEG_INFINITY)
        };
        // The first where several are as likely.
        Ok(languages
            .into_iter()
            .rev()
            .max_by(|a, b| logit(a).total_cmp(&logit(b))))
    }

    /// Writes what is said in a window in the language of a token, at a temperature from 0.
    pub(super) fn write(
        &self,
        heard: &Tensor,
        language: Option<u32>,
        (temperature, draw): (f64, Draw),
        watch: Watch,
    ) -> Result<DecodedTokens, InferenceError> {
        let mut memory = self.decoder.memory(heard, watch.part(0.0, 0.1))?;
        let watch = watch.part(0.1, 1.0);
        let begin = self.beginning(language);
        let started = self.prompt.len() + usize::from(!self.prompt.is_empty());
        let longest = self.longest.min(begin.len() + self.config.max_length);
        let (filters, mut ids, mut sum) = (LogitFilters::new(self.config), Vec::new(), 0.0);
        let (mut logits, mut no_speech) = (Vec::new(), 0.0);
        for (place, token) in begin.iter().enumerate() {
            logits = self.logits(*token, &mut memory)?;
            if place == started {
                let nobody = logits.get(self.config.no_timestamps_token_id as usize - 1);
                no_speech = nobody.map_or(0.0, |logit| {
                    f64::from(logit - sum_of_exponents(&logits)).exp()
                });
            }
        }
        let mut chosen = 0;
        while begin.len() + ids.len() < longest {
            watch.at(ids.len(), longest - begin.len())?;
            if let Some(last) = ids.last() {
                logits = self.logits(*last, &mut memory)?;
            }
            let choice = filters
                .choose(&mut logits, &ids, temperature, draw)
                .ok_or_else(damaged)?;
            (sum, chosen) = (sum + choice.log_probability, chosen + 1);
            if choice.token == self.config.eos_token_id {
                break;
            }
            ids.push(choice.token);
        }
        Ok(DecodedTokens {
            ids,
            mean_log_probability: sum / f64::from(chosen.max(1)),
            no_speech,
        })
    }

    /// The prompt, with the mark before it, and what begins a text in a language.
    fn beginning(&self, language: Option<u32>) -> Vec<u32> {
        let task = self.config.task_to_id.get("transcribe").copied();
        let prompt = (!self.prompt.is_empty()).then(|| self.config.before());
        prompt
            .into_iter()
            .chain(self.prompt.iter().copied())
            .chain([self.config.decoder_start_token_id])
            .chain(language)
            .chain(task.filter(|_| language.is_some()))
            .collect()
    }

    /// When each of these words' tokens begins in a window, and when the last one ends, in steps of 20 ms from its
    /// start; `heads` tell it, `moments` is how many of the window's steps lie within the audio.
    pub(super) fn starts(
        &self,
        heard: &Tensor,
        (ids, language): (&[u32], Option<u32>),
        (heads, moments): (&[(usize, usize)], usize),
        watch: Watch,
    ) -> Result<Vec<usize>, InferenceError> {
        let mut memory = self.decoder.memory(heard, watch)?;
        for token in self.beginning(language) {
            self.decoder.write(token, &mut memory)?;
        }
        // A row looks for the token behind it: the first one is that of the mark, the last one looks for the end.
        let rows: Vec<u32> = std::iter::once(self.config.no_timestamps_token_id)
            .chain(ids.iter().copied())
            .collect();
        let looks = self.decoder.looks(&rows, &mut memory, heads)?;
        let starts = Looks(looks).starts(moments);
        if starts.len() != rows.len() {
            return Err(damaged());
        }
        Ok(starts)
    }

    fn logits(&self, token: u32, memory: &mut Memory) -> Result<Vec<f32>, InferenceError> {
        let hidden = self.decoder.write(token, memory)?;
        Ok(self
            .decoder
            .logits(&hidden)?
            .to_dtype(DType::F32)?
            .to_vec1()?)
    }
}

fn damaged() -> InferenceError {
    let reason = "what is said next cannot be told: its weights are damaged".to_owned();
    InferenceError::Candle(candle_core::Error::Msg(reason))
}
